"""A memory and a process cgroup of one run's own, where this machine lets us make one."""

from __future__ import annotations

import errno
import itertools
import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath

from kb.model.job import Bounds

_MOUNT = Path("/sys/fs/cgroup")
_NUMBER = itertools.count()
_BWRAP = 2
"""Processes of bubblewrap's own that the process limit must leave room for."""
_LEAVING_SECONDS = 10.0
"""The last thread leaves its cgroup after its end is told: a moment, longer on a busy machine."""


class CannotCount(Exception):
    """A cgroup could be made, and yet no process may be moved into it."""


_given_up: list[str] = []
"""What the kernel said when a process could not be moved; no cgroup is tried again."""


@dataclass(frozen=True, slots=True)
class Homes:
    """The cgroups of this process that can have children: for memory, and for processes."""

    memory: Path
    pids: Path | None
    version: int


@dataclass(frozen=True, slots=True)
class Cgroup:
    """The cgroup of one run."""

    memory: Path
    pids: Path | None
    version: int

    def add(self, pid: int) -> None:
        """Move a process in; its children follow. One that is gone already needs none.

        Raises `CannotCount`, and from then on no cgroup is tried.
        """
        try:
            for folder in filter(None, {self.memory, self.pids}):
                (folder / "cgroup.procs").write_text(str(pid))
        except ProcessLookupError:
            return
        except OSError as error:
            _homes.cache_clear()
            _given_up.append(str(error))
            raise CannotCount(str(error)) from error

    def killed(self) -> bool:
        """Whether the kernel has ended a process for want of memory."""
        name = "memory.events" if self.version == 2 else "memory.oom_control"
        return _numbers(self.memory / name).get("oom_kill", 0) > 0

    def used(self) -> int:
        """Bytes in use now by processes and by the private folders, page cache left out."""
        stat = _numbers(self.memory / "memory.stat")
        if self.version == 2:
            return stat.get("anon", 0) + stat.get("shmem", 0)
        return stat.get("total_rss", 0) + stat.get("total_shmem", 0)

    def peak(self) -> int:
        """The most bytes ever in use, less the page cache that is charged at the end."""
        name = "memory.peak" if self.version == 2 else "memory.max_usage_in_bytes"
        stat = _numbers(self.memory / "memory.stat")
        cache = (
            stat.get("file", 0) - stat.get("shmem", 0)
            if self.version == 2
            else stat.get("total_cache", 0) - stat.get("total_shmem", 0)
        )
        return max(0, _number(self.memory / name) - cache)

    def remove(self) -> None:
        """Take the cgroup away, once its last process is gone."""
        for folder in filter(None, {self.memory, self.pids}):
            _remove(folder)


def make(bounds: Bounds) -> Cgroup | None:
    """A cgroup with the limits of `bounds`; None where none can be had."""
    homes = _homes()
    if homes is None:
        return None
    name = f"kb-{os.getpid()}-{next(_NUMBER)}"
    memory, pids = homes.memory / name, homes.pids and homes.pids / name
    group = Cgroup(memory, pids, homes.version)
    try:
        for folder in dict.fromkeys(filter(None, (memory, pids))):
            folder.mkdir()
        _limit(group, bounds)
    except OSError:
        group.remove()
        return None
    return group


def sweep() -> None:
    """Remove the empty cgroups that dead runners left behind, in our own place or beside it."""
    homes = _homes()
    for home in filter(None, {homes.memory, homes.pids} if homes else ()):
        for place in (home, *_folders(home.parent)):
            for folder in filter(_of_the_dead, _folders(place)):
                _try(folder.rmdir)


def _of_the_dead(folder: Path) -> bool:
    found = re.fullmatch(r"kb-(\d+)-.+", folder.name)
    return found is not None and not Path("/proc", found[1]).exists()


def _folders(place: Path) -> list[Path]:
    """The folders in it; none if it went meanwhile, as any cgroup but our own may."""
    try:
        with os.scandir(place) as found:
            return [Path(each.path) for each in found if each.is_dir(follow_symlinks=False)]
    except OSError:
        return []


def described() -> str:
    """How memory is bounded here, in words."""
    homes = _homes()
    if homes is None:
        return "a watchdog, ten times a second (no cgroup can be made here)"
    return f"the kernel, by a memory cgroup (version {homes.version})"


def _limit(group: Cgroup, bounds: Bounds) -> None:
    if group.version == 2:
        (group.memory / "memory.max").write_text(str(bounds.memory))
        _try(lambda: (group.memory / "memory.swap.max").write_text("0"))
        (group.memory / "pids.max").write_text(str(bounds.processes + _BWRAP))
        return
    (group.memory / "memory.limit_in_bytes").write_text(str(bounds.memory))
    _try(lambda: (group.memory / "memory.memsw.limit_in_bytes").write_text(str(bounds.memory)))
    if group.pids:
        (group.pids / "pids.max").write_text(str(bounds.processes + _BWRAP))


@lru_cache(maxsize=1)
def _homes() -> Homes | None:
    """Where children can be made. Version 1: below our own; version 2: beside our own."""
    if _given_up:
        return None
    lines = Path("/proc/self/cgroup").read_text("ascii").splitlines()
    own = {names: path for _, names, path in (line.split(":", 2) for line in lines)}
    if "memory" in own:
        memory = _usable(_MOUNT / "memory", own["memory"])
        pids = _usable(_MOUNT / "pids", own["pids"]) if "pids" in own else None
        return Homes(memory, pids, 1) if memory else None
    home = _usable(_MOUNT, str(PurePosixPath(own.get("", "/")).parent))
    return Homes(home, None, 2) if home and _delegates(home) else None


def _usable(mount: Path, path: str) -> Path | None:
    """The cgroup at `path`, or the mount itself where a container shows no more than its own."""
    folder = mount / path.lstrip("/")
    if ".." in folder.parts or not folder.is_dir():
        folder = mount
    return folder if os.access(folder, os.W_OK) else None


def _delegates(home: Path) -> bool:
    try:
        given = (home / "cgroup.subtree_control").read_text().split()
    except OSError:
        return False
    return {"memory", "pids"} <= set(given)


def _remove(folder: Path) -> None:
    end, pause = time.monotonic() + _LEAVING_SECONDS, 0.001
    while time.monotonic() < end:
        try:
            folder.rmdir()
        except OSError as error:
            if error.errno != errno.EBUSY:
                return
        else:
            return
        time.sleep(pause)
        pause = min(2 * pause, 0.1)


def _try(action: Callable[[], object]) -> None:
    try:
        action()
    except OSError:
        return


def _numbers(file: Path) -> dict[str, int]:
    try:
        lines = file.read_text().splitlines()
    except OSError:
        return {}
    pairs = (line.split() for line in lines)
    return {pair[0]: int(pair[1]) for pair in pairs if len(pair) == 2 and pair[1].isdigit()}


def _number(file: Path) -> int:
    try:
        return int(file.read_text())
    except (OSError, ValueError):
        return 0
