"""Which of the known ids someone may have meant who wrote another."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

ALIKE = 0.6
"""Part of the letters that two ids share when one is the other mistyped."""

PART = 3
"""Letters from which on a piece of an id names it."""


def hint(id: str, known: Iterable[str], otherwise: str) -> str:
    """`did you mean …?` with at most three of the `known`; `otherwise` when none comes near."""
    known = list(known)
    near = difflib.get_close_matches(id, known, n=3, cutoff=ALIKE)
    near += [one for one in known if len(id) >= PART and id in one and one not in near]
    return f"did you mean {', '.join(near[:3])}?" if near else otherwise
