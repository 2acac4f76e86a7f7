"""Each rule on its own: the text that it must change, and the one that it must leave."""

from __future__ import annotations

import re
from collections import Counter

from kb.redact import redact
from kb.redact.find import RULES
from kb.redact.rule import Rule

BY_NAME = {rule.name: rule for rule in RULES}


def test_changes() -> None:
    redacted = {name: redact(rule.changes) for name, rule in BY_NAME.items()}
    assert [
        (name, found)
        for name, found in redacted.items()
        if name not in {replacement.rule for replacement in found.replacements}
    ] == []
    assert [
        (name, replacement.original, found.text)
        for name, found in redacted.items()
        for replacement in found.replacements
        if replacement.original in found.text.split()
    ] == []


def test_stays() -> None:
    assert {name: redact(rule.stays).text for name, rule in BY_NAME.items()} == {
        name: rule.stays for name, rule in BY_NAME.items()
    }


def test_every_repeat_is_bounded() -> None:
    """An open repeat, two of them above all, would make time grow faster than the text."""
    assert [(name, bare(rule)) for name, rule in BY_NAME.items() if OPEN.search(bare(rule))] == []


OPEN = re.compile(r"[*+]|\{\d*,\}")


def bare(rule: Rule) -> str:
    """The pattern of `rule` without what is escaped and without classes."""
    return re.sub(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", "x", rule.pattern + rule.unless)


def test_names_are_unique() -> None:
    assert [name for name, count in Counter(rule.name for rule in RULES).items() if count > 1] == []
