"""When it was fixed, as a person says it."""

import datetime as dt
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.capture.draft import Draft
from kb.capture.moment import ago, at, measured
from kb.errors import Refused

NOW = dt.datetime(2026, 11, 30, 15, 42, 13).timestamp()


@pytest.mark.parametrize(
    ("text", "minutes"),
    [("12m", 12), ("12", 12), ("1h30m", 90), ("1h 30", 90), ("2d", 2880), (" 1d1h1m ", 1501)],
)
def test_so_long_ago(text, minutes):
    assert ago(text, NOW) == NOW - 60 * minutes


@pytest.mark.parametrize("text", ["", "soon", "-5m", "5s", "m", "1.5h", "12m ago", "٣m"])
def test_what_is_no_time_ago_is_told(text):
    with pytest.raises(Refused, match="such as 12m or 1h30m"):
        ago(text, NOW)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("15:20", (2026, 11, 30, 15, 20)),
        ("9:05", (2026, 11, 30, 9, 5)),
        ("2026-11-29 23:50", (2026, 11, 29, 23, 50)),
        ("2026-11-29T23:50", (2026, 11, 29, 23, 50)),
    ],
)
def test_at_a_time_of_today_or_of_another_day(text, moment):
    assert at(text, NOW) == dt.datetime(*moment).timestamp()


def test_a_time_with_its_zone():
    assert at("2026-11-29T12:00+00:00", NOW) == 1795953600.0


@pytest.mark.parametrize("text", ["", "noon", "25:00", "15:60", "2026-11-30", "2026-13-01 10:00"])
def test_what_is_no_time_is_told(text):
    with pytest.raises(Refused, match="takes a time, such as 15:20"):
        at(text, NOW)


@pytest.mark.parametrize("text", ["15:43", "2027-01-01 10:00"])
def test_what_is_still_to_come_is_told(text):
    with pytest.raises(Refused, match="is still to come; name the day"):
        at(text, NOW)


@given(st.integers(0, 10**7))
def test_late_is_what_takes_more_than_the_window(seconds):
    values = measured(Draft(fixed=NOW), NOW + seconds).values
    assert values["origin.minutes_to_record"] == math.ceil(seconds / 60)
    assert values.get("origin.late", False) == (seconds > 15 * 60)


def test_by_a_clock_set_back_nothing_is_measured():
    assert measured(Draft(fixed=NOW), NOW - 1).values == {}
    assert measured(Draft(), NOW).values == {}
