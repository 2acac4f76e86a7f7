"""Ranking: candidates by rare terms, then each of their wordings against each unit."""

from __future__ import annotations

import math
from collections.abc import Set
from typing import NamedTuple

from kb.search.align import NOT_ALIKE, Alike, alike
from kb.search.index import Found, Index
from kb.search.query import Kind, Question, Unit, fingerprint
from kb.search.wordings import WEIGHT, Wording
from kb.text.rules import compiled, rules
from kb.text.terms import Terms

OTHER_NAMES = 0.7
"""How much another quoted name counts against an entry."""

THIN = 17.0
"""Information of a message that says little more than its type."""

CJK = "\u3400"
"""Terms that begin here or later are pairs of CJK characters."""

ELSEWHERE = 0.75
"""How much what a limit names counts when another line of the paste says it."""

HALF = 0.6
"""Part of a wording; a message that any program may end with must hold more of it."""

TOLD = 0.99
"""Confidence in what a person said."""

CANDIDATES = 16
"""Entries that are aligned wording by wording."""

ENOUGH = 40.0
"""Information of a wording that is as good as all of it: long messages are often cut short."""

LEAST = 12.0
"""Information of a wording of which even all, found in prose, says little."""

FITTED_ON, FEW = 116, 10
"""Entries of the handbook that the weights were fitted on; fewer than so many teach nothing of
which words are common."""


class _Pair(NamedTuple):
    """A unit of the paste beside a wording of an entry. `shared` is the information that both
    hold, `cover` its part of the wording, `told` the part of the unit's own message that the
    wording explains, `value` what pairs of one entry are chosen by."""

    unit: Unit | None
    wording: Wording | None
    value: float
    shared: float
    cover: float
    told: float


class Scored(NamedTuple):
    """A candidate. `asked` says what kind of paste it answers, `mass` is the information that it
    shares with the paste in all its wordings, less where these say much, `like` how alike its best
    pair reads, `against` how much speaks against it, `told` whether a person said that this paste
    means it."""

    layer: int
    found: Found
    asked: Kind
    mass: float
    like: Alike
    against: float
    pair: _Pair
    told: bool = False

    @property
    def features(self) -> dict[str, float]:
        """What the score weighs, each 0 to 1; information is put on that scale by `half`."""
        half = rules()["half"]
        return {
            "mass": self.mass / (self.mass + half),
            "shared": self.pair.shared / (self.pair.shared + half),
            "cover": self.pair.cover,
            "like": self.like.ratio,
            "both": math.sqrt(self.pair.cover * self.pair.told),
            "exact": self.like.exact,
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
        if self.told:
            return TOLD
        against: float = rules()["against"] * self.against
        return (1 - against) / (1 + math.exp(-self.score))


def rank(asked: Question, indexes: list[Index]) -> list[Scored]:
    """The candidates of all layers, best first."""
    rare = _Rarity(indexes)
    masses = [
        (mass, layer, number)
        for layer, index in enumerate(indexes)
        for number, mass in _masses(asked.terms, index, rare).items()
    ]
    best = sorted(masses, reverse=True)[:CANDIDATES]
    scored = [
        _scored(layer, found, mass, asked, rare)
        for mass, layer, number in best
        if (found := indexes[layer].found(number)).card
    ]
    if any(one.found.card.get("told") for one in scored) and (mark := fingerprint(asked)):
        scored = [one._replace(told=mark in one.found.card.get("told", ())) for one in scored]
    return sorted(scored, key=lambda one: -one.confidence)


class _Rarity(dict[str, float]):
    """Term → information: the rarer among all entries, the more, and by the kind of term or by
    what the rules say of itself."""

    def __init__(self, indexes: list[Index]) -> None:
        self.total = sum(index.size() for index in indexes)
        self.kinds: dict[str, float] = rules()["kinds"]
        self.common = [index.common() for index in indexes]
        self.known: set[str] = set()
        # one scale for any number of entries: that of the handbook the weights were fitted on
        self.scale = _rarest(FITTED_ON) / _rarest(max(self.total, FEW))

    def __missing__(self, term: str) -> float:
        seen = max(1, sum(common.get(term, 0) for common in self.common))
        known = math.log(1 + max(0.5, self.total - seen + 0.5) / (seen + 0.5))
        self[term] = known * self.scale * self.kinds.get(term, self.kinds.get(term[0], 1.0))
        return self[term]

    def of(self, terms: Terms, skip: str = "") -> float:
        """The information of all `terms`, but those that begin with `skip`."""
        return sum(weight * self[t] for t, weight in terms.items() if t[0] != skip)


def _rarest(entries: int) -> float:
    """The information of a term that one of so many entries has."""
    return math.log(1 + (entries - 0.5) / 1.5)


def _masses(asked: Terms, index: Index, rare: _Rarity) -> dict[int, float]:
    """Entry number → shared information, over the postings of each term asked for."""
    masses: dict[int, float] = {}
    for term, weight in asked.items():
        for number, given in index.postings(term):
            rare.known.add(term)
            masses[number] = masses.get(number, 0.0) + weight * given * rare[term]
    return masses


def _scored(layer: int, found: Found, mass: float, asked: Question, rare: _Rarity) -> Scored:
    best = _Pair(None, None, 0.0, 0.0, 0.0, 0.0)
    for wording in found.wordings:
        if WEIGHT[wording.kind] >= 0.5:
            whole = rare.of(wording.terms)
            for unit in asked.units:
                pair = _pair(unit, wording, whole, rare)
                best = max(best, pair, key=lambda pair: pair.value)
    like = alike(best.unit.text, best.wording.text) if best.unit and best.wording else NOT_ALIKE
    own = {term for one in found.wordings if one.kind != "limit" for term in one.terms}
    against = max(
        _limited(found, own, asked.terms, best.unit, rare),
        _conflict(own, asked),
        _other_names(best),
        _part_of_more(best),
    )
    return Scored(layer, found, asked.kind, mass / _length(own), like, against, best)


def _length(own: Set[str]) -> float:
    """1 for an entry of the usual length; a long one shares more with any paste by chance."""
    usual: int = rules()["usual"]
    return 0.5 + 0.5 * len(own) / usual


def _pair(unit: Unit, wording: Wording, whole: float, rare: _Rarity) -> _Pair:
    common = wording.terms.keys() & unit.terms.keys()
    if not common:
        return _Pair(unit, wording, 0.0, 0.0, 0.0, 0.0)
    shared = sum(min(wording.terms[t], unit.terms[t]) * rare[t] for t in common)
    said = rare.of({t: unit.said[t] for t in unit.said if not _no_word(t, rare)}, "'")
    told = sum(unit.said[t] * rare[t] for t in common if t in unit.said and t[0] != "'")
    enough = whole if wording.kind == "paste" else min(whole, ENOUGH)
    enough = max(enough, LEAST) if unit.kind == "prose" else enough
    cover = unit.weight * min(1.0, shared / enough)
    told = unit.weight * told / said if said else 0.0
    worth = WEIGHT[wording.kind] * unit.weight
    value = worth * shared / (shared + 12) * (0.5 + cover) * (0.3 + told)
    return _Pair(unit, wording, value, shared, cover, told)


def _no_word(term: str, rare: _Rarity) -> bool:
    """Whether this is a pair of CJK characters that no entry has: most likely no word at all."""
    return term[0] >= CJK and term not in rare.known


def _limited(found: Found, own: Set[str], asked: Terms, unit: Unit | None, rare: _Rarity) -> float:
    """How much of a text that the entry's `limit` names, and no wording of its own, is there;
    less when it stands elsewhere than in the unit that the entry answers."""
    worst = 0.0
    for one in found.wordings:
        if one.kind == "limit":
            alone = {term: weight for term, weight in one.terms.items() if term not in own}
            cover = min(_share(one.terms, asked, rare), _share(alone, asked, rare))
            here = unit is None or unit.kind == "prose" or _share(alone, unit.said, rare) > 0.5
            worst = max(worst, (cover - 0.5) * 2 * (1.0 if here else ELSEWHERE))
    return worst


def _other_names(pair: _Pair) -> float:
    """High when the wording quotes names that belong to the message, and the unit quotes others.

    They belong to it when most wordings quote them, or when the message says little else and no
    frame and no line of source is shared: `No module named 'x'` means nothing without the name.
    """
    unit, wording = pair.unit, pair.wording
    if unit is None or wording is None or unit.kind != "raised" or wording.kind == "paste":
        return 0.0
    common = wording.terms.keys() & unit.terms.keys()
    bare = pair.shared < THIN and not any(term[0] in "@#" for term in common)
    quoted = {term: weight for term, weight in wording.terms.items() if term[0] == "'"}
    names = {term for term, weight in quoted.items() if weight == 1 or bare}
    missing = names - unit.terms.keys()
    others = missing if bare else missing and missing == names
    return OTHER_NAMES if others and "'" in unit.text else 0.0


def _part_of_more(pair: _Pair) -> float:
    """High when a message that any program may end with is only the half of the wording."""
    unit, wording = pair.unit, pair.wording
    if unit is None or wording is None or unit.kind != "raised" or wording.kind == "paste":
        return 0.0
    placed = any(term[0] in "@#" for term in wording.terms.keys() & unit.terms.keys())
    known = compiled(rules()["any-program"]).match(unit.text)
    return OTHER_NAMES if known and not placed and pair.cover < HALF else 0.0


def _share(part: Terms, of: Terms, rare: _Rarity) -> float:
    whole = rare.of(part)
    return sum(part[t] * rare[t] for t in part.keys() & of.keys()) / whole if whole else 0.0


def _conflict(own: Set[str], asked: Question) -> float:
    """1 when paste and entry both name an error number or fact of one family, and another."""
    for family in rules()["exclusive"]:
        said = {term for term in asked.terms if term.startswith(family)}
        known = {term for term in own if term.startswith(family)}
        if said and known and not said & known:
            return 1.0
    return 0.0
