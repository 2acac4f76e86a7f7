"""What a sandbox may leave behind, looked for from outside."""

from __future__ import annotations

import socket
from collections.abc import Collection
from pathlib import Path


def children(runner: int) -> set[str]:
    """The children of `runner`, zombies too."""
    lists = Path(f"/proc/{runner}/task").glob("*/children")
    return {child for each in lists for child in each.read_text().split()}


def leftovers(runner: int, mark: str, known: Collection[str] = ()) -> list[str]:
    """Processes with `mark` in their command line, children of `runner` (zombies too) but for its
    victim, its warden and the `known` ones, and its cgroups.
    """
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            said = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if mark.encode() in said:
            found.append(f"process {process.name}: {said[:200]!r}")
    for child in children(runner).difference(known):
        name = Path(f"/proc/{child}/comm").read_text().strip()
        found += [f"child {child}: {name}"] if name not in ("cat", "sh") else []
    for home in Path("/sys/fs/cgroup").glob("*"):
        if home.name in ("memory", "pids", "unified"):
            found += [str(path) for path in home.rglob(f"kb-{runner}-*")]
    return found


def machine() -> dict[str, object]:
    """What no sandbox may change."""
    return {
        "host name": socket.gethostname(),
        "mounts": Path("/proc/self/mountinfo").read_text(),
        "core pattern": Path("/proc/sys/kernel/core_pattern").read_text(),
        "usr": Path("/usr").stat().st_mtime_ns,
    }
