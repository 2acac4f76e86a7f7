"""The words of a text, and how telling each is among many texts."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]{2,}|[\u3400-\u9fff]+")

_COMMON = frozenset(
    "a all already also an and any are back been because before but can cannot case could does "
    "each else ever every few file first for from get given gets had has have her here how into "
    "its just last less line made make makes many may more most must never new none not now old "
    "once one only other out over own per run runs same say see set should show since some still "
    "such takes than that the their them then there these they this those through too two under "
    "until use used uses was way were what when where which while who why will with without would "
    "you your error fault code python true false self torch "
    "traceback recent call exception module lib site packages home usr opt "
    "valueerror runtimeerror typeerror keyerror indexerror attributeerror oserror".split()
)
"""Small words, and those that any traceback holds."""


def terms(text: str) -> frozenset[str]:
    """Lower-case words of three letters and more, and pairs of Chinese characters."""
    found: set[str] = set()
    for word in _WORD.findall(text):
        if word[0] >= "\u3400":
            found.update(word[at : at + 2] for at in range(len(word) - 1))
        else:
            found.add(_stem(word.lower()))
    return frozenset(found - _COMMON)


def _stem(word: str) -> str:
    """Singular for plural: enough to let `workers` meet `worker`."""
    return word[:-1] if len(word) > 4 and word.endswith("s") and not word.endswith("ss") else word


def weights(texts: Iterable[frozenset[str]]) -> dict[str, float]:
    """Inverse document frequency of each term (smoothed: ln((1 + n) / (1 + df)) + 1)."""
    listed = list(texts)
    found = Counter(term for text in listed for term in text)
    return {term: math.log((1 + len(listed)) / (1 + df)) + 1 for term, df in found.items()}


def likeness(one: frozenset[str], other: frozenset[str], weight: Mapping[str, float]) -> float:
    """Cosine of the two weighted term sets, 0 to 1. A term without a weight counts nothing."""
    shared = _square(one & other, weight)
    return shared / math.sqrt(_square(one, weight) * _square(other, weight)) if shared else 0.0


def telling(shared: frozenset[str], weight: Mapping[str, float], most: int = 4) -> tuple[str, ...]:
    """The terms of `shared` that say most, rarest first."""
    return tuple(sorted(shared, key=lambda term: (-weight.get(term, 0.0), term))[:most])


def _square(found: frozenset[str], weight: Mapping[str, float]) -> float:
    return sum(weight.get(term, 0.0) ** 2 for term in found)
