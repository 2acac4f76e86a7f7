"""What goes out comes in again: tables carry their columns, JSON the whole entry."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given as with_
from hypothesis import strategies as st

from kb.exchange.columns import COLUMNS, THREE
from kb.exchange.fill import with_kind
from kb.exchange.merge import merged
from kb.exchange.out import written
from kb.exchange.sheet import bare, guarded
from kb.exchange.source import read
from kb.model import Entry
from tests.exchange.values import SLUGS, TEXTS, entries, fault, given

pytestmark = pytest.mark.journey

ALL = [names[0] for field, names in COLUMNS.items() if field != "symptom.main"]


def back(text: str, how: str) -> list[Any]:
    return list(read(text.encode(), format=how).rows)


@with_(entries(), SLUGS)
def test_csv_carries_every_field(entry: Entry, id: str) -> None:
    (row,) = back(written([fault(entry, id)], "csv"), "csv")
    assert (row.id, row.fields, row.fault) == (id, given(entry), "")


@with_(entries(), SLUGS)
def test_markdown_carries_the_columns_it_is_given(entry: Entry, id: str) -> None:
    (row,) = back(written([fault(entry, id)], "markdown", ALL), "markdown")
    assert (row.id, row.fields, row.fault) == (id, given(entry), "")


@with_(st.lists(entries(), min_size=1, max_size=3))
def test_the_three_columns_of_markdown(made: list[Entry]) -> None:
    rows = back(written([fault(entry) for entry in made], "markdown"), "markdown")
    assert [row.fields for row in rows] == [
        {
            "symptom": {"main": entry.symptom.main},
            "root_cause": entry.root_cause,
            "verify": {"command": entry.verify.command},
        }
        for entry in made
    ]
    assert [row.place for row in rows] == [f"line {n}" for n in range(3, len(made) + 3)]


@with_(entries(), SLUGS, st.binary(max_size=9), TEXTS)
def test_json_carries_all_and_the_files(entry: Entry, id: str, raw: bytes, paste: str) -> None:
    whole = fault(
        entry, id, faulty={"data/x.bin": raw}, fixed={"t.py": b"1"}, pastes={"first.txt": paste}
    )
    (row,) = back(written([whole], "json"), "json")
    assert (row.id, row.fields, row.whole) == (id, given(entry), True)
    assert row.files == {
        "faulty/data/x.bin": raw,
        "fixed/t.py": b"1",
        "pastes/first.txt": paste.encode(),
    }


@with_(entries())
def test_what_came_back_changes_nothing(entry: Entry) -> None:
    made = fault(entry)
    for how, columns in (("csv", []), ("markdown", ALL), ("markdown", []), ("json", [])):
        (row,) = back(written([made], how, columns), how)
        assert merged(row, made) == entry, how


@with_(entries())
def test_crlf_and_marks_change_nothing(entry: Entry) -> None:
    text = written([fault(entry)], "csv")
    want = back(text, "csv")
    marked = text.replace("\n", "\r\n")
    for raw in (marked.encode("utf-8-sig"), text.encode("utf-16"), marked.encode("utf-16")):
        assert list(read(raw, "faults.csv").rows) == want


@with_(entries(), st.sampled_from(";\t,"))
def test_any_delimiter_is_found(entry: Entry, mark: str) -> None:
    import csv
    import io

    text = written([fault(entry)], "csv")
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=mark).writerows(csv.reader(io.StringIO(text, newline="")))
    (row,) = back(out.getvalue(), "csv")
    assert row.fields == given(entry)
    (row,) = back(f"sep={mark}\r\n{out.getvalue()}", "csv")
    assert row.fields == given(entry)


@with_(st.text(), st.sampled_from("=+-@\t\r＝＋－＠'"), st.text(max_size=3, alphabet="'"))
def test_no_cell_begins_a_formula(rest: str, first: str, quotes: str) -> None:
    for cell in (rest, first + rest, quotes + first + rest):
        safe = guarded(cell)
        assert safe[:1] not in tuple("=+-@\t\r＝＋－＠")
        assert bare(safe) == cell


def test_a_symptom_gets_the_kind_that_is_told() -> None:
    fields = {"symptom": {"main": "x", "also": ["y"]}}
    assert with_kind(fields, lambda _: "observed") == {"symptom": {"also": ["y"], "observed": "x"}}
    assert fields["symptom"] == {"main": "x", "also": ["y"]}


@pytest.mark.parametrize("how", ["csv", "markdown"])
def test_an_empty_export_still_names_its_columns(how: str) -> None:
    assert written([], how, ["id", "根因"]).splitlines()[0].replace("| ", "").replace(" |", "") in (
        "id,Root-cause pattern",
        "id Root-cause pattern",
    )


def test_three_are_those_people_start_with() -> None:
    assert [COLUMNS[field][0] for field in THREE] == [
        "Symptom",
        "Root-cause pattern",
        "Verification command",
    ]


@pytest.mark.handbook
def test_the_handbook_goes_out_and_comes_in() -> None:
    from kb.store.layers import HANDBOOK, Layer
    from kb.store.read import load
    from kb.store.roots import handbook_root

    base = load(Layer(HANDBOOK, handbook_root(), writable=False, trusted=True))
    faults = list(base.faults.values())
    assert len(faults) > 100
    for how, columns in (("json", []), ("csv", []), ("markdown", [])):
        rows = back(written(faults, how, columns), how)
        assert [merged(row, one) == one.entry for row, one in zip(rows, faults, strict=True)] == [
            True
        ] * len(faults)
    items = json.loads(written(faults, "json"))["entries"]
    assert [item["id"] for item in items] == list(base.faults)
