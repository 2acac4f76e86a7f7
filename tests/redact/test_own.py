"""A knowledge base's own patterns: what is taken, what is refused and why."""

from __future__ import annotations

import pytest

from kb.errors import Refused
from kb.redact import own_patterns, redact

WORDS = r"(?:ACME|Zebra|[A-Z]{2,5})(?:-[0-9a-f]{4}){1,4}(?:_(?:dev|prod))?[|+]{2}"


@pytest.mark.parametrize(
    "pattern",
    [
        r"ACME-\d+",
        r"(?:\d{1,3}\.){3}\d{1,3}",
        r"(?i)tiger|lion",
        r"[a(b+]+x",
        r"proj-[a-z]+-\d+",
        WORDS,
    ],
)
def test_taken(pattern: str) -> None:
    (own,) = own_patterns({"project": pattern})
    assert own.pattern.pattern == pattern


@pytest.mark.parametrize(
    ("name", "pattern", "why"),
    [
        ("Project!", "x", "is no name for a placeholder"),
        ("project", "[a-", "is no regular expression"),
        ("project", "[[x]]", "is no regular expression"),
        ("project", "x*", "matches nothing at all"),
        ("project", r"\s", "line end"),
        ("project", "x" * 501, "over 500 characters"),
        *(
            ("project", pattern, "can take for ever")
            for pattern in (
                *("(a+)+b", "(?:a|b*c)+d", "((a{1,9}))*d", "a+b+c+d", "(a+){30}b", "(a*){2,5}b"),
                *("(a|a)+b", "(a|aa){1,30}b", "((a|aa)c?){30}b", "(a{1,20}){1,20}b"),
                *(
                    "(a{1,9}){5}b",
                    "(a|aa){16}b",
                    "a{1,40}a{1,40}a{1,40}a{1,40}b",
                    "(b|(c|(a+)){,9})d",
                ),
            )
        ),
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
