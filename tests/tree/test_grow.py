from __future__ import annotations

import pytest
from growing import bases, make_base
from hypothesis import assume, given
from hypothesis import strategies as st

from kb.errors import NotFound, Refused
from kb.lint import lint
from kb.model import KnowledgeBase
from kb.tree import add, descendants, lost, move, rename

SMALL = make_base(
    {"serving": None, "logging": None, "ports": "serving", "sockets": "ports"},
    {"port-in-use": "ports", "too-many-sockets": "sockets", "no-lines": "logging"},
)


def sound(base: KnowledgeBase) -> bool:
    """Every node leads to a domain, every fault hangs in the domain that it names."""
    ways = {id: base.tree.path(id) for id in base.tree.nodes}
    return all(
        ways[fault.entry.parent][0] == fault.entry.domain for fault in base.faults.values()
    ) and not lost(base)


@given(bases(), st.data())
def test_moving_a_node_keeps_the_tree_a_tree_and_loses_nothing(
    base: KnowledgeBase, data: st.DataObject
) -> None:
    id = data.draw(st.sampled_from(list(base.tree.nodes)))
    parent = data.draw(st.sampled_from(list(base.tree.nodes)))
    if parent == id or parent in descendants(base.tree, id):
        with pytest.raises(Refused, match="cannot hang under itself"):
            move(base, id, parent)
        return
    after = move(base, id, parent)
    assert sound(after)
    assert after.tree.nodes[id].parent == parent
    assert after.tree.nodes.keys() == base.tree.nodes.keys()
    assert {id: f.entry.parent for id, f in after.faults.items()} == {
        id: f.entry.parent for id, f in base.faults.items()
    }
    assert not [p for p in lint(after) if p.rule == "order-names-stranger"]


@given(bases(), st.data())
def test_moving_a_fault_moves_it_alone(base: KnowledgeBase, data: st.DataObject) -> None:
    assume(base.faults)
    id = data.draw(st.sampled_from(list(base.faults)))
    parent = data.draw(st.sampled_from(list(base.tree.nodes)))
    after = move(base, id, parent)
    assert sound(after)
    assert after.faults[id].entry.parent == parent
    assert {k: v for k, v in after.faults.items() if k != id} == {
        k: v for k, v in base.faults.items() if k != id
    }
    assert not [p for p in lint(after) if p.rule == "order-names-stranger"]


@given(bases(), st.data())
def test_renaming_back_gives_the_same_base(base: KnowledgeBase, data: st.DataObject) -> None:
    old = data.draw(st.sampled_from(list(base.tree.nodes)))
    there = rename(base, old, "quite-new")
    assert sound(there)
    assert old not in there.tree.nodes
    assert list(there.tree.nodes).index("quite-new") == list(base.tree.nodes).index(old)
    back = rename(there, "quite-new", old)
    assert back == base
    assert list(back.tree.nodes) == list(base.tree.nodes)


@given(bases(), st.data())
def test_a_new_node_changes_nothing_else(base: KnowledgeBase, data: st.DataObject) -> None:
    parent = data.draw(st.sampled_from([None, *base.tree.nodes]))
    after = add(base, "quite-new", parent, "Quite new")
    assert after.tree.path("quite-new")[-2:-1] == ((parent,) if parent else ())
    assert after.faults == base.faults
    assert {k: v for k, v in after.tree.nodes.items() if k != "quite-new"} == base.tree.nodes


def test_a_node_that_changes_domain_takes_its_entries_along() -> None:
    after = move(SMALL, "ports", "logging")
    assert {id: fault.entry.domain for id, fault in after.faults.items()} == dict.fromkeys(
        SMALL.faults, "logging"
    )
    assert after.faults["too-many-sockets"].entry.parent == "sockets"


def test_renaming_a_domain_renames_it_in_every_entry() -> None:
    after = rename(SMALL, "serving", "service")
    assert after.faults["too-many-sockets"].entry.domain == "service"
    assert after.faults["no-lines"] is SMALL.faults["no-lines"]
    assert after.tree.nodes["ports"].parent == "service"


def test_moving_to_the_same_place_is_no_change() -> None:
    assert move(SMALL, "ports", "serving") is SMALL
    assert move(SMALL, "port-in-use", "ports") is SMALL


def test_a_node_in_a_broken_corner_does_not_stop_other_moves() -> None:
    nodes = dict(SMALL.tree.nodes)
    nodes["lost"] = nodes["ports"].model_copy(update={"parent": "nowhere"})
    broken = KnowledgeBase(SMALL.tree.model_copy(update={"nodes": nodes}), SMALL.faults)
    assert move(broken, "sockets", "logging").faults["too-many-sockets"].entry.domain == "logging"
    with pytest.raises(Refused, match="lost leads to no domain"):
        move(broken, "sockets", "lost")


@pytest.mark.parametrize("id", ["", "Big", "a b", "a--b", "../up", "端口", "a" * 65, "-a", "a/b"])
def test_what_is_no_id_is_refused(id: str) -> None:
    with pytest.raises(Refused, match="is no id"):
        add(SMALL, id, "serving", "New")
    with pytest.raises(Refused, match="is no id"):
        rename(SMALL, "ports", id)


@pytest.mark.parametrize("title", ["", "  ", "two\nlines"])
def test_a_title_is_one_line(title: str) -> None:
    with pytest.raises(Refused, match=r"the title of quite-new .* give one line of text"):
        add(SMALL, "quite-new", "serving", title)


def test_a_taken_id_is_refused() -> None:
    with pytest.raises(Refused, match="already a node ports"):
        add(SMALL, "ports", "serving", "Ports again")
    with pytest.raises(Refused, match="already a node logging"):
        rename(SMALL, "ports", "logging")


def test_an_unknown_node_is_named_with_one_that_is_near() -> None:
    with pytest.raises(NotFound, match=r"no node 'port'.* did you mean ports"):
        add(SMALL, "quite-new", "port", "New")
    with pytest.raises(NotFound, match=r"no node 'zzz'.* shows them all"):
        move(SMALL, "zzz", "serving")


def test_an_entry_keeps_its_id() -> None:
    with pytest.raises(Refused, match="port-in-use is an entry"):
        rename(SMALL, "port-in-use", "port-taken")


def test_an_id_of_both_is_not_guessed() -> None:
    both = make_base({"serving": None, "ports": "serving"}, {"ports": "ports"})
    with pytest.raises(Refused, match="both a node and an entry"):
        move(both, "ports", "serving")
