"""The lists: by library and version, by error type, by age."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from page_values import page_of, proven, with_fault

from kb.model import Fault
from kb.pages import Settings
from kb.pages.library import libraries


def having(fault: Fault, **fields: object) -> Fault:
    """`fault` with other fields, nested ones as "case.requires"."""
    data = fault.entry.model_dump(by_alias=True)
    for path, value in fields.items():
        *above, last = path.split("__")
        place = data
        for name in above:
            place = place[name]
        place[last] = value
    return replace(fault, entry=type(fault.entry).model_validate(data))


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({}, {}),
        ({"case__requires": ["torch>=2"]}, {"torch": ">=2"}),
        ({"case__requires": ["Pillow[x] >=11; python_version>'3'"]}, {"pillow": ">=11"}),
        ({"case__requires": ["tool:lsof", "device:cuda", "os:windows"]}, {}),
        ({"case__requires": ["torch>=2"], "environment": {"torch": "2.9"}}, {"torch": "2.9"}),
        ({"environment": {"python": "3.11", "huggingface_hub": "2"}}, {"huggingface-hub": "2"}),
        ({"environment": {"| x |": "2"}}, {}),
        ({"symptom__error": "torch.cuda.OutOfMemoryError: no"}, {"torch": ""}),
        ({"symptom__error": "json.decoder.JSONDecodeError: no"}, {}),
        ({"symptom__error": "_pickle.UnpicklingError: no"}, {}),
    ],
)
def test_libraries_come_from_the_data_of_the_entry_alone(fault, fields, found):
    assert libraries(having(fault, **fields)) == found


def test_the_version_of_the_last_run_counts_most(fault):
    met = having(fault, environment={"torch": "2.9"}, case__requires=["torch>=2"])
    assert libraries(proven(met)) == {"torch": "2.13.0"}


def test_a_library_is_listed_with_its_versions_the_newest_first(knowledge, fault):
    old = replace(having(fault, environment={"torch": "2.9.0"}), id="old")
    bare = replace(having(fault, case__requires=["torch"]), id="bare")
    base = with_fault(with_fault(with_fault(knowledge, proven(fault)), old), bare)
    rows = page_of(base, "kb/lists/library-torch.md").find("tr")
    cells = [[cell.text for cell in row.find("td")] for row in rows]
    assert [cell[1] for cell in cells[1:]] == ["2.13.0", "2.9.0", "–"]
    assert [cell.text for cell in rows[0].find("th")] == ["Fault", "Version", "Status"]
    item = [each.text for each in page_of(base, "kb/lists/index.md").find("li")][-1]
    assert item.split() == ["torch", "2.13.0,", "2.9.0", "3"]


def test_silent_faults_and_messages_without_a_type_are_told_apart(knowledge, fault):
    other = replace(having(fault, symptom__error="[CRITICAL] WORKER TIMEOUT"), id="other")
    index = page_of(with_fault(knowledge, other), "kb/lists/index.md")
    links = {a.text: a.attributes["href"] for a in index.find("a")}
    assert links["Other messages"] == "error-other.md"
    assert links["Silent faults"] == "error-none.md"
    assert links["ValueError"] == "error-valueerror.md"


def test_the_newest_are_listed_with_their_day(knowledge, fault):
    settings = Settings(changed={fault.id: dt.date(2026, 12, 24)})
    first = page_of(knowledge, "kb/lists/recent.md", settings).find("tr")[1]
    assert [cell.text for cell in first.find("td")] == [fault.entry.title, "2026-12-24", "claimed"]
