"""The warden: one small process that outlives this one by a moment, and lets nothing stay.

bubblewrap makes the first process inside, tells its number, and only then lets it go on. Killed
in between, as `--die-with-parent` may do, it leaves that process asleep for ever: nothing of its
own ends it. So each bubblewrap is of the warden's process group, and the warden kills the group
when the pipe from us ends, however we end.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import threading

_LINE = "read -r _; kill -KILL 0"

_lock = threading.Lock()
_wardens: list[subprocess.Popen[bytes]] = []


def group() -> int:
    """The process group to start a bubblewrap in. Raises `OSError` without /bin/sh."""
    with _lock:
        if not _wardens or _wardens[-1].poll() is not None:
            _wardens[:] = [_start()]
        return _wardens[-1].pid


def _start() -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - a fixed line
        ["/bin/sh", "-c", _LINE],
        env={},
        cwd="/",
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        process_group=0,
    )


def _dismiss() -> None:
    for warden in _wardens:
        if warden.stdin:
            warden.stdin.close()
        warden.wait()


def _forget() -> None:
    """A fork needs a warden of its own, and must not keep its parent's waiting."""
    global _lock
    _lock = threading.Lock()
    for warden in _wardens:
        if warden.stdin:
            warden.stdin.close()
    _wardens.clear()


atexit.register(_dismiss)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
