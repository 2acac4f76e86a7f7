"""Untrusted text cannot act on the terminal it is printed on."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from kb.text import printable, printable_json


@given(st.text(alphabet=st.characters(min_codepoint=0, max_codepoint=0x2100), max_size=80))
def test_nothing_left_acts(text: str) -> None:
    shown = printable(text)
    assert all(char in "\n\t" or char >= " " for char in shown)
    assert not set(shown) & set("\x7f\x9b\u202e\u2066\u2028")
    assert printable(shown) == shown


def test_what_it_shows() -> None:
    assert printable("a\x1b[31mb\u202ec\udc80\td\n") == "a\\x1b[31mb\\u202ec\\udc80\td\n"


def test_other_languages_stay() -> None:
    assert printable("显存不足 é 🧟") == "显存不足 é 🧟"


def test_json_is_printable_and_says_the_same() -> None:
    value = {"a\x9b": ["b\x1b[31m", "c\u202ed", "\ud800", "\U000e0041", "显存\n"]}
    shown = printable_json(value)
    assert printable(shown) == shown
    assert "显存" in shown
    assert json.loads(shown) == value
