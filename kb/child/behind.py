"""Work that nobody waits for: done by a copy of this process after its own end."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress


def behind(work: Callable[[], None]) -> None:
    """Does `work` once this process is gone, or here and now where it cannot be copied.

    Its output and its errors are lost. Whoever waits for this process or reads its output does
    not wait for `work`.
    """
    if not hasattr(os, "fork") or _has_threads():
        with suppress(Exception):
            sys.stdout.flush()
            work()
        return
    # what stdout holds back is printed by this process alone: the copy ends without
    if os.fork():
        return
    try:
        os.setsid()
        null = os.open(os.devnull, os.O_RDWR)
        for number in range(3):
            os.dup2(null, number)
        work()
    finally:
        os._exit(0)


def _has_threads() -> bool:
    """Whether a copy could find a lock held by a thread that it has not."""
    threading = sys.modules.get("threading")
    return threading is not None and threading.active_count() > 1
