"""Each rule on its own: the text that it must change, and the one that it must leave."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from kb.redact import redact
from kb.redact.find import RULES
from kb.redact.rule import Rule

each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)


@each_rule
def test_changes(rule: Rule) -> None:
    redacted = redact(rule.changes)
    assert rule.name in {replacement.rule for replacement in redacted.replacements}
    for replacement in redacted.replacements:
        assert replacement.original not in redacted.text.split()


@each_rule
def test_stays(rule: Rule) -> None:
    assert redact(rule.stays).text == rule.stays


@each_rule
def test_every_repeat_is_bounded(rule: Rule) -> None:
    """An open repeat, two of them above all, would make time grow faster than the text."""
    bare = re.sub(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", "x", rule.pattern + rule.unless)
    assert not re.search(r"[*+]|\{\d*,\}", bare), bare


def test_names_are_unique() -> None:
    assert [name for name, count in Counter(rule.name for rule in RULES).items() if count > 1] == []
