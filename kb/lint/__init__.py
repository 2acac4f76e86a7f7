"""Cross rules over a knowledge base: what no file can tell about itself alone."""

from __future__ import annotations

from collections.abc import Sequence

from kb.errors import Problem
from kb.lint import (
    branches,
    cases,
    commands,
    harm,
    patterns,
    placeholders,
    places,
    privacy,
    standing,
    texts,
)
from kb.lint.rule import Rule
from kb.lint.schemas import SCHEMAS, schema
from kb.lint.view import look
from kb.model import KnowledgeBase

__all__ = ["RULES", "SCHEMAS", "Rule", "explained", "lint", "schema"]

ROOMS = (branches, places, commands, harm, placeholders, cases, texts, privacy, patterns, standing)

RULES: tuple[Rule, ...] = tuple(
    value for room in ROOMS for value in vars(room).values() if isinstance(value, Rule)
)
"""Every cross rule, in the order of the files that hold them."""

TREE_RULES = frozenset(
    rule.name
    for room in (branches, places)
    for rule in vars(room).values()
    if isinstance(rule, Rule)
)
"""Names of the rules about the tree and the places in it, which `kb tree lint` runs alone."""


def lint(
    base: KnowledgeBase,
    others: Sequence[KnowledgeBase] = (),
    rules: Sequence[Rule] = RULES,
) -> tuple[Problem, ...]:
    """All that is wrong in `base`, sorted by file and line; what could not be read comes along.

    `others` are the layers around it, the nearest first: parents may stand there.
    """
    view = look(base, others)
    found = [*base.problems, *(problem for rule in rules for problem in rule.problems(view))]
    return tuple(sorted(set(found), key=_place))


def explained(rule: Rule) -> str:
    """A rule as Markdown: name, severity, reason, a bad and a good example."""
    examples = (
        f"{head}:\n\n```yaml\n{example.strip(chr(10))}\n```\n"
        for head, example in (("Bad", rule.bad), ("Good", rule.good))
    )
    about = f"*{rule.severity}* — {' '.join(rule.about.split())}\n"
    return "\n".join((f"## {rule.name}\n", about, *examples))


def _place(problem: Problem) -> tuple[str, int, str, str]:
    return str(problem.file), problem.line or 0, problem.field, problem.rule
