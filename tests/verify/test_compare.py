"""Whether a run shows the symptom."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planted import ERROR, entry

from kb.verify.compare import contains, shows, still_shows


@pytest.mark.parametrize(
    ("output", "shown"),
    [
        (ERROR, True),
        (f"[rank0]: {ERROR}", True),
        (ERROR.replace("16", "2048"), True),
        (ERROR.replace("ValueError", "RuntimeError"), False),
        ("ValueError: Expected more than", False),
        ("", False),
    ],
)
def test_the_error_is_found_after_masking(output: str, shown: bool) -> None:
    assert shows(entry(), output) is shown


def test_all_lines_of_an_error_must_come_in_order() -> None:
    known = entry(symptom__error="RuntimeError: CUDA error\n  Compile with X to see more")
    assert shows(known, "a\nRuntimeError: CUDA error\nb\nCompile  with X to see more")
    assert not shows(known, "Compile with X to see more\nRuntimeError: CUDA error")
    assert not shows(known, "RuntimeError: CUDA error")


def test_shows_decides_alone_where_it_is_given() -> None:
    known = entry(symptom__error="exit 1 of 5 rows", case__shows=r"^exit 1 of \d rows$")
    assert shows(known, "loading\nexit 1 of 5 rows\n")
    assert not shows(known, "exit 1 of 10 rows")


def test_where_masking_hides_the_difference_the_fix_is_read_unmasked() -> None:
    known = entry(symptom__error="read 5 rows", case__shows=r"read 5 rows")
    assert not still_shows(known, "read 10 rows")
    assert still_shows(known, "read 5 rows")
    other = entry(symptom__error="read 5 rows", case__shows=r"five")
    assert still_shows(other, "read 5  rows")


def test_a_silent_fault_is_shown_by_its_regex() -> None:
    known = entry(symptom={"observed": "the loss does not move"}, case__shows=r"loss 0\.69.*0\.69")
    assert shows(known, "loss 0.69 0.69")
    assert not still_shows(known, "loss 0.69 0.31; the loss does not move")


@given(st.lists(st.text()), st.data())
def test_any_lines_kept_in_order_are_contained(lines: list[str], data: st.DataObject) -> None:
    keep = data.draw(st.lists(st.booleans(), min_size=len(lines), max_size=len(lines)))
    wanted = [line for line, kept in zip(lines, keep, strict=True) if kept]
    assert contains("\n".join(lines), "\n".join(wanted))
