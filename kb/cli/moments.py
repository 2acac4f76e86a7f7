"""Times and endings of runs, as a person says them."""

from __future__ import annotations

import signal as signals
import time


def duration(seconds: float) -> str:
    """`42 s`, `12 min`, `3 h 5 min`, `2 days`; a negative one, of a clock set back, is `0 s`."""
    whole = max(0, round(seconds))
    if whole < 100:
        return f"{whole} s"
    minutes = round(whole / 60)
    if minutes < 100:
        return f"{minutes} min"
    hours, rest = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {rest} min" if rest else f"{hours} h"
    return f"{hours // 24} days"


def ending(exit_code: int | None, signal: int | None) -> str:
    """`exit code 1`, `killed by SIGSEGV`."""
    if signal is None:
        return f"exit code {exit_code}"
    try:
        return f"killed by {signals.Signals(signal).name}"
    except ValueError:
        return f"killed by signal {signal}"


def clock(moment: float) -> str:
    """The local time of day, `16:05`."""
    return time.strftime("%H:%M", time.localtime(moment))
