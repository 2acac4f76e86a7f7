"""Where a new entry may hang: nodes whose keywords a text holds, or whose entries are near it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kb.model import Fault, KnowledgeBase
from kb.tree.terms import likeness, telling, terms, weights

NEAR = 0.08
"""Cosine from which an entry counts as near."""

LONGEST = 100_000
"""Letters of a text that are looked at, from its end, where a log says what failed."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A node to hang an entry under. `score` only orders; `reasons` are for a person."""

    node: str
    domain: str
    score: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """The terms of each entry, and how telling each term is: worked out once for many texts."""

    terms: Mapping[str, frozenset[str]]
    weight: Mapping[str, float]


def known(base: KnowledgeBase) -> Known:
    """What `suggest` needs to know of the entries of `base`."""
    found = {fault.id: terms(_words(fault)) for fault in base.faults.values()}
    return Known(found, weights(found.values()))


def suggest(
    base: KnowledgeBase, text: str, limit: int = 3, entries: Known | None = None
) -> tuple[Proposal, ...]:
    """At most `limit` nodes for an entry whose symptom or cause is `text`, likeliest first.

    A keyword counts by its length in words, and for the node alone; a keyword of a node above
    counts a little. An entry that is near counts by the rare terms it shares. Empty when nothing
    points anywhere. `entries` is `known(base)`, for who asks often.
    """
    text, entries = text[-LONGEST:], entries or known(base)
    scores: dict[str, float] = defaultdict(float)
    reasons: dict[str, list[str]] = defaultdict(list)
    for node, score, reason in [*_by_keywords(base, text), *_by_entries(base, text, entries)]:
        scores[node] += score
        reasons[node].append(reason)
    found = []
    for node in scores:
        path = _path(base, node)
        if path:
            above = sum(scores.get(up, 0.0) for up in path[:-1])
            depth = len(path) / 100
            found.append(
                Proposal(node, path[0], scores[node] + above / 4 + depth, tuple(reasons[node]))
            )
    return tuple(sorted(found, key=lambda made: -made.score)[:limit])


def holds(text: str, keyword: str) -> bool:
    """Whether `keyword` stands in `text`, whole, in any case."""
    left = r"(?<![A-Za-z0-9_])" if keyword[0].isascii() and keyword[0].isalnum() else ""
    right = r"(?![A-Za-z0-9_])" if keyword[-1].isascii() and keyword[-1].isalnum() else ""
    return re.search(left + re.escape(keyword) + right, text, re.IGNORECASE) is not None


def _by_keywords(base: KnowledgeBase, text: str) -> Iterator[tuple[str, float, str]]:
    for id, node in base.tree.nodes.items():
        found = [keyword for keyword in node.keywords if holds(text, keyword)]
        if found:
            named = ", ".join(f"“{keyword}”" for keyword in found)
            yield id, float(sum(map(_telling, found))), f"the text says {named}"


def _telling(keyword: str) -> int:
    """How much a keyword says: its words, or half its Chinese characters."""
    chinese = sum(letter >= "\u3400" for letter in keyword)
    return max(len(keyword.split()), chinese // 2)


def _by_entries(base: KnowledgeBase, text: str, entries: Known) -> Iterator[tuple[str, float, str]]:
    wanted, weight = terms(text), entries.weight
    near = {id: likeness(wanted, found, weight) for id, found in entries.terms.items()}
    for id in sorted(near, key=near.__getitem__, reverse=True)[:5]:
        if near[id] >= NEAR:
            shared = ", ".join(telling(wanted & entries.terms[id], weight))
            yield base.faults[id].entry.parent, 4 * near[id], f"shares {shared} with {id}"


def _words(fault: Fault) -> str:
    entry = fault.entry
    return " ".join((entry.title, entry.root_cause, entry.symptom.main, *entry.symptom.also))


def _path(base: KnowledgeBase, node: str) -> tuple[str, ...]:
    """The path of `node`; empty when it is unknown or leads to no domain."""
    try:
        return base.tree.path(node)
    except (KeyError, ValueError):
        return ()
