"""Which entries are verified."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planted import HERE, Runner, fault

from kb.errors import NotFound, Refused
from kb.model import KnowledgeBase, Tree
from kb.model.fault import Fault
from kb.verify import verify
from kb.verify.select import Wanted, longest_first, select, shard

TREE = Tree.model_validate(
    {
        "title": "it does not work",
        "nodes": {
            "model-building": {"title": "m"},
            "serving": {"title": "s"},
            "normalisation": {"title": "n", "parent": "model-building"},
            "ports": {"title": "p", "parent": "serving"},
        },
    }
)


def proven(known: Fault, seconds: float = 1.0) -> Fault:
    evidence = verify(known, Runner(), HERE).evidence
    assert evidence is not None
    runs = tuple(run.model_copy(update={"seconds": seconds / 5}) for run in evidence.runs)
    return dataclasses.replace(known, evidence=evidence.model_copy(update={"runs": runs}))


RETIRED = {"as": "retired", "on": "2026-11-01", "reason": "common sense"}
FAULTS = [
    proven(fault("a-norm")),
    fault("b-claimed"),
    dataclasses.replace(proven(fault("c-stale")), fixed={}),
    proven(fault("d-port", domain="serving", parent="ports")),
    fault("e-retired", withdrawn=RETIRED),
]
BASE = KnowledgeBase(TREE, {known.id: known for known in FAULTS})


def ids(wanted: Wanted) -> list[str]:
    return [known.id for known in select(BASE, wanted)]


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [
        (Wanted(), ["a-norm", "b-claimed", "c-stale", "d-port"]),
        (Wanted(ids=("d-port", "a-norm", "d-port")), ["a-norm", "d-port"]),
        (Wanted(ids=("e-retired",)), ["e-retired"]),
        (Wanted(domains=("serving",)), ["d-port"]),
        (Wanted(nodes=("normalisation",)), ["a-norm", "b-claimed", "c-stale"]),
        (Wanted(nodes=("model-building",)), ["a-norm", "b-claimed", "c-stale"]),
        (Wanted(statuses=("stale",)), ["c-stale"]),
        (Wanted(statuses=("claimed", "proven")), ["a-norm", "b-claimed", "d-port"]),
        (Wanted(changed=frozenset({"d-port", "tree.yaml"})), ["d-port"]),
        (Wanted(changed=frozenset()), []),
        (Wanted(domains=("serving",), statuses=("claimed",)), []),
    ],
)
def test_all_that_is_asked_must_fit(wanted: Wanted, chosen: list[str]) -> None:
    assert ids(wanted) == chosen


@pytest.mark.parametrize(
    ("wanted", "error", "words"),
    [
        (Wanted(ids=("d-prot",)), NotFound, "did you mean d-port"),
        (Wanted(domains=("normalisation",)), Refused, "no domain 'normalisation'; choose one of"),
        (Wanted(nodes=("port",)), Refused, "no node 'port'"),
        (Wanted(statuses=("green",)), Refused, "no status 'green'; choose one of: claimed"),
    ],
)
def test_what_is_not_there_is_an_error(wanted: Wanted, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        ids(wanted)


@given(st.integers(1, 12), st.integers(0, 40))
def test_shards_hold_every_fault_once(parts: int, many: int) -> None:
    faults = [fault(f"f{number}") for number in range(many)] if many < 9 else FAULTS * (many // 5)
    dealt = [known for part in range(parts) for known in shard(faults, f"{part + 1}/{parts}")]
    assert sorted(known.id for known in dealt) == sorted(known.id for known in faults)
    sizes = [len(shard(faults, f"{part + 1}/{parts}")) for part in range(parts)]
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("part", ["0/4", "5/4", "1", "a/b", "1/0", "-1/2", "1/2/3", ""])
def test_a_shard_that_makes_no_sense(part: str) -> None:
    with pytest.raises(Refused, match="write 1/4 to 4/4"):
        shard(FAULTS, part)


def test_the_longest_begin_first_and_the_unknown_before_them() -> None:
    faults = [proven(fault("short"), 1), fault("new"), proven(fault("long"), 9)]
    assert [known.id for known in longest_first(faults)] == ["new", "long", "short"]
