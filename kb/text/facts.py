"""Facts: what the numbers of a paste say when no message does."""

from __future__ import annotations

from kb.report import Line


def facts(lines: tuple[Line, ...]) -> tuple[str, ...]:
    """Names of what the numbers show, such as `lr:constant` or `oom:fragmented`."""
    del lines
    return ()
