"""A knowledge base as a value: one tree, its faults, and what could not be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kb.errors import Problem
from kb.model.fault import Fault
from kb.model.tree import Tree


@dataclass(frozen=True, slots=True)
class KnowledgeBase:
    """What one layer, or several merged, hold. `faults` go by id, in alphabetical order.

    `tree_lines` gives the line of each field of tree.yaml (dotted path, counted from 1).
    `problems` are the files that could not be read into a value; the rest is still usable.
    """

    tree: Tree
    faults: Mapping[str, Fault]
    problems: tuple[Problem, ...] = ()
    tree_file: Path = Path("tree.yaml")
    tree_lines: Mapping[str, int] = field(default_factory=dict)

    def below(self, node: str) -> tuple[Fault, ...]:
        """The faults that hang directly under `node`."""
        return tuple(fault for fault in self.faults.values() if fault.entry.parent == node)
