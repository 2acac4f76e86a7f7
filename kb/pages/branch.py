"""The fault tree as it grows: nodes with all that hangs on them, in the order of checking."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.model import Fault, KnowledgeBase, Node


@dataclass(frozen=True, slots=True)
class Branch:
    """A node with what is directly below it, likeliest and cheapest first.

    `faults` hang on the node itself, `all` anywhere below it.
    """

    id: str
    node: Node
    below: tuple[Branch | Fault, ...]
    all: tuple[Fault, ...]

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The nodes directly below."""
        return tuple(each for each in self.below if isinstance(each, Branch))

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults directly below."""
        return tuple(each for each in self.below if isinstance(each, Fault))


def grow(base: KnowledgeBase) -> tuple[Branch, ...]:
    """One branch for each domain. What hangs on no node, or in a circle, is left out."""
    hanging: dict[str, list[Fault]] = {}
    for fault in base.faults.values():
        hanging.setdefault(fault.entry.parent, []).append(fault)
    return tuple(_branch(base, id, hanging) for id in base.tree.children(None))


def _branch(base: KnowledgeBase, id: str, hanging: dict[str, list[Fault]]) -> Branch:
    node = base.tree.nodes[id]
    nodes = [_branch(base, child, hanging) for child in base.tree.children(id)]
    faults = sorted(hanging.get(id, ()), key=lambda fault: fault.entry.withdrawn is not None)
    rank = {child: place for place, child in enumerate(node.order)}
    below: list[Branch | Fault] = [*nodes, *faults]
    below.sort(key=lambda each: rank.get(each.id, len(rank)))
    everything = [fault for branch in nodes for fault in branch.all] + faults
    return Branch(id, node, tuple(below), tuple(everything))


def crown(branches: tuple[Branch, ...], most: int) -> tuple[Branch, ...]:
    """`branches` down to the lowest level above which there are at most `most` nodes in all.

    What is cut off still counts in `all` of the nodes above it.
    """
    depth, seen, level = 0, len(branches), branches
    while level := tuple(below for each in level for below in each.branches):
        seen += len(level)
        if seen > most:
            break
        depth += 1
    return tuple(_cut(each, depth) for each in branches)


def _cut(branch: Branch, depth: int) -> Branch:
    kept: list[Branch | Fault] = []
    for each in branch.below:
        if isinstance(each, Fault):
            kept.append(each)
        elif depth:
            kept.append(_cut(each, depth - 1))
    return replace(branch, below=tuple(kept))


def every(branches: tuple[Branch, ...]) -> tuple[Branch, ...]:
    """`branches` and all below them, from the top down."""
    return tuple(found for branch in branches for found in (branch, *every(branch.branches)))
