"""Pages that are made again after a change are the pages that would be made afresh."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace

import pytest
from page_values import proven, with_fault, withdrawn

from kb.model import Fault, KnowledgeBase
from kb.pages import Kept, Settings, pages

pytestmark = pytest.mark.journey

ID = "batchnorm-single-sample"


def _entry(**fields: object) -> Callable[[KnowledgeBase], KnowledgeBase]:
    def change(base: KnowledgeBase) -> KnowledgeBase:
        fault = base.faults[ID]
        return with_fault(base, replace(fault, entry=fault.entry.model_copy(update=fields)))

    return change


def _fault(change: Callable[[Fault], Fault]) -> Callable[[KnowledgeBase], KnowledgeBase]:
    return lambda base: with_fault(base, change(base.faults[ID]))


def _node(base: KnowledgeBase) -> KnowledgeBase:
    node = base.tree.nodes["normalisation"].model_copy(update={"title": "Norms"})
    nodes = {**base.tree.nodes, "normalisation": node}
    return replace(base, tree=base.tree.model_copy(update={"nodes": nodes}))


CHANGES = {
    "title": _entry(title="Better"),
    "fix": _entry(fix="Another."),
    "place": _entry(parent="ports", domain="serving"),
    "proof": _fault(proven),
    "refuted": _fault(lambda fault: withdrawn(fault, "refuted")),
    "case": _fault(lambda fault: replace(fault, faulty={"train.py": b"changed = 1\n"})),
    "gone": lambda base: replace(base, faults={"port-taken": base.faults["port-taken"]}),
    "new": _fault(lambda fault: replace(fault, id="second")),
    "node": _node,
}


@pytest.mark.parametrize("what", CHANGES)
def test_after_a_change_kept_pages_equal_fresh_ones(knowledge: KnowledgeBase, what: str) -> None:
    kept = Kept()
    before = pages(knowledge, Settings(), kept)
    after = CHANGES[what](knowledge)
    assert pages(after, Settings(), kept) == pages(after) != before
    assert pages(knowledge, Settings(), kept) == before


@pytest.mark.parametrize(
    "settings",
    [
        Settings(language="zh"),
        Settings(repository="https://x.org/a"),
        Settings(changed={ID: dt.date(2026, 12, 1)}),
    ],
)
def test_other_settings_make_other_pages(knowledge: KnowledgeBase, settings: Settings) -> None:
    kept = Kept()
    before = pages(knowledge, Settings(), kept)
    assert pages(knowledge, settings, kept) == pages(knowledge, settings) != before


def test_an_entry_that_did_not_change_is_not_rendered_again(knowledge: KnowledgeBase) -> None:
    kept = Kept()
    page = f"kb/entries/{ID}.md"
    before = pages(knowledge, Settings(), kept)[page]
    after = with_fault(knowledge, replace(knowledge.faults["port-taken"], id="other"))
    assert pages(after, Settings(), kept)[page] is before
