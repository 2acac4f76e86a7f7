"""Every rule fires on its bad example and is quiet on its good one."""

from __future__ import annotations

import re
from collections.abc import Iterable

from world import world

from kb.errors import Problem
from kb.lint import RULES, Rule, explained, lint


def test_bad_examples_break_their_rule() -> None:
    found = {rule.name: own(rule, lint(*world(rule.bad))) for rule in RULES}
    assert {name: {problem.severity for problem in found[name]} for name in found} == {
        rule.name: {rule.severity} for rule in RULES
    }
    every = [problem for problems in found.values() for problem in problems]
    assert [each for each in every if not each.message or not each.remedy] == []
    assert [each for each in every if "\n" in str(each)] == []


def test_good_examples_break_neither_their_rule_nor_another() -> None:
    found = {rule.name: lint(*world(rule.good)) for rule in RULES}
    assert {rule.name: own(rule, found[rule.name]) for rule in RULES} == {
        rule.name: [] for rule in RULES
    }
    assert [
        (name, problem)
        for name, problems in found.items()
        for problem in problems
        if problem.severity == "error"
    ] == []


def own(rule: Rule, problems: Iterable[Problem]) -> list[Problem]:
    """Those of `problems` that `rule` found."""
    return [problem for problem in problems if problem.rule == rule.name]


def test_the_base_of_the_examples_is_clean() -> None:
    assert lint(*world("")) == ()


def test_names_are_stable_words_each_once() -> None:
    names = [rule.name for rule in RULES]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in names)


def test_explanations_say_why_in_sentences() -> None:
    assert [rule.name for rule in RULES if len(rule.about) < 40 or rule.about[-1] != "."] == []


def test_a_rule_is_explained_with_both_examples() -> None:
    for rule in RULES:
        page = explained(rule)
        assert page.startswith(f"## {rule.name}\n\n*{rule.severity}* — ")
        bad, good = page.index(rule.bad.strip()), page.index(rule.good.strip(), page.index("Good:"))
        assert page.index("Bad:") < bad < page.index("Good:") < good
