"""What no kernel limit holds, looked at from outside while the command runs."""

from __future__ import annotations

import contextlib
import mmap
import os
import re
from io import FileIO
from pathlib import Path

from kb.model.job import MIB, MOST_FILES, Bounds, Limit
from kb.sandbox.cgroup import Cgroup

_FOLDERS = ("work", "tmp", "dev/shm")
_FLOOR, _SHARE = 256 * MIB, 20
"""The machine must keep 256 MiB available, or a twentieth of its memory if that is less."""


class Watch:
    """Looks at one sandbox. Only good once the command has started: before that
    `/proc/PID/root` is still the host's."""

    def __init__(self, pid: int, bounds: Bounds, group: Cgroup | None, layer: str = "") -> None:
        self._bounds, self._group, self._layered = bounds, group, bool(layer)
        self.peak = 0
        root = f"/proc/{pid}/root"
        self._folders = [os.open(f"{root}/{name}", os.O_PATH) for name in (*_FOLDERS, *_of(layer))]
        self._proc = os.open(f"{root}/proc", os.O_RDONLY | os.O_DIRECTORY)

    def close(self) -> None:
        """Let go of the sandbox's file systems."""
        for folder in (*self._folders, self._proc):
            os.close(folder)

    def look(self) -> tuple[Limit, str] | None:
        """The limit that is passed now and what it was, else None."""
        sizes, files = self._disks()
        most = self._bounds.work
        # the kernel gives this one no size
        if self._layered and sizes[-1] > most:
            return "disk", f"more than {most // MIB} MiB written into the project"
        if files > MOST_FILES:
            return "files", f"{files} files, more than {MOST_FILES}"
        return self._memory(sum(sizes)) or _machine()

    def _disks(self) -> tuple[list[int], int]:
        disks = [os.statvfs(folder) for folder in self._folders]
        sizes = [(disk.f_blocks - disk.f_bfree) * disk.f_frsize for disk in disks]
        return sizes, sum(disk.f_files - disk.f_ffree for disk in disks)

    def _memory(self, filled: int) -> tuple[Limit, str] | None:
        most = self._bounds.memory
        if self._group:
            self.peak = max(self.peak, self._group.used())
            return memory_limit(most) if self._group.killed() else None
        used = filled + self._resident()
        if used > most:
            # pages that processes share count once in the exact sum, which is slow to get
            used = filled + self._proportional()
        self.peak = max(self.peak, used)
        return memory_limit(most) if used > most else None

    def _resident(self) -> int:
        return sum(map(self._of_process, self._processes()))

    def _proportional(self) -> int:
        return sum(map(self._share_of_process, self._processes()))

    def _processes(self) -> list[str]:
        return [name for name in os.listdir(self._proc) if name.isdigit()]  # noqa: PTH208

    def _of_process(self, pid: str) -> int:
        words = self._read(f"{pid}/statm").split()
        return int(words[1]) * mmap.PAGESIZE if words else 0

    def _share_of_process(self, pid: str) -> int:
        found = re.search(r"^Pss: +(\d+)", self._read(f"{pid}/smaps_rollup"), re.MULTILINE)
        return int(found[1]) * 1024 if found else self._of_process(pid)

    def _read(self, name: str) -> str:
        """A file of the sandbox's own /proc; empty for a process that is gone."""
        try:
            file = FileIO(os.open(name, os.O_RDONLY, dir_fd=self._proc))
        except OSError:
            return ""
        with file, contextlib.suppress(OSError):
            return (file.readall() or b"").decode("ascii", "replace")
        return ""


def _of(layer: str) -> list[str]:
    return [layer.lstrip("/")] if layer else []


def memory_limit(most: int) -> tuple[Limit, str]:
    """The memory limit and its words."""
    return "memory", f"more than {most // MIB} MiB of memory"


def _machine() -> tuple[Limit, str] | None:
    fields = dict(
        line.split(":") for line in Path("/proc/meminfo").read_text("ascii").splitlines()[:3]
    )
    kib = {name: int(value.split()[0]) for name, value in fields.items()}
    floor = min(_FLOOR, kib["MemTotal"] * 1024 // _SHARE)
    left = kib["MemAvailable"] * 1024
    if left >= floor:
        return None
    return "machine", f"this machine has only {left // MIB} MiB of memory left"
