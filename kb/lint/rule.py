"""What a rule is: a small function with a name, a reason, and one bad and one good example."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from kb.errors import Problem
from kb.lint.view import View
from kb.model import Fault

Severity = Literal["error", "warning", "note"]


class Finding(NamedTuple):
    """One place that breaks a rule. `remedy` says what to write instead."""

    file: Path
    line: int | None
    field: str
    message: str
    remedy: str


Finds = Callable[[View], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A cross rule. `bad` and `good` are YAML: file of a knowledge base → what stands in it.

    What an example leaves out is as in a small valid base, where the files of the entry
    `some-fault` go without its name; `bad` breaks this rule and `good` does not.
    """

    name: str
    severity: Severity
    about: str
    finds: Finds
    bad: str
    good: str

    def problems(self, view: View) -> Iterator[Problem]:
        """What breaks this rule in `view`."""
        for found in self.finds(view):
            yield Problem(*found, rule=self.name, severity=self.severity)


def rule(severity: Severity, *, bad: str, good: str) -> Callable[[Finds], Rule]:
    """Make the function a rule: its name (`_` becomes `-`) names it, its docstring explains it."""

    def made(finds: Finds) -> Rule:
        name = getattr(finds, "__name__", "").replace("_", "-")
        return Rule(name, severity, inspect.getdoc(finds) or "", finds, bad, good)

    return made


def at(fault: Fault, field: str, message: str, remedy: str) -> Finding:
    """A finding in the entry.yaml of `fault`."""
    return Finding(fault.folder / "entry.yaml", _line(fault.lines, field), field, message, remedy)


def in_file(fault: Fault, path: str, line: int | None, message: str, remedy: str) -> Finding:
    """A finding in another file of `fault`'s folder."""
    return Finding(fault.folder / path, line, "", message, remedy)


def at_node(view: View, id: str, field: str, message: str, remedy: str) -> Finding:
    """A finding in the tree.yaml, at the node `id` (without a line when it stands elsewhere)."""
    dotted = f"nodes.{id}.{field}".rstrip(".") if id else field
    line = _line(view.base.tree_lines, dotted) if id in view.base.tree.nodes or not id else None
    return Finding(view.base.tree_file, line, dotted, message, remedy)


def _line(lines: Mapping[str, int], field: str) -> int | None:
    """The line of `field`, or of the nearest field above it that has one."""
    while field and field not in lines:
        field = field.rpartition(".")[0]
    return lines.get(field)
