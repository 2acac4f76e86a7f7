"""The heat map of the tree."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from page_values import page_of

from kb.model import Fault
from kb.pages.heat import shade


def met(fault: Fault, id: str, day: dt.date, minutes: int | None) -> Fault:
    origin = {"kind": "incident", "met": day, "minutes_to_fix": minutes}
    data = fault.entry.model_dump(by_alias=True) | {"origin": origin}
    return replace(fault, id=id, entry=type(fault.entry).model_validate(data))


def test_the_heat_map_counts_incidents_by_month_and_names_a_weak_place(knowledge, fault):
    november, december = dt.date(2026, 11, 3), dt.date(2026, 12, 1)
    faults = [
        met(fault, "a", november, 10),
        met(fault, "b", november, 40),
        met(fault, "c", december, None),
    ]
    base = replace(knowledge, faults={each.id: each for each in faults})
    page = page_of(base, "kb/heat.md")
    head, whole, row = page.find("tr")
    assert [cell.text for cell in head.find("th")][3:] == [
        "2026-11",
        "2026-12",
        "Minutes to fix, median",
    ]
    counts = ["3", "3", "2", "1", "25"]
    assert [cell.text for cell in whole.find("td")] == ["Model building", *counts]
    assert [cell.text for cell in row.find("td")] == ["Normalisation", *counts]
    assert "3 incidents on one branch" in page.find("div", "kb-flaw")[0].text


def test_the_heat_map_draws_nothing_that_no_entry_tells(knowledge):
    page = page_of(knowledge, "kb/heat.md")
    assert [cell.text for cell in page.find("th")] == ["Node", "Entries"]
    assert page.find("div", "kb-flaw") == []
    assert "No incident is written down yet" in page.text


@pytest.mark.parametrize(
    ("count", "hottest", "is_"), [(0, 0, 0), (0, 5, 0), (1, 1, 4), (1, 8, 1), (8, 8, 4), (3, 8, 2)]
)
def test_a_shade_grows_with_the_count(count, hottest, is_):
    assert shade(count, hottest) == is_
