"""Every rule fires on its bad example and is quiet on its good one."""

from __future__ import annotations

import re

import pytest
from world import world

from kb.lint import RULES, Rule, lint, reference

by_name = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)


@by_name
def test_bad_example_breaks_the_rule(rule: Rule) -> None:
    base, others = world(rule.bad)
    found = [problem for problem in lint(base, others) if problem.rule == rule.name]
    assert found
    assert {problem.severity for problem in found} == {rule.severity}
    for problem in found:
        assert problem.message
        assert problem.remedy
        assert "\n" not in str(problem)


@by_name
def test_good_example_breaks_neither_it_nor_another(rule: Rule) -> None:
    found = lint(*world(rule.good))
    assert [problem for problem in found if problem.rule == rule.name] == []
    assert [problem for problem in found if problem.severity == "error"] == []


def test_the_base_of_the_examples_is_clean() -> None:
    assert lint(*world("")) == ()


def test_names_are_stable_words_each_once() -> None:
    names = [rule.name for rule in RULES]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in names)


def test_explanations_say_why_in_sentences() -> None:
    assert [rule.name for rule in RULES if len(rule.about) < 40 or rule.about[-1] != "."] == []


def test_reference_has_every_rule_with_both_examples() -> None:
    page = reference()
    assert page.startswith("# Rules of `kb lint`\n")
    for rule in RULES:
        section = page.partition(f"\n## {rule.name}\n")[2].partition("\n## ")[0]
        assert rule.bad.strip() in section
        assert rule.good.strip() in section
