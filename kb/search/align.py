"""Alignment: how alike a line of a paste and a wording of an entry read."""

from __future__ import annotations

from typing import NamedTuple

from kb.text.rules import compiled

LONGEST = 500
"""Characters that are compared."""


LIKE = 0.75
"""From here on texts are likely one message."""


class Alike(NamedTuple):
    """`ratio`, 0 to 1, and `length` of the text that was looked for in the other."""

    ratio: float
    length: int

    @property
    def exact(self) -> float:
        """0 to 1: how sure it is that both are one message; the longer they are, the more."""
        return max(0.0, self.ratio - LIKE) / (1 - LIKE) * self.length / (self.length + 20)


NOT_ALIKE = Alike(0.0, 0)


def alike(said: str, wording: str) -> Alike:
    """How alike masked texts are without spaces and quoted names, so that no wrap counts.

    The shorter is looked for in the longer (rapidfuzz's partial ratio).
    """
    from rapidfuzz import fuzz

    one, other = _bare(said), _bare(wording)
    length = min(len(one), len(other))
    if length < 8:
        return NOT_ALIKE
    return Alike(fuzz.partial_ratio(one, other) / 100, length)


def _bare(text: str) -> str:
    unnamed = compiled(r"'[^' \n]*'|\"[^\" \n]*\"").sub("''", text[:LONGEST])
    return "".join(unnamed.split()).lower()
