"""The answer: a confidence, one of three verdicts, and at most five entries."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from kb.match import Answer, Match
from kb.report import Report
from kb.search.domain import Domain, likely_domain, merged
from kb.search.query import Question, fingerprint, question
from kb.search.rank import Scored, rank
from kb.search.refresh import Beside, index_of
from kb.store.corrections import NOTHING, corrections_of, has_any, is_said
from kb.text import clean, printable, report
from kb.text.rules import rules
from kb.text.terms import terms

if TYPE_CHECKING:
    from kb.store.layers import Layer

SHOWN = 400
"""Lines of a paste without an error among which the ones to show are looked for."""

Verdict = Literal["match", "maybe", "none"]


def search(
    paste: str | Iterable[str],
    layers: Sequence[Layer],
    *,
    limit: int = 5,
    domain: str | None = None,
    cache: Path | None = None,
    tell: Callable[[int, int], None] | None = None,
) -> Answer:
    """The entries that `paste` may mean, best first, and whether the first of them is meant.

    `paste` may come in pieces. `layers` go nearest first; their indexes lie in `cache`, or in
    memory when it is None. `domain` leaves out what lies elsewhere. `tell` hears how many entries
    of how many were read while an index is made. Never raises for a paste.
    """
    began = time.perf_counter()
    read, asked, ranked, domains = consider(paste, layers, cache, tell)
    ranked = cause_first(ranked)
    if domain is not None:
        ranked = [one for one in ranked if one.found.card["domain"] == domain]
    matches = _matches(read, ranked, layers)
    took = (time.perf_counter() - began) * 1000
    own = corrections_of(layers)
    nothing = has_any(own) and is_said(own, NOTHING, fingerprint(asked))
    given = "none" if nothing else verdict(ranked)
    lost = given == "none" and not nothing and asked.kind != "quiet"
    likely = likely_domain(read, domains) if lost else ""
    first = domains[likely].first_action if likely else ""
    return Answer(given, tuple(matches[:limit]), round(took, 1), likely, first)


class Considered(NamedTuple):
    """The report of a paste, what is asked of the indexes, the candidates, best first, and the
    domains."""

    read: Report
    asked: Question
    ranked: list[Scored]
    domains: Mapping[str, Domain]


def consider(
    paste: str | Iterable[str],
    layers: Sequence[Layer],
    cache: Path | None,
    tell: Callable[[int, int], None] | None = None,
) -> Considered:
    """What is made of a paste before anything is answered."""
    read = report(clean(paste))
    asked = question(read)
    if not asked.terms:
        return Considered(read, asked, [], {})
    beside = Beside(corrections_of(layers), tell)
    with ExitStack() as opened:
        indexes = [
            opened.enter_context(closing(index_of(layer, cache, beside))) for layer in layers
        ]
        ranked = _own_word_first(_answers(rank(asked, indexes), layers), asked, beside.corrections)
        domains = merged(index.domains() for index in indexes)
    return Considered(read, asked, ranked, domains)


def _answers(ranked: list[Scored], layers: Sequence[Layer]) -> list[Scored]:
    """Without the retired, and of one id the nearest that may shadow the others."""
    order = sorted(range(len(layers)), key=lambda place: (not layers[place].trusted, place))
    nearest: dict[str, int] = {}
    for one in sorted(ranked, key=lambda one: order.index(one.layer)):
        nearest.setdefault(one.found.id, one.layer)
    return [
        one
        for one in ranked
        if nearest[one.found.id] == one.layer
        and one.found.card.get("withdrawn", {}).get("as") != "retired"
    ]


def _own_word_first(ranked: list[Scored], asked: Question, own: Path | None) -> list[Scored]:
    """Of several that this paste was said to mean, by others too, what the person said leads."""
    if sum(one.told for one in ranked) < 2:
        return ranked
    mark = fingerprint(asked)
    return sorted(ranked, key=lambda one: not (one.told and is_said(own, one.found.id, mark)))


def _matches(read: Report, ranked: list[Scored], layers: Sequence[Layer]) -> list[Match]:
    @cache
    def words(text: str) -> frozenset[str]:
        return frozenset(terms(text, quoted_too=False))

    return [_match(read, one, _named(layers[one.layer]), words) for one in ranked[:5]]


def _named(layer: Layer) -> str:
    return layer.name if layer.trusted else f"{layer.name} (not trusted)"


def cause_first(ranked: list[Scored]) -> list[Scored]:
    """Of two that are as good as sure and mean two failures, the one that failed first leads."""
    by = rules()["verdict"]
    if len(ranked) < 2 or ranked[1].confidence < by["match"] or ranked[0].told:
        return ranked
    first, second = ranked[0].pair.unit, ranked[1].pair.unit
    if first is None or second is None or first.linked or second.linked:
        return ranked
    if 0 < second.line < first.line and "raised" in (first.kind, second.kind):
        return [ranked[1], ranked[0], *ranked[2:]]
    return ranked


def verdict(ranked: Sequence[Scored]) -> Verdict:
    """match: the first is meant; maybe: one of the first may be; none: nothing here is meant.

    With a second that answers the same line and is nearly as sure, the first alone is no match.
    One that is twice as sure as any other may be less sure to be offered.
    """
    if not ranked:
        return "none"
    by = rules()["verdict"]
    first, *others = ranked
    rival = max((one.confidence for one in others if _line(one) == _line(first)), default=0.0)
    rival = 0.0 if first.told else rival
    if first.confidence >= by["match"] and first.confidence - rival >= by["lead"]:
        return "match"
    second = max((one.confidence for one in others), default=0.0)
    least = by["maybe"] | (by["alone"] if first.confidence >= 2 * second else {})
    return "maybe" if first.confidence >= least[first.asked] else "none"


def _line(one: Scored) -> int:
    return one.pair.unit.line if one.pair.unit else 0


def _match(read: Report, one: Scored, layer: str, words: Callable[[str], frozenset[str]]) -> Match:
    card = one.found.card
    fix, cause = card["fix"], card["root_cause"]
    if "withdrawn" in card:
        fix, cause = card["withdrawn"]["reason"], f"Refuted: {card['withdrawn']['reason']}"
    return Match(
        one.found.id, card["title"], card["domain"], card["parent"], card["status"],
        round(one.confidence, 3),
        cause, card["verify"], fix, _matched(read, one, words), layer, card.get("proof", ""),
        tuple(card["values"]),
    )  # fmt: skip


def _matched(read: Report, one: Scored, words: Callable[[str], frozenset[str]]) -> tuple[str, ...]:
    """The line of the paste that decided; `words` gives the terms of one."""
    if one.pair.unit is None:
        return ()
    if one.pair.unit.line:
        return tuple(
            printable(line.text) for line in read.lines if line.number == one.pair.unit.line
        )[:2]
    wording = one.pair.wording.terms if one.pair.wording else {}

    def weight(text: str) -> int:
        return len(wording.keys() & words(text))

    lines = sorted((line.text for line in read.lines[:SHOWN]), key=weight, reverse=True)
    return tuple(printable(text) for text in lines[:2] if weight(text))
