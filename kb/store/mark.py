"""The short mark for a shell prompt. It has milliseconds, so nothing is imported and parsed."""

from __future__ import annotations

import os

from kb.store.homes import named_home

_MOST = 200
_DAY = 24 * 3600


def mark(now: float) -> str:
    """`kb:12m` while a window is open, `kb:late` after it, `kb:2` for so many open incidents.

    It ends in a space, for the prompt goes on. Empty when there is nothing, or nothing of the
    last day. Never raises.
    """
    folder = os.path.join(named_home("state"), "incidents")  # noqa: PTH118
    try:
        names = [name for name in os.listdir(folder) if name.endswith(".json")]  # noqa: PTH208
    except OSError:
        return ""
    times = [_times(os.path.join(folder, name)) for name in names[:_MOST]]  # noqa: PTH118
    recent = [(fixed, ended) for fixed, ended in times if now - (fixed or ended) < _DAY]
    lefts = [15 - (now - fixed) / 60 for fixed, _ in recent if fixed]
    if lefts and max(lefts) > 0:
        return f"kb:{min(15, -int(-max(lefts) // 1))}m "
    if lefts:
        return "kb:late "
    return f"kb:{len(recent)} " if recent else ""


def _times(file: str) -> tuple[float, float]:
    """`fixed` (0 when it is not) and `ended` of an incident, from its first lines."""
    known: dict[str, float] = {}
    try:
        with open(file, "rb") as stream:  # noqa: PTH123
            for line in stream.read(120).split(b"\n")[1:3]:
                name, _, value = line.strip(b" ,").partition(b": ")
                known[name.decode()] = 0.0 if value == b"null" else float(value)
    except (OSError, ValueError):
        return 0.0, 0.0
    return known.get('"fixed"', 0.0), known.get('"ended"', 0.0)
