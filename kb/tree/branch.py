"""The tree as one nested value: nodes and the faults under them, with counts by status."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from kb.errors import NotFound, Refused
from kb.model import Fault, KnowledgeBase, Tree, status

DEEPEST = 50
"""Levels that are still drawn and exported; nobody reads below."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A node or a fault, and what hangs under it.

    `id` is empty for the top event. `state` is a fault's status, or how it was withdrawn;
    `counts` says how many faults at or below are in each state.
    """

    id: str
    title: str
    zh: str | None
    kind: Literal["top", "node", "fault"]
    gate: Literal["or", "and"]
    state: str | None
    counts: Mapping[str, int]
    below: tuple[Branch, ...]


def branch(base: KnowledgeBase, start: str | None = None) -> Branch:
    """The tree from the node `start`, or from the top event.

    Raises NotFound when there is no such node, Refused when it is deeper than `DEEPEST`.
    """
    if start is not None and start not in base.tree.nodes:
        raise NotFound(f"no node {start!r} in the tree; `kb tree` shows them all")
    hanging: dict[str, list[Fault]] = defaultdict(list)
    for fault in base.faults.values():
        hanging[fault.entry.parent].append(fault)
    return _node(base, _children(base.tree), hanging, start, 0)


def lost(base: KnowledgeBase) -> tuple[str, ...]:
    """Ids of the faults that no branch holds: their node is missing or leads to no domain."""
    held = {
        id for domain in base.tree.domains() for id in (domain, *descendants(base.tree, domain))
    }
    return tuple(id for id, fault in base.faults.items() if fault.entry.parent not in held)


def descendants(tree: Tree, id: str) -> tuple[str, ...]:
    """Ids of all nodes below `id`, each once, also where the tree runs in a circle."""
    children = _children(tree)
    found: dict[str, None] = {}
    waiting = list(children.get(id, ()))
    while waiting:
        node = waiting.pop(0)
        if node not in found and node != id:
            found[node] = None
            waiting.extend(children.get(node, ()))
    return tuple(found)


def state(fault: Fault) -> str:
    """The fault's status, or `refuted` or `retired` when it was withdrawn."""
    return fault.entry.withdrawn.as_ if fault.entry.withdrawn else status(fault)


def _children(tree: Tree) -> dict[str | None, list[str]]:
    children: dict[str | None, list[str]] = defaultdict(list)
    for id, node in tree.nodes.items():
        children[node.parent].append(id)
    return children


def _node(
    base: KnowledgeBase,
    children: Mapping[str | None, list[str]],
    hanging: Mapping[str, list[Fault]],
    id: str | None,
    depth: int,
) -> Branch:
    if depth > DEEPEST:
        raise Refused(
            f"the tree is more than {DEEPEST} levels deep at {id}; move it up: kb tree move"
        )
    nodes = [_node(base, children, hanging, child, depth + 1) for child in children.get(id, ())]
    faults = [_fault(fault) for fault in hanging.get(id or "", ())]
    node = base.tree.nodes[id] if id is not None else None
    places = {child: place for place, child in enumerate(node.order if node else ())}
    below = sorted([*nodes, *faults], key=lambda part: places.get(part.id, len(places)))
    return Branch(
        id=id or "",
        title=node.title if node else base.tree.title,
        zh=node.zh if node else base.tree.zh,
        kind="node" if node else "top",
        gate=node.gate if node else "or",
        state=None,
        counts=sum((Counter(part.counts) for part in below), Counter()),
        below=tuple(below),
    )


def _fault(fault: Fault) -> Branch:
    now = state(fault)
    return Branch(fault.id, fault.entry.title, None, "fault", "or", now, Counter([now]), ())


def walk(top: Branch) -> Iterator[tuple[Branch, Branch]]:
    """Each branch under `top` with the one it hangs under, from the top down."""
    for part in top.below:
        yield top, part
        yield from walk(part)
