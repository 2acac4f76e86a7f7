"""A knowledge base's own patterns: what is taken, what is refused and why."""

from __future__ import annotations

import pytest

from kb.errors import Refused
from kb.redact import own_patterns, redact


@pytest.mark.parametrize(
    "pattern",
    [r"ACME-\d+", r"(?:\d{1,3}\.){3}\d{1,3}", r"(?i)tiger|lion", r"[a(b+]+x", r"proj-[a-z]+-\d+"],
)
def test_taken(pattern: str) -> None:
    (own,) = own_patterns({"project": pattern})
    assert own.pattern.pattern == pattern


@pytest.mark.parametrize(
    ("name", "pattern", "why"),
    [
        ("Project!", "x", "is no name for a placeholder"),
        ("project", "[a-", "is no regular expression"),
        ("project", "x*", "matches nothing at all"),
        ("project", r"\s", "line end"),
        ("project", "x" * 501, "over 500 characters"),
        ("project", "(a+)+b", "repeats a repeat"),
        ("project", "(?:a|b*c)+d", "repeats a repeat"),
        ("project", "((a{1,9}))*d", "repeats a repeat"),
        ("project", "a+b+c+d", "over two open repeats"),
    ],
)
def test_refused(name: str, pattern: str, why: str) -> None:
    with pytest.raises(Refused, match=why) as refused:
        own_patterns({name: pattern})
    assert repr(name) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_pattern_that_matches_its_own_placeholder_ends() -> None:
    own = own_patterns({"acme": "acme"})
    assert redact("acme of acme", own).text == "<acme> of <acme>"
    assert redact("<acme> of <acme>", own).text == "<acme> of <acme>"


def test_long_lines_are_read_whole() -> None:
    own = own_patterns({"project": r"ACME-\d+"})
    for place in (0, 795, 799, 995, 1000, 5000):
        text = "x " * (place // 2) + "ACME-1234 y"
        assert redact(text, own).text == text.replace("ACME-1234", "<project>")
