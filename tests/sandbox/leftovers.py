"""What a sandbox may leave behind, looked for from outside."""

from __future__ import annotations

import os
import socket
from collections.abc import Collection, Iterator
from pathlib import Path

CGROUPS = Path("/sys/fs/cgroup")


def children(runner: int) -> set[str]:
    """The children of `runner`, zombies too."""
    lists = Path(f"/proc/{runner}/task").glob("*/children")
    return {child for each in lists for child in _read(each).split()}


def leftovers(runner: int, mark: str, known: Collection[str] = ()) -> list[str]:
    """Processes with `mark` in their command line, children of `runner` (zombies too) but for its
    victim, its warden and the `known` ones, and its cgroups.
    """
    found = [
        f"process {process.name}: {said[:200]!r}"
        for process in Path("/proc").glob("[0-9]*")
        if mark in (said := _read(process / "cmdline"))
    ]
    for child in children(runner).difference(known):
        name = _read(Path(f"/proc/{child}/comm")).strip()
        found += [f"child {child}: {name}"] if name not in ("", "cat", "sh") else []
    return [*found, *_cgroups(runner)]


def _cgroups(runner: int) -> Iterator[str]:
    for name in ("memory", "pids", "unified"):
        # a folder may vanish while it is walked: the cgroup of another test, in another process
        for place, folders, _ in os.walk(CGROUPS / name):
            mine = (each for each in folders if each.startswith(f"kb-{runner}-"))
            yield from (f"{place}/{each}" for each in mine)


def _read(file: Path) -> str:
    """A file of /proc; empty for a process that is gone meanwhile."""
    try:
        return file.read_text("utf-8", "replace")
    except OSError:
        return ""


def machine() -> dict[str, object]:
    """What no sandbox may change."""
    return {
        "host name": socket.gethostname(),
        "mounts": Path("/proc/self/mountinfo").read_text(),
        "core pattern": Path("/proc/sys/kernel/core_pattern").read_text(),
        "usr": Path("/usr").stat().st_mtime_ns,
    }
