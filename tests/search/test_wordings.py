"""What is read of an entry is bounded, whatever it holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.model import Fault
from kb.search.wordings import LONGEST, MOST, WEIGHT, _read, wordings
from kb.store.read import parse_entry
from tests.conftest import ENTRY


@pytest.mark.parametrize("kind", WEIGHT)
@pytest.mark.parametrize("size", [3, 900, LONGEST, 20_000])
def test_no_kind_of_wording_is_read_without_end(kind: str, size: int) -> None:
    texts = [(kind, "x" * size)] * 10_000
    read = list(_read([*texts, ("title" if kind != "title" else "fix", "the rest")]))
    assert 50 <= len(read) - 1 <= 200
    assert sum(len(text) for _, text in read[:-1]) <= MOST
    assert read[-1][1] == "the rest"


def test_what_a_person_said_is_read_before_other_pastes() -> None:
    entry = parse_entry(ENTRY, Path("entry.yaml"))
    many = {f"{n}.txt": f"ValueError: number {n}" for n in range(300)}
    fault = Fault("x", entry, "team", Path(), pastes={**many, "wrong-ab.txt": "OSError: mine"})
    pastes = [one.text for one in wordings(fault) if one.kind == "paste"]
    assert (pastes[0], len(pastes)) == ("OSError: mine", 200)
