"""Ends `kb` in the way the command ended, so that a shell or a scheduler sees no difference."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import NoReturn

from kb.child.ended import Ended


def leave(ended: Ended) -> NoReturn:
    """With its exit code, or by the signal that it died of."""
    if ended.signal is None:
        sys.exit(ended.exit_code)
    if sys.platform != "win32":
        _die(ended.signal)
    sys.exit(128 + ended.signal)


def _die(number: int) -> None:
    import resource

    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    with suppress(OSError, ValueError):  # SIGKILL cannot be set, and need not be
        signal.signal(number, signal.SIG_DFL)
    # the command has left its core, ours tells nothing
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [number])
    os.kill(os.getpid(), number)
