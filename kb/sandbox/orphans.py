"""Taking in what bubblewrap leaves behind, so that not even a zombie stays.

When a command ends by itself, bubblewrap is gone before the first process inside is; that one
is then a child of the nearest reaper. Where that is a slow process 1, or none in a container,
it would stay for a while, or for ever.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from functools import lru_cache

_SET, _GET = 36, 37
"""PR_SET_CHILD_SUBREAPER and PR_GET_CHILD_SUBREAPER, from `include/uapi/linux/prctl.h`."""

_lock = threading.Lock()
_runs = 0


@contextlib.contextmanager
def adopted() -> Iterator[None]:
    """Orphans of this process become its children meanwhile; how it was before comes back."""
    global _runs
    with _lock:
        _runs += 1
        if _runs == 1:
            _adopt(True)
    try:
        yield
    finally:
        with _lock:
            _runs -= 1
            if _runs == 0:
                _adopt(False)


def reap(pidfd: int) -> None:
    """Take the zombie away if it has become our child; nothing else."""
    with contextlib.suppress(OSError):
        os.waitid(os.P_PIDFD, pidfd, os.WEXITED | os.WNOHANG)


def _adopt(wanted: bool) -> None:
    prctl, before = _prctl()
    if prctl and not before:
        prctl(_SET, int(wanted), 0, 0, 0)


@lru_cache(maxsize=1)
def _prctl() -> tuple[Callable[..., int] | None, bool]:
    """The call, None where Python has no ctypes, and whether this process was a reaper before."""
    try:
        import ctypes
    except ImportError:
        return None, False
    prctl = ctypes.CDLL(None).prctl
    before = ctypes.c_int()
    prctl(_GET, ctypes.byref(before), 0, 0, 0)
    return prctl, bool(before.value)
