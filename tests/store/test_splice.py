"""A field changes; every other line stays byte for byte."""

from __future__ import annotations

import copy
import datetime as dt
import difflib
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import Refused
from kb.store.document import Path, read_document
from kb.store.splice import REMOVE, Rename, change_text
from tests.store.styles import DATA, KEYS, SCALARS, written

TEXT = """\
# head
title: One    # the title
symptom:
  error: "a: b"   # quoted
  also:           # other wordings
  # the first
  - 'x'
  # the second
  - y    # why
root_cause: >-
  folded
  text

verify: {command: "true", values: {a: {about: x}}}   # flow
corrects:
- claim: c
  found: f   # seen
- {claim: d, found: g}

# before the fix
fix: |
  one
  two
# tail
"""


def changed_lines(fields: dict[str, Any]) -> list[str]:
    """The lines that a change makes, `-` for one taken away, `+` for one put in."""
    after = change_text(TEXT, fields).splitlines()
    found = difflib.ndiff(TEXT.splitlines(), after)
    return [line[0] + line[2:] for line in found if line[0] in "-+"]


REMOVED = [
    "-  also:           # other wordings",
    "-  # the first",
    "-  - 'x'",
    "-  # the second",
    "-  - y    # why",
]


@pytest.mark.parametrize(
    ("fields", "lines"),
    [
        ({"title": "Two"}, ["-title: One    # the title", "+title: Two    # the title"]),
        ({"title": "One"}, []),
        ({"title": Rename("name")}, ["-title: One    # the title", "+name: One    # the title"]),
        (
            {"symptom.error": "c"},
            ['-  error: "a: b"   # quoted', '+  error: "c"   # quoted'],
        ),
        ({"symptom.also": ["x", "y", "z"]}, ["+  - z"]),
        ({"symptom.also": ["y"]}, ["-  - 'x'"]),
        ({"symptom.also.1": "w"}, ["-  - y    # why", "+  - w"]),
        (
            {"symptom.also": REMOVE},
            REMOVED,
        ),
        (
            {"root_cause": "short"},
            ["-root_cause: >-", "-  folded", "-  text", "+root_cause: short"],
        ),
        ({"corrects.0.found": "h"}, ["-  found: f   # seen", "+  found: h   # seen"]),
        ({"corrects.1.found": REMOVE}, ["-- {claim: d, found: g}", "+- {claim: d}"]),
        ({"fix": "one\ntwo\nthree\n"}, ["+  three"]),
        ({"new": dt.date(2026, 11, 30)}, ["+new: 2026-11-30"]),
        ({"case.limits.shm": 64}, ["+case:", "+  limits:", "+    shm: 64"]),
        ({"nothing.here": REMOVE, "nor": Rename("x")}, []),
    ],
)
def test_the_lines_that_a_change_makes(fields: dict[str, Any], lines: list[str]) -> None:
    assert sorted(changed_lines(fields)) == sorted(lines)


def test_a_change_inside_braces_keeps_the_line_and_its_comment() -> None:
    after = change_text(TEXT, {"verify.command": "false", "verify.values.a.pattern": "[0-9]+"})
    assert (
        "verify: {command: \"false\", values: {a: {about: x, pattern: '[0-9]+'}}}   # flow\n"
        in after
    )


def test_a_value_shared_by_an_anchor_is_not_changed_behind_ones_back() -> None:
    text = "a: &x {k: 1}\nb: *x\n"
    with pytest.raises(Refused, match=r"b\.k cannot be changed without touching other lines"):
        change_text(text, {"b.k": 2})
    with pytest.raises(Refused, match=r"a\.k cannot be changed"):
        change_text(text, {"a.k": 2})
    assert change_text(text, {"b": 5}) == "a: &x {k: 1}\nb: 5\n"


@st.composite
def documents(draw: st.DrawFn) -> tuple[dict[str, Any], str]:
    data = draw(DATA)
    return data, written(draw, data)


@given(documents())
def test_however_it_is_written_the_same_data_is_read(made: tuple[dict[str, Any], str]) -> None:
    data, text = made
    assert read_document(text).data == data


@given(documents(), st.data())
def test_setting_a_field_leaves_every_other_line_alone(
    made: tuple[dict[str, Any], str], data: st.DataObject
) -> None:
    before, text = made
    document = read_document(text)
    path = data.draw(st.sampled_from([path for path in document.places if path]))
    value = data.draw(st.one_of(SCALARS, st.lists(SCALARS, max_size=3), DATA))
    after = change_text(text, {path: value})
    assert read_document(after).data == _with(before, path, value)
    _same_around(text, after, document, path)


@given(documents(), st.data())
def test_removing_a_field_leaves_every_other_line_alone(
    made: tuple[dict[str, Any], str], data: st.DataObject
) -> None:
    before, text = made
    document = read_document(text)
    inner = [path for path in document.places if path and (len(path) > 1 or len(before) > 1)]
    if not inner:
        return
    path = data.draw(st.sampled_from(inner))
    after = change_text(text, {path: REMOVE})
    assert read_document(after).data == _with(before, path, REMOVE)
    while len(path) > 1 and len(_at(before, path[:-1])) == 1:
        path = path[:-1]  # the last one inside leaves `{}` or `[]` beside the key above
    _same_around(text, after, document, path)


@given(documents(), st.data())
def test_adding_a_field_only_adds_lines(
    made: tuple[dict[str, Any], str], data: st.DataObject
) -> None:
    before, text = made
    document = read_document(text)
    parents = [path for path, place in document.places.items() if place.kind == "mapping"]
    parent = data.draw(st.sampled_from(parents))
    key = data.draw(KEYS)
    path = (*parent, key)
    if path in document.places:
        return
    value = data.draw(st.one_of(SCALARS, st.lists(SCALARS, max_size=3), DATA))
    after = change_text(text, {path: value})
    assert read_document(after).data == _with(before, path, value)
    _same_around(text, after, document, parent)
    place = document.places[parent]
    if not place.flow and text[place.start] != "{":
        assert not set(_lines(text)) - set(_lines(after)), "no line was taken away"


def _lines(text: str) -> list[str]:
    return [line.rstrip("\r\n") for line in text.split("\n")]


def _same_around(text: str, after: str, document: Any, path: Path) -> None:
    """The lines before the field's first and behind its last are the same bytes."""
    place = document.places[path]
    if not text.endswith("\n"):
        newline = "\r\n" if "\r\n" in text else "\n"
        text, after = text + newline, after + newline
    start = text.rfind("\n", 0, place.key) + 1
    if path and isinstance(path[-1], int) and not place.flow:
        parent = document.places[path[:-1]].start
        column = parent - text.rfind("\n", 0, parent) - 1
        dashes = re.finditer(rf"^ {{{column}}}-", text[: place.start + 1], re.MULTILINE)
        start = list(dashes)[-1].start()
    content = len(text[: place.end].rstrip())
    end = text.find("\n", content) + 1 or len(text)
    assert after.startswith(text[:start])
    beside_dash = text[start : place.key].strip() == "-"
    assert after.endswith(text[end:].lstrip() if beside_dash else text[end:])
    assert ("\r\n" in text) >= ("\r\n" in after.replace(text[:start], ""))


def _at(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data


def _with(data: dict[str, Any], path: Path, value: Any) -> Any:
    changed = copy.deepcopy(data)
    part: Any = changed
    for step in path[:-1]:
        part = part[step]
    if value is REMOVE:
        del part[path[-1]]
    else:
        part[path[-1]] = value
    return changed
