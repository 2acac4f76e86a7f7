"""All that a command started, its orphans too, so that nothing of it is left when it must not.

Linux: orphans become our children, as they become those of `systemd --user` on a desktop.
Elsewhere they are out of reach.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress

_SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER, from `include/uapi/linux/prctl.h`."""

GRACE = 2.0
"""Seconds between SIGTERM and SIGKILL for what is left when the command itself has ended."""


def adopt(wanted: bool) -> None:
    """Whether orphans of what we start become our children."""
    if sys.platform == "linux":
        with suppress(ImportError, OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).prctl(_SUBREAPER, int(wanted), 0, 0, 0)


def already() -> frozenset[int]:
    """Children that this process has now, such as those of a shell that became `kb` by `exec`."""
    try:
        with open("/proc/thread-self/children", "rb") as file:  # noqa: PTH123
            return frozenset(map(int, file.read().split()))
    except OSError:
        return frozenset()


def end_all(but: frozenset[int]) -> None:
    """End what is left of our descendants, but for the children `but` and theirs."""
    for how in (signal.SIGTERM, signal.SIGKILL, signal.SIGKILL):
        for pid in (family := _descendants(but)):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, how)
                os.kill(pid, signal.SIGCONT)  # what is stopped would not even notice
        if not family or _gone(but, time.monotonic() + GRACE):
            return


def holds(terminal: str) -> bool:
    """Whether one of our descendants has opened `terminal` for more than its stdout and stderr."""
    return any(
        _target(f"/proc/{pid}/fd/{number}") == terminal
        for pid in _descendants(frozenset())
        for number in _open(pid)
    )


def _open(pid: int) -> list[str]:
    with suppress(OSError):
        return [each for each in os.listdir(f"/proc/{pid}/fd") if each not in ("0", "1", "2")]  # noqa: PTH208
    return []


def _target(link: str) -> str:
    with suppress(OSError):
        return os.readlink(link)  # noqa: PTH115
    return ""


def _gone(but: frozenset[int], end: float) -> bool:
    """Whether all are gone before `end`."""
    while time.monotonic() < end:
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if not _descendants(but):
            return True
        time.sleep(0.01)
    return False


def _descendants(but: frozenset[int]) -> list[int]:
    children: dict[int, list[int]] = {}
    for pid, parent in _parents():
        children.setdefault(parent, []).append(pid)
    found = [pid for pid in children.get(os.getpid(), []) if pid not in but]
    for pid in found:  # grows meanwhile
        found += children.pop(pid, [])
    return found


def _parents() -> Iterator[tuple[int, int]]:
    """Each process that is no zombie, with its parent."""
    with suppress(OSError):
        for name in os.listdir("/proc"):  # noqa: PTH208
            if name.isdigit():
                with suppress(OSError):
                    with open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123
                        state, parent = file.read().rpartition(b")")[2].split()[:2]
                    if state != b"Z":
                        yield int(name), int(parent)
