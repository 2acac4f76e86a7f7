"""The handbook as it ships: it loads, it is lint clean, what it claims to have proven still is."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from kb.lint import lint
from kb.model import Fault, KnowledgeBase, status
from kb.search import search
from kb.store.layers import HANDBOOK, Layer, handbook_root
from kb.store.read import load

pytestmark = pytest.mark.handbook

PROVEN = 100
"""Entries that are proven at least. Raise it with every batch of entries."""


@pytest.fixture(scope="module")
def handbook() -> KnowledgeBase:
    return load(Layer(HANDBOOK, handbook_root(), writable=False, trusted=True))


@pytest.fixture
def copy(tmp_path: Path) -> Layer:
    """The handbook in a folder of its own, where pastes can be taken away."""
    root = tmp_path / "entries"
    shutil.copytree(handbook_root(), root)
    return Layer(HANDBOOK, root, writable=False, trusted=True)


def names(faults: list[Fault]) -> list[str]:
    return [fault.id for fault in faults]


def test_every_file_of_the_handbook_can_be_read(handbook: KnowledgeBase) -> None:
    assert handbook.problems == ()


def test_the_linter_finds_no_error_in_the_handbook(handbook: KnowledgeBase) -> None:
    assert [str(found) for found in lint(handbook) if found.severity == "error"] == []


def test_the_evidence_of_the_handbook_is_of_today(handbook: KnowledgeBase) -> None:
    count = Counter(map(status, handbook.faults.values()))
    assert (count["stale"], count["broken"]) == (0, 0)
    assert count["proven"] >= PROVEN, dict(count)


def test_every_case_that_is_not_withdrawn_has_evidence(handbook: KnowledgeBase) -> None:
    cases = [fault for fault in handbook.faults.values() if fault.entry.case]
    assert names([fault for fault in cases if fault.evidence is None]) == []


def test_the_fix_of_every_case_changes_something(handbook: KnowledgeBase) -> None:
    cases = [fault for fault in handbook.faults.values() if fault.entry.case]
    assert names([fault for fault in cases if fault.fixed_files() == dict(fault.faulty)]) == []


def test_no_file_of_a_fix_only_repeats_the_faulty_one(handbook: KnowledgeBase) -> None:
    repeated = [
        f"{fault.id}/fixed/{path}"
        for fault in handbook.faults.values()
        for path, content in fault.fixed.items()
        if fault.faulty.get(path) == content
    ]
    assert repeated == []


def test_every_correction_and_its_run_are_in_the_evidence(handbook: KnowledgeBase) -> None:
    for fault in handbook.faults.values():
        shown = fault.evidence.corrections if fault.evidence else ()
        claims = [correction.claim for correction in fault.entry.corrects]
        assert [run.claim for run in shown] == claims, fault.id
        assert all(run.output for run in shown), fault.id


def test_every_entry_speaks_chinese_too(handbook: KnowledgeBase) -> None:
    silent = [
        fault
        for fault in handbook.faults.values()
        if not any("\u4e00" <= letter <= "\u9fff" for letter in "".join(fault.entry.symptom.also))
    ]
    assert names(silent) == []


def test_every_entry_keeps_a_paste(handbook: KnowledgeBase) -> None:
    assert names([fault for fault in handbook.faults.values() if not fault.pastes]) == []


@pytest.mark.slow
def test_every_paste_ranks_its_own_entry_first_while_it_is_left_out(
    copy: Layer, tmp_path: Path
) -> None:
    missed = []
    for file in sorted(copy.root.glob("*/pastes/*")):
        paste = file.read_text(encoding="utf-8")
        file.unlink()
        answer = search(paste, (copy,), cache=tmp_path / "index")
        file.write_text(paste, encoding="utf-8")
        first = answer.matches[0].id if answer.matches else None
        if first != file.parts[-3]:
            missed.append(f"{file.parts[-3]}/{file.name}: {first} comes first")
    assert missed == []
