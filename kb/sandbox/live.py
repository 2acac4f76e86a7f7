"""The sandboxes that live now in this process, so that all can be ended at once."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator

_lock = threading.Lock()
_living: set[int] = set()
_stops = 0


def stop() -> None:
    """End every sandbox that runs now in any thread; each `run` raises KeyboardInterrupt.

    For a pool that is being interrupted: its threads do not see Ctrl-C themselves.
    """
    global _stops
    with _lock:
        _stops += 1
        for pidfd in _living:
            kill(pidfd)


def stops() -> int:
    """How often `stop` was called so far."""
    return _stops


@contextlib.contextmanager
def living(pidfd: int, since: int) -> Iterator[None]:
    """Count as alive. `since` is what `stops()` said when the run began."""
    with _lock:
        if _stops != since:
            raise KeyboardInterrupt
        _living.add(pidfd)
    try:
        yield
    finally:
        with _lock:
            _living.discard(pidfd)


def kill(pidfd: int) -> None:
    """SIGKILL to the first process of a namespace ends all the others with it."""
    with contextlib.suppress(ProcessLookupError):
        signal.pidfd_send_signal(pidfd, signal.SIGKILL)
