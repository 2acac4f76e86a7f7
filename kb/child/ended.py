"""How a command ended that was followed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

Alarm = tuple[float, Callable[[], None]]
"""What to call when a run has lasted so many seconds."""

RECENT = 60.0
"""Seconds after Ctrl-C in which an ending is still its doing."""


class Ended(NamedTuple):
    """`started` is seconds since the epoch, `seconds` how long it ran, stops left out.

    Exactly one of `exit_code` and `signal` is set. `stopped`: it ended because somebody wanted
    it to: Ctrl-C, SIGTERM, a closed terminal, or nobody reads its output any more. `lost`: why
    what it printed could not be written, if that was the end of it.
    """

    exit_code: int | None
    signal: int | None
    started: float
    seconds: float
    tail: bytes
    stopped: bool = False
    lost: str | None = None


def ended(status: int, started: float, seconds: float, tail: bytes, stopped: bool) -> Ended:
    """From an exit code, or the negative of a signal's number, as Python says it."""
    code, signal = (status, None) if status >= 0 else (None, -status)
    return Ended(code, signal, started, seconds, tail, stopped)
