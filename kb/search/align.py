"""Alignment: how alike a line of a paste and a wording of an entry read."""

from __future__ import annotations

from kb.text.rules import compiled

LONGEST = 500
"""Characters that are compared."""


def alike(said: str, wording: str) -> float:
    """0 to 1, over masked texts without spaces and quoted names, so that no wrap counts.

    The shorter is looked for in the longer (rapidfuzz's partial ratio).
    """
    from rapidfuzz import fuzz

    one, other = _bare(said), _bare(wording)
    if min(len(one), len(other)) < 8:
        return 0.0
    return fuzz.partial_ratio(one, other) / 100


def _bare(text: str) -> str:
    unnamed = compiled(r"'[^' \n]*'|\"[^\" \n]*\"").sub("''", text[:LONGEST])
    return "".join(unnamed.split()).lower()
