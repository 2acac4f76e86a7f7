"""A knowledge base as a value: one tree, its faults, and what could not be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kb.errors import InvalidFiles, NotFound, Problem
from kb.model.fault import Fault
from kb.model.near import hint
from kb.model.tree import Node, Tree


@dataclass(frozen=True, slots=True)
class Patterns:
    """What a knowledge base redacts beside secrets, people and machines: its `redact.yaml`.

    `listed` goes from the name of a placeholder to a regex, `lines` to its line in `file`.
    """

    listed: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    file: Path = Path("redact.yaml")


@dataclass(frozen=True, slots=True)
class KnowledgeBase:
    """What one layer, or several merged, hold. `faults` go by id, in alphabetical order.

    `tree_lines` gives the line of each field of tree.yaml (dotted path, counted from 1).
    `problems` are the files that could not be read into a value; the rest is still usable.
    A base that is not `trusted` shadows nothing when it is merged with others.
    """

    tree: Tree
    faults: Mapping[str, Fault]
    problems: tuple[Problem, ...] = ()
    tree_file: Path = Path("tree.yaml")
    tree_lines: Mapping[str, int] = field(default_factory=dict)
    trusted: bool = True
    patterns: Patterns = field(default_factory=Patterns)

    def below(self, node: str) -> tuple[Fault, ...]:
        """The faults that hang directly under `node`."""
        return tuple(fault for fault in self.faults.values() if fault.entry.parent == node)

    def fault(self, id: str) -> Fault:
        """The fault of that id.

        NotFound names the ids that come near; InvalidFiles: it is there and cannot be read.
        """
        if id not in self.faults:
            if broken := [problem for problem in self.problems if id in problem.file.parts]:
                raise InvalidFiles(broken)
            raise NotFound(
                f"no entry {id!r}; {hint(id, self.faults, '`kb list` shows what there is')}"
            )
        return self.faults[id]

    def node(self, id: str) -> Node:
        """The node of that id. NotFound names the ids that come near."""
        if id not in self.tree.nodes:
            raise NotFound(
                f"no node {id!r}; {hint(id, self.tree.nodes, '`kb tree` shows what there is')}"
            )
        return self.tree.nodes[id]

    def under(self, fault: Fault, node: str) -> bool:
        """Whether the fault hangs at `node` or anywhere below it; not when its way up is broken."""
        try:
            return node in self.tree.path(fault.entry.parent)
        except (KeyError, ValueError):
            return False
