"""Alignment: how alike a line of a paste and a wording of an entry read."""

from __future__ import annotations


def alike(said: str, wording: str) -> float:
    """0 to 1, over masked texts without their spaces, so that no wrap counts.

    The shorter is looked for in the longer (rapidfuzz's partial ratio).
    """
    from rapidfuzz import fuzz

    one, other = "".join(said.split())[:400], "".join(wording.split())[:400]
    if min(len(one), len(other)) < 8:
        return 0.0
    return fuzz.partial_ratio(one.lower(), other.lower()) / 100
