"""The fix and the fifteen minutes after."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from incidents import incident

from kb.capture import window
from kb.model.incident import WINDOW

DAY = 24 * 3600.0


def test_the_same_program_in_the_same_folder_shows_it() -> None:
    open_, other = incident(), incident(folder="/elsewhere")
    done = incident(fixed=1500.0)
    assert window.met_by([open_, other, done], "python train.py", "/w") == [open_]
    assert window.met_by([open_], "python test.py", "/w") == []


@pytest.mark.parametrize("word", ["-h", "--help", "--version"])
def test_asking_for_help_shows_nothing(word: str) -> None:
    assert window.met_by([incident()], "python train.py", "/w", ["python", "train.py", word]) == []


@pytest.mark.parametrize(("took", "after"), [(1.0, 60.0), (30.0, 60.0), (600.0, 1200.0)])
def test_outlived(took: float, after: float) -> None:
    assert window.outlived_after(incident(started=0.0, ended=took)) == after


@pytest.mark.parametrize(
    ("passed", "minutes", "late"),
    [(0, 15, False), (1, 15, False), (61, 14, False), (899, 1, False), (900, 0, True)],
)
def test_the_window(passed: float, minutes: int, late: bool) -> None:
    fixed = window.fixed(incident(), now=5000.0)
    assert window.minutes_left(fixed, 5000.0 + passed) == minutes
    assert window.is_late(fixed, 5000.0 + passed) is late


def test_no_window_without_a_fix() -> None:
    assert window.minutes_left(incident(), 1001.0) == 0
    assert not window.is_late(incident(), 10 * DAY)


@given(st.floats(-1e12, 1e12), st.floats(-1e12, 1e12))
def test_any_clock(fixed: float, now: float) -> None:
    one = incident(fixed=fixed)
    assert 0 <= window.seconds_left(one, now) <= WINDOW
    assert 0 <= window.minutes_left(one, now) <= 15
    minutes = window.minutes_to_fix(one)
    assert minutes is None or minutes >= 1


@pytest.mark.parametrize(("fixed", "minutes"), [(1001.0, 1), (4600.0, 60), (999.0, None)])
def test_minutes_to_fix_count_from_the_first_failure(fixed: float, minutes: int | None) -> None:
    again = window.once_more(incident(), incident(id="later", ended=4000.0, first=4000.0))
    assert (again.id, again.times, again.ended) == (incident().id, 2, 4000.0)
    assert window.minutes_to_fix(window.fixed(again, fixed)) == minutes


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ({"symptom": "ValueError: the spoon has 7 tines"}, True),
        ({"symptom": "KeyError: 'spoon'"}, False),
        ({"folder": "/elsewhere"}, False),
        ({"symptom": None}, False),
    ],
)
def test_the_same_once_more(other: dict[str, str | None], same: bool) -> None:
    assert window.is_same(incident(), incident(**other)) is same


def test_without_a_symptom_the_ending_counts() -> None:
    killed = incident(symptom=None, exit_code=None, signal=9)
    assert window.is_same(killed, killed)
    assert not window.is_same(killed, incident(symptom=None))


def test_fixed_and_back() -> None:
    fixed = window.fixed(incident(), 2000.0, {"train.py": "x"})
    assert (fixed.fixed, fixed.fixed_sources) == (2000.0, {"train.py": "x"})
    assert window.reopened(fixed) == incident()


def test_an_old_one_is_forgotten_and_a_fixed_one_is_not() -> None:
    assert not window.is_forgotten(incident(), 1000.0 + 29 * DAY)
    assert window.is_forgotten(incident(), 1000.0 + 31 * DAY)
    assert not window.is_forgotten(incident(fixed=2000.0), 1000.0 + 31 * DAY)
