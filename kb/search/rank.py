"""Ranking: candidates by rare terms, then each of their wordings against each unit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kb.search.index import Found, Index
from kb.search.query import Question, Unit
from kb.search.wordings import WEIGHT, Wording
from kb.text.rules import rules
from kb.text.terms import Terms

CANDIDATES = 24
"""Entries that are aligned wording by wording."""

Idf = Callable[[str], float]


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate. `mass` is the information that it shares with the paste, `cover` how much
    of its best wording the paste holds, `told` how much of what the paste's unit says that
    wording explains, `like` how alike the two read, all but `mass` from 0 to 1."""

    layer: int
    found: Found
    mass: float
    cover: float
    told: float
    like: float
    shared: float
    against: float
    unit: Unit | None
    wording: Wording | None

    @property
    def score(self) -> float:
        """What the candidates are ordered by."""
        by = rules()["score"]
        return (
            by["mass"] * self.mass / (self.mass + by["half"])
            + by["cover"] * self.cover
            + by["told"] * self.told
            + by["like"] * self.like
            + by["shared"] * self.shared / (self.shared + by["half"])
            - by["against"] * self.against
        )


def rank(asked: Question, indexes: list[Index]) -> list[Scored]:
    """The candidates of all layers, best first."""
    total = sum(index.size() for index in indexes)
    counts: dict[str, int] = {}
    masses = [_masses(asked.terms, index, total, counts) for index in indexes]

    def idf(term: str) -> float:
        seen = counts.get(term, 0)
        return math.log(1 + (total - seen + 0.5) / (seen + 0.5)) * _kind(term)

    scored = []
    for layer, index in enumerate(indexes):
        best = sorted(masses[layer].items(), key=lambda item: -item[1])[:CANDIDATES]
        mass_of = dict(best)
        for number, found in index.found(mass_of):
            if found.card:
                scored.append(_scored(layer, found, mass_of[number], asked, idf))
    return sorted(scored, key=lambda one: -one.score)


def _kind(term: str) -> float:
    kinds: dict[str, float] = rules()["kinds"]
    return kinds.get(term[0], 1.0)


def _masses(asked: Terms, index: Index, total: int, counts: dict[str, int]) -> dict[int, float]:
    """Entry number → shared information, over the postings of each term asked for."""
    masses: dict[int, float] = {}
    for term, weight in asked.items():
        rows = index.postings(term)
        counts[term] = counts.get(term, 0) + len(rows)
        if not rows:
            continue
        rare = math.log(1 + (total - len(rows) + 0.5) / (len(rows) + 0.5)) * _kind(term)
        for number, given in rows:
            masses[number] = masses.get(number, 0.0) + weight * given * rare
    return masses


def _scored(layer: int, found: Found, mass: float, asked: Question, idf: Idf) -> Scored:
    from kb.search.align import alike

    best: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    pair: tuple[Unit | None, Wording | None] = (None, None)
    for unit in asked.units:
        for wording in found.wordings:
            if WEIGHT[wording.kind] < 0.5:
                continue
            cover, told, shared = _overlap(unit, wording, idf)
            worth = WEIGHT[wording.kind] * unit.weight
            value = worth * shared / (shared + 12) * (0.5 + cover) * (0.3 + told)
            if value > best[0]:
                best, pair = (value, cover, told, shared), (unit, wording)
    like = alike(pair[0].text, pair[1].text) if pair[0] and pair[1] else 0.0
    against = max((_against(found, unit, idf) for unit in asked.units), default=0.0)
    return Scored(layer, found, mass, best[1], best[2], like, best[3], against, *pair)


def _overlap(unit: Unit, wording: Wording, idf: Idf) -> tuple[float, float, float]:
    """Share of the wording that the unit holds, share of the unit's message that the wording
    explains, and the information that both share."""
    shared = _sum(wording.terms, unit.terms, idf)
    whole = sum(weight * idf(term) for term, weight in wording.terms.items())
    said = sum(weight * idf(term) for term, weight in unit.said.items() if term[0] != "'")
    common = _sum(unit.said, wording.terms, idf, skip="'")
    return (shared / whole if whole else 0.0), (common / said if said else 0.0), shared


def _sum(one: Terms, other: Terms, idf: Idf, skip: str = "") -> float:
    return sum(
        weight * min(1.0, other[term]) * idf(term)
        for term, weight in one.items()
        if term in other and term[0] != skip
    )


def _against(found: Found, unit: Unit, idf: Idf) -> float:
    """How much of what the entry's `limit` names, and no wording of its own, the unit says."""
    limits = [wording.terms for wording in found.wordings if wording.kind == "limit"]
    own: set[str] = set()
    for wording in found.wordings:
        if wording.kind != "limit":
            own |= wording.terms.keys()
    alone = {t: w for terms in limits for t, w in terms.items() if t not in own}
    whole = sum(weight * idf(term) for term, weight in alone.items())
    return _sum(alone, unit.said, idf) / whole if whole else 0.0


def known(terms: Iterable[str], found: Found) -> list[str]:
    """Those of `terms` that an entry has."""
    return [term for term in terms if any(term in one.terms for one in found.wordings)]
