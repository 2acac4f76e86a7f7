"""The few lines below another program's error."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from kb.capture.brief import brief
from kb.match import Answer, Match

MATCH = Match(
    id="port-in-use",
    title="The port is taken",
    domain="serving",
    parent="ports",
    status="proven",
    confidence=0.934,
    root_cause="An earlier server runs. " * 30,
    verify="ss -ltn | grep {port}",
    fix="End it.",
    matched=(),
    layer="handbook",
)


def lines(match: Match, verdict: Literal["match", "maybe", "none"] = "match") -> list[str]:
    return brief(Answer(verdict, (match, replace(match, id="other")), 1.0))


def test_it_says_what_to_do_and_where_more_is() -> None:
    said = lines(MATCH)
    assert said[:2] == ["The port is taken", "port-in-use · 93% sure · proven"]
    assert said[2].startswith("cause   An earlier server runs.")
    assert said[4].endswith(" …")
    assert said[5:] == [
        "check   ss -ltn | grep {port}",
        "fix     End it.",
        "more    kb show port-in-use",
    ]
    assert max(map(len, said)) < 80


@pytest.mark.parametrize(
    ("verdict", "layer", "second"),
    [
        ("maybe", "handbook", "port-in-use · perhaps · proven"),
        ("match", "team (not trusted)", "port-in-use · 93% sure · proven · team (not trusted)"),
    ],
)
def test_how_sure_and_whose(verdict: Literal["match", "maybe"], layer: str, second: str) -> None:
    assert lines(replace(MATCH, layer=layer), verdict)[1] == second


def test_a_check_that_wants_values_is_given_as_one_types_it() -> None:
    assert "check   kb check port-in-use --set port=…" in lines(replace(MATCH, values=("port",)))


def test_nothing_is_said_where_nothing_matches() -> None:
    assert lines(MATCH, "none") == []


def test_no_text_of_an_entry_acts_on_the_terminal() -> None:
    evil = "\x1b[2J\nred\u202e\x07"
    said = lines(replace(MATCH, title=evil, root_cause=evil, verify=evil, fix=evil, layer=evil))
    assert [line for line in said if not line.isprintable()] == []
    assert len(said) == 6
