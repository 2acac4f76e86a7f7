"""A draft, kept and read again."""

import datetime as dt
from dataclasses import replace

import pytest

from kb.capture import keeping
from kb.capture.draft import Draft
from kb.capture.keeping import Kept
from kb.store import unfinished
from kb.store.homes import state_home

DRAFT = Draft(
    {
        "title": "A spoon",
        "origin.met": dt.date(2026, 11, 30),
        "environment": {"torch": "2.13.0"},
        "symptom.also": ["ein Löffel", "勺子"],
        "origin.late": True,
    },
    {"pastes/first.txt": "ü\n".encode(), "faulty/data.bin": bytes(range(256))},
    incident="20261130-154213-train",
    fixed=1000.5,
    source="/w/drafts/spoon.yaml",
)


def test_a_draft_comes_back_as_it_was():
    kept = Kept()
    kept.keep(DRAFT)
    more = replace(DRAFT.having({"fix": "bend it"}), fixed=2000.0)
    kept.keep(more)
    kept.keep(more)
    kept.leave()
    ((file, draft),) = keeping.left()
    assert draft == more
    assert [sorted(line) for line in unfinished.left()[0][1]] == [
        ["files", "fixed", "incident", "source", "values"],
        ["fixed", "values"],
    ]
    again = keeping.take(file)
    again.keep(draft)
    again.end()
    assert keeping.left() == []


def test_an_incident_that_is_being_recorded_is_known():
    kept = Kept()
    kept.keep(DRAFT)
    assert keeping.in_hand() == {"20261130-154213-train"}
    kept.leave()
    assert keeping.in_hand() == frozenset()


@pytest.mark.parametrize("line", ['{"values": [1]}', '{"files": {"a": 1}}', '{"values": null}'])
def test_what_no_draft_says_is_passed_over(line):
    file = state_home() / "drafts" / "x.jsonl"
    file.parent.mkdir(parents=True)
    file.write_text(line)
    assert keeping.left() == []
    assert keeping.take(file) is None
