"""Ranking: candidates by rare terms, then each of their wordings against each unit."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from kb.search.index import Found, Index
from kb.search.query import Question, Unit
from kb.search.wordings import WEIGHT, Wording
from kb.text.rules import rules
from kb.text.terms import Terms

OTHER_NAMES = 0.7
"""How much another quoted name counts against an entry."""

CANDIDATES = 24
"""Entries that are aligned wording by wording."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate. `asked` says what kind of paste it answers: `error` when an exception was
    read in it, else `prose`. `mass` is the information that it shares with the paste, `shared`
    that of its best wording with the best unit. From 0 to 1: `cover` how much of that wording
    the unit holds, `told` how much of what the unit says the wording explains, `like` how alike
    the two read, `against` how much speaks against this entry."""

    layer: int
    found: Found
    asked: Literal["error", "prose"]
    mass: float
    cover: float
    told: float
    like: float
    shared: float
    against: float
    unit: Unit | None
    wording: Wording | None

    @property
    def features(self) -> dict[str, float]:
        """What the score weighs, each 0 to 1; information is put on that scale by `half`."""
        half = rules()["half"]
        return {
            "mass": self.mass / (self.mass + half),
            "shared": self.shared / (self.shared + half),
            "cover": self.cover,
            "like": self.like,
            "both": math.sqrt(self.cover * self.told),
        }

    @property
    def score(self) -> float:
        """What the candidates are ordered by: the logit of being right, before `against`."""
        weights: dict[str, float] = rules()["score"][self.asked]
        given = sum(weights[name] * value for name, value in self.features.items())
        return weights["bias"] + given

    @property
    def confidence(self) -> float:
        """The probability that this is right: a logistic curve fitted on labelled pastes."""
        against: float = rules()["against"] * self.against
        return (1 - against) / (1 + math.exp(-self.score))


def rank(asked: Question, indexes: list[Index]) -> list[Scored]:
    """The candidates of all layers, best first."""
    rare = _Rarity(indexes)
    scored = []
    for layer, index in enumerate(indexes):
        masses = _masses(asked.terms, index, rare)
        mass_of = dict(sorted(masses.items(), key=lambda item: -item[1])[:CANDIDATES])
        for number, found in index.found(mass_of):
            if found.card:
                scored.append(_scored(layer, found, mass_of[number], asked, rare))
    return sorted(scored, key=lambda one: -one.confidence)


class _Rarity(dict[str, float]):
    """Term → information: the rarer among all entries, the more, and by the kind of term."""

    def __init__(self, indexes: list[Index]) -> None:
        self.total = sum(index.size() for index in indexes)
        self.kinds: dict[str, float] = rules()["kinds"]
        self.common = [index.common() for index in indexes]

    def __missing__(self, term: str) -> float:
        seen = sum(common.get(term, 1) for common in self.common) / len(self.common)
        known = math.log(1 + (self.total - seen + 0.5) / (seen + 0.5))
        self[term] = known * self.kinds.get(term[0], 1.0)
        return self[term]


def _masses(asked: Terms, index: Index, rare: _Rarity) -> dict[int, float]:
    """Entry number → shared information, over the postings of each term asked for."""
    masses: dict[int, float] = {}
    for term, weight in asked.items():
        for number, given in index.postings(term):
            masses[number] = masses.get(number, 0.0) + weight * given * rare[term]
    return masses


def _scored(layer: int, found: Found, mass: float, asked: Question, rare: _Rarity) -> Scored:
    from kb.search.align import alike

    best: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    pair: tuple[Unit | None, Wording | None] = (None, None)
    for unit in asked.units:
        for wording in found.wordings:
            if WEIGHT[wording.kind] < 0.5:
                continue
            cover, told, shared = _overlap(unit, wording, rare)
            worth = WEIGHT[wording.kind] * unit.weight
            value = worth * shared / (shared + 12) * (0.5 + cover) * (0.3 + told)
            if value > best[0]:
                best, pair = (value, cover, told, shared), (unit, wording)
    like = alike(pair[0].text, pair[1].text) if pair[0] and pair[1] else 0.0
    against = max(_limited(found, asked.terms, rare), _conflict(found, asked), _other_names(*pair))
    kind = asked.kind
    return Scored(layer, found, kind, mass, best[1], best[2], like, best[3], against, *pair)


def _overlap(unit: Unit, wording: Wording, rare: _Rarity) -> tuple[float, float, float]:
    """Share of the wording that the unit holds, share of the unit's message that the wording
    explains, and the information that both share."""
    shared = _sum(wording.terms, unit.terms, rare)
    whole = sum(weight * rare[term] for term, weight in wording.terms.items())
    said = sum(weight * rare[term] for term, weight in unit.said.items() if term[0] != "'")
    common = _sum(unit.said, wording.terms, rare, skip="'")
    return (shared / whole if whole else 0.0), (common / said if said else 0.0), shared


def _sum(one: Terms, other: Terms, rare: _Rarity, skip: str = "") -> float:
    return sum(
        weight * min(1.0, other[term]) * rare[term]
        for term, weight in one.items()
        if term in other and term[0] != skip
    )


def _limited(found: Found, asked: Terms, rare: _Rarity) -> float:
    """How much of a text that the entry's `limit` names, and no wording of its own, is there."""
    own = {term for one in found.wordings if one.kind != "limit" for term in one.terms}
    worst = 0.0
    for one in found.wordings:
        if one.kind == "limit":
            alone = {term: weight for term, weight in one.terms.items() if term not in own}
            cover = min(_share(one.terms, asked, rare), _share(alone, asked, rare))
            worst = max(worst, (cover - 0.5) * 2)
    return worst


def _other_names(unit: Unit | None, wording: Wording | None) -> float:
    """High when the wording quotes names that belong to the message, and the unit quotes others."""
    if unit is None or wording is None or unit.kind != "raised":
        return 0.0
    names = {term for term, weight in wording.terms.items() if term[0] == "'" and weight == 1}
    return OTHER_NAMES if names and "'" in unit.text and not names & unit.terms.keys() else 0.0


def _share(part: Terms, of: Terms, rare: _Rarity) -> float:
    whole = sum(weight * rare[term] for term, weight in part.items())
    there = sum(weight * rare[term] for term, weight in part.items() if term in of)
    return there / whole if whole else 0.0


def _conflict(found: Found, asked: Question) -> float:
    """1 when paste and entry both name an error number or fact of one family, and another."""
    own = {term for one in found.wordings if one.kind != "limit" for term in one.terms}
    for family in rules()["exclusive"]:
        said = {term for term in asked.terms if term.startswith(family)}
        known = {term for term in own if term.startswith(family)}
        if said and known and not said & known:
            return 1.0
    return 0.0
