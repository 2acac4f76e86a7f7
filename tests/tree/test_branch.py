from __future__ import annotations

from dataclasses import replace

import pytest
from growing import bases, make_base
from hypothesis import given

from kb.errors import NotFound, Refused
from kb.model import KnowledgeBase
from kb.model.entry import Withdrawal
from kb.tree import branch, descendants, lost, walk

SMALL = make_base(
    {"serving": None, "ports": "serving", "sockets": "ports"},
    {"port-in-use": "ports", "too-many-sockets": "sockets"},
)


@given(bases())
def test_every_node_and_fault_is_drawn_once(base: KnowledgeBase) -> None:
    parts = [(part.kind, part.id) for _, part in walk(branch(base))]
    wanted = [("node", id) for id in base.tree.nodes] + [("fault", id) for id in base.faults]
    assert sorted(parts) == sorted(wanted)


@given(bases())
def test_counts_add_up(base: KnowledgeBase) -> None:
    top = branch(base)
    assert sum(top.counts.values()) == len(base.faults)
    for _, part in walk(top):
        below = sum(sum(child.counts.values()) for child in part.below)
        assert sum(part.counts.values()) == (1 if part.kind == "fault" else below)


def test_a_branch_starts_at_a_node() -> None:
    top = branch(SMALL, "sockets")
    assert (top.id, top.kind, dict(top.counts)) == ("sockets", "node", {"claimed": 1})
    assert [part.id for part in top.below] == ["too-many-sockets"]
    with pytest.raises(NotFound, match="no node 'zzz'"):
        branch(SMALL, "zzz")


def test_withdrawn_faults_count_as_such() -> None:
    gone = Withdrawal.model_validate({"as": "refuted", "on": "2026-11-30", "reason": "no"})
    fault = SMALL.faults["port-in-use"]
    entry = fault.entry.model_copy(update={"withdrawn": gone})
    base = KnowledgeBase(SMALL.tree, {**SMALL.faults, fault.id: replace(fault, entry=entry)})
    assert dict(branch(base).counts) == {"claimed": 1, "refuted": 1}


def test_order_comes_first() -> None:
    node = SMALL.tree.nodes["ports"].model_copy(update={"order": ("port-in-use",)})
    tree = SMALL.tree.model_copy(update={"nodes": {**SMALL.tree.nodes, "ports": node}})
    top = branch(KnowledgeBase(tree, SMALL.faults), "ports")
    assert [part.id for part in top.below] == ["port-in-use", "sockets"]


def test_what_hangs_nowhere_is_told() -> None:
    nodes = dict(SMALL.tree.nodes)
    nodes["ports"] = nodes["ports"].model_copy(update={"parent": "sockets"})
    circle = KnowledgeBase(SMALL.tree.model_copy(update={"nodes": nodes}), SMALL.faults)
    assert lost(SMALL) == ()
    assert lost(circle) == ("port-in-use", "too-many-sockets")
    assert descendants(circle.tree, "ports") == ("sockets",)
    assert [part.id for _, part in walk(branch(circle))] == ["serving"]


@pytest.mark.parametrize("start", ["ports", "sockets"])
def test_a_circle_is_not_followed(start: str) -> None:
    nodes = dict(SMALL.tree.nodes)
    nodes["ports"] = nodes["ports"].model_copy(update={"parent": "sockets"})
    circle = KnowledgeBase(SMALL.tree.model_copy(update={"nodes": nodes}), SMALL.faults)
    with pytest.raises(Refused, match="kb tree move"):
        branch(circle, start)


def test_a_tree_without_end_is_refused() -> None:
    parents: dict[str, str | None] = {"n0": None}
    parents |= {f"n{depth}": f"n{depth - 1}" for depth in range(1, 2000)}
    with pytest.raises(Refused, match="50 levels deep"):
        branch(make_base(parents))
