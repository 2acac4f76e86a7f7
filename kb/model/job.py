"""What is handed to the sandbox, and what comes back. Plain values, no engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

MIB = 1024 * 1024

MOST_FILES = 50_000
"""Files and folders in the private folders of a sandbox together."""

Limit = Literal["time", "memory", "disk", "files", "output", "machine", "beside"]
"""What ended a run early. `machine`: the host itself ran short of memory; `beside`: the
background command ended or was not ready in time."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of one run. Sizes in bytes, time in seconds of wall clock."""

    seconds: float = 60.0
    memory: int = 2048 * MIB
    work: int = 512 * MIB
    tmp: int = 256 * MIB
    shm: int = 256 * MIB
    open_files: int = 1024
    processes: int = 256


@dataclass(frozen=True, slots=True)
class Job:
    """One command, run by `bash -o pipefail -c` in a fresh sandbox.

    `files` are laid out in the private work folder (relative POSIX path → content).
    With `project`, that folder is shown at its own path and is the current folder instead; what
    is written there vanishes, or is refused. `python` is the interpreter whose folders are shown;
    None means the running one.
    """

    command: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    beside: str | None = None
    bounds: Bounds = field(default_factory=Bounds)
    python: Path | None = None
    project: Path | None = None


@dataclass(frozen=True, slots=True)
class Ran:
    """What came back. `exit_code` is None when `limit` ended the run, else 0 to 255.

    `stdout` and `stderr` hold at most 1 MiB each. `peak` is the peak memory of the whole
    process tree in bytes, 0 when it could not be measured. `detail` says in words what a
    limit was. `missing` names the programs that the command called and that are not there.
    """

    exit_code: int | None
    limit: Limit | None
    stdout: bytes
    stderr: bytes
    seconds: float
    peak: int
    detail: str = ""
    missing: tuple[str, ...] = ()


Runner = Callable[[Job], Ran]
