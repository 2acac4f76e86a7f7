"""A knowledge base as a value answers, whatever state its files are in."""

from __future__ import annotations

import pytest

from kb.errors import InvalidFiles, NotFound
from kb.store.layers import Layer
from kb.store.read import load
from tests.conftest import TREE, write


def test_a_fault_lies_under_each_node_above_it(layer: Layer) -> None:
    base = load(layer)
    fault = base.fault("port-taken")
    found = [node for node in base.tree.nodes if base.under(fault, node)]
    assert found == ["serving", "ports"]


@pytest.mark.parametrize("parent", ["ports", "nowhere", "a"])
def test_under_a_broken_tree_nothing_lies_and_nothing_fails(layer: Layer, parent: str) -> None:
    broken = (
        TREE.replace("parent: serving", f"parent: {parent}") + "  a: {title: A, parent: ports}\n"
    )
    write(layer.root / "tree.yaml", broken)
    base = load(layer)
    assert not base.under(base.fault("port-taken"), "serving")


def test_a_domain_has_the_keywords_of_all_its_nodes_and_of_none_that_hangs_nowhere(
    layer: Layer,
) -> None:
    told = TREE.replace("{title: Serving}", "{title: Serving, keywords: [uvicorn]}").replace(
        "{title: Ports, parent: serving}", "{title: Ports, parent: serving, keywords: [bind]}"
    )
    lost = "  lost: {title: Lost, parent: gone, keywords: [lost]}\n"
    write(layer.root / "tree.yaml", told + lost)
    keywords = load(layer).tree.keywords()
    assert {id: words for id, words in keywords.items() if words} == {
        "serving": ("uvicorn", "bind")
    }
    assert len(keywords) == 5


def test_an_entry_that_cannot_be_read_says_why(layer: Layer) -> None:
    write(layer.root / "port-taken" / "entry.yaml", "title: [\n")
    base = load(layer)
    with pytest.raises(InvalidFiles, match=r"port-taken/entry\.yaml:1"):
        base.fault("port-taken")
    with pytest.raises(NotFound, match="no entry 'port'"):
        base.fault("port")
