"""The mark of the prompt says what the whole command would."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from incidents import incident

from kb.capture import window
from kb.store.incidents import change, drop, incidents_home, keep
from kb.store.mark import mark

NOW = 1_000_000.0
DAY = 24 * 3600


@pytest.mark.parametrize(
    ("there", "shown"),
    [
        ([], ""),
        ([{"ended": NOW - 5}], "kb:1"),
        ([{"ended": NOW - 5}, {"ended": NOW - 50}], "kb:2"),
        ([{"ended": NOW - 2 * DAY}], ""),
        ([{"ended": NOW - 900, "fixed": NOW - 170}], "kb:13m"),
        ([{"ended": NOW - 5}, {"fixed": NOW - 170}], "kb:13m"),
        ([{"fixed": NOW - 3600}, {"fixed": NOW - 170}], "kb:13m"),
        ([{"fixed": NOW - 3600}], "kb:late"),
        ([{"fixed": NOW - 2 * DAY}], ""),
        ([{"fixed": NOW + 9999}], "kb:15m"),
    ],
)
def test_mark(there: list[dict[str, Any]], shown: str) -> None:
    for each in there:
        keep(incident(**({"ended": 0.0} | each)))
    assert mark(NOW) == (f"{shown} " if shown else "")


def test_minutes_are_those_of_the_window() -> None:
    id = keep(incident()).id

    @settings(max_examples=10)
    @given(st.floats(0, 2 * window.WINDOW))
    def same(passed: float) -> None:
        fixed = change(id, lambda one: window.fixed(window.reopened(one), NOW - passed))
        left = window.minutes_left(fixed, NOW)
        assert mark(NOW) == (f"kb:{left}m " if left else "kb:late ")

    same()
    drop(id)


@pytest.mark.parametrize("text", ["", "{", '{\n "fixed": x,\n "ended": y', '{\n "fixed": 1e999\n'])
def test_damaged_files_do_not_count(text: str) -> None:
    incidents_home().mkdir(parents=True)
    (incidents_home() / "bad.json").write_text(text)
    assert mark(NOW) == ""
