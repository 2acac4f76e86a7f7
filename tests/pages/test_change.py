"""What the fix changes, side by side."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kb.pages.change import MOST_FILES, MOST_LINES, changes, compare


def test_the_change_is_shown_side_by_side_with_what_differs_marked(fault):
    ((change,), _) = changes(fault)
    (block,) = [block for block in change.blocks if not block.same]
    assert (change.path, change.kind) == ("train.py", "changed")
    assert "<mark>1</mark>" in block.old
    assert "<mark>17</mark>" in block.new


@pytest.mark.parametrize(
    ("faulty", "fixed", "removes", "kind"),
    [
        ({"a.py": b"1"}, {}, (), "same"),
        ({}, {"a.py": b"1"}, (), "added"),
        ({"a.py": b"1"}, {}, ("a.py",), "removed"),
        ({"a.py": b"\0"}, {}, (), "binary"),
        ({"a.py": b"\xff"}, {"a.py": b"x"}, (), "binary"),
        ({"a.py": b"1\r\n"}, {"a.py": b"2\n"}, (), "changed"),
    ],
)
def test_each_kind_of_file_is_named(fault, faulty, fixed, removes, kind):
    assert fault.entry.case is not None
    case = fault.entry.case.model_copy(update={"removes": removes})
    entry = fault.entry.model_copy(update={"case": case})
    ((change,), _) = changes(replace(fault, entry=entry, faulty=faulty, fixed=fixed))
    assert change.kind == kind


def test_a_page_has_the_files_that_the_fix_touches_and_says_how_many_are_left(fault):
    many = {f"{number:02}.py": b"x" for number in range(MOST_FILES + 3)}
    shown, left = changes(replace(fault, faulty=many, fixed={"14.py": b"y"}))
    assert [each.path for each in shown[:2]] == ["14.py", "00.py"]
    assert (len(shown), left) == (MOST_FILES, 3)


def test_a_long_file_is_cut_and_says_how_much(fault):
    text = b"x\n" * (MOST_LINES + 7)
    ((change,), _) = changes(replace(fault, faulty={"a.py": text}, fixed={}))
    assert change.cut == 7


def test_long_equal_stretches_are_folded_with_context_left():
    lines = [str(number) for number in range(40)]
    head, kept, changed, after, tail = compare([*lines, "a", *lines], [*lines, "b", *lines])
    assert [block.folded for block in (head, kept, changed, after, tail)] == [
        True,
        False,
        False,
        False,
        True,
    ]
    assert (head.count, kept.count, after.count, tail.count) == (36, 4, 4, 36)
    assert 'data-line="37"' in kept.old
