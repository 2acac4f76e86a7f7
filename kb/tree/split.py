"""Parting a crowded node: its children grouped by the terms their root causes share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from kb.errors import NotFound
from kb.model import KnowledgeBase
from kb.tree.terms import likeness, telling, terms, weights

LARGEST = 6
"""Members of one proposed group: room to grow before it is crowded itself."""


@dataclass(frozen=True, slots=True)
class Group:
    """Faults that would go under one new node, and the terms that hold them together."""

    faults: tuple[str, ...]
    terms: tuple[str, ...]


def split(base: KnowledgeBase, node: str) -> tuple[Group, ...]:
    """Groups of two and more faults of `node`, closest first; the rest would stay.

    The two closest groups are joined as long as each pair across them shares a term of its root
    cause (complete linkage), so that a group always has something to be named for. Empty when
    no two root causes share anything. Raises NotFound when there is no such node.
    """
    if node not in base.tree.nodes:
        raise NotFound(f"no node {node!r} in the tree; `kb tree` shows them all")
    known = {fault.id: terms(fault.entry.root_cause) for fault in base.below(node)}
    weight = weights(terms(fault.entry.root_cause) for fault in base.faults.values())
    groups: list[tuple[str, ...]] = [(id,) for id in known]
    while pair := _closest(groups, known, weight):
        joined = tuple(sorted((*pair[0], *pair[1])))
        groups = [group for group in groups if group not in pair] + [joined]
    found = [Group(group, telling(_shared(group, known), weight)) for group in groups if group[1:]]
    return tuple(sorted(found, key=lambda group: (-len(group.faults), group.faults)))


def _closest(
    groups: list[tuple[str, ...]],
    known: Mapping[str, frozenset[str]],
    weight: Mapping[str, float],
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    scored = [
        (min(likeness(known[a], known[b], weight) for a in one for b in other), one, other)
        for one, other in combinations(groups, 2)
        if len(one) + len(other) <= LARGEST and _shared((*one, *other), known)
    ]
    if not scored:
        return None
    _, one, other = max(scored)
    return one, other


def _shared(group: tuple[str, ...], known: Mapping[str, frozenset[str]]) -> frozenset[str]:
    return frozenset.intersection(*(known[id] for id in group))
