"""Rules for the place of an entry in the tree and among the layers."""

from __future__ import annotations

from collections.abc import Iterator

from kb.lint.rule import Finding, at, rule
from kb.lint.view import View
from kb.model.near import hint


@rule(
    "error",
    bad="entry.yaml: {parent: out-of-memry}",
    good="entry.yaml: {parent: out-of-memory}",
)
def unknown_parent(view: View) -> Iterator[Finding]:
    """An entry hangs under a node that is in no tree: an orphan that no branch shows."""
    for fault in view.faults():
        parent = fault.entry.parent
        if parent not in view.whole.tree.nodes:
            yield at(fault, "parent", f"there is no node {parent!r}", _nearest(view, parent))


@rule(
    "error",
    bad="""
tree.yaml:
  nodes: {cuda: {title: The device fails, parent: gpu}}
entry.yaml: {parent: cuda}
""",
    good="""
tree.yaml:
  nodes: {cuda: {title: The device fails, parent: training-loop}}
entry.yaml: {parent: cuda}
""",
)
def orphan(view: View) -> Iterator[Finding]:
    """An entry's node is there, but its way up ends before a domain or runs in a circle."""
    for fault in view.faults():
        parent = fault.entry.parent
        if parent in view.whole.tree.nodes and view.domain_of(parent) is None:
            message = f"{parent} leads to no domain"
            yield at(fault, "parent", message, "repair that node in tree.yaml, or name another")


@rule(
    "error",
    bad="entry.yaml: {domain: data, parent: out-of-memory}",
    good="entry.yaml: {domain: training-loop, parent: out-of-memory}",
)
def unknown_domain(view: View) -> Iterator[Finding]:
    """An entry names a domain that is no top node of the tree."""
    domains = view.whole.tree.domains()
    for fault in view.faults():
        if fault.entry.domain not in domains:
            remedy = f"write one of: {', '.join(domains)}"
            yield at(fault, "domain", f"there is no domain {fault.entry.domain!r}", remedy)


@rule(
    "error",
    bad="""
tree.yaml:
  nodes: {serving: {title: The service does not answer, keywords: [HTTP]}}
entry.yaml: {domain: serving, parent: out-of-memory}
""",
    good="entry.yaml: {domain: training-loop, parent: out-of-memory}",
)
def parent_under_other_domain(view: View) -> Iterator[Finding]:
    """An entry's parent lies under another domain than the entry says."""
    domains = view.whole.tree.domains()
    for fault in view.faults():
        entry = fault.entry
        above = view.domain_of(entry.parent)
        if above is not None and entry.domain in domains and above != entry.domain:
            message = f"{entry.parent} lies under {above}, not under {entry.domain}"
            yield at(fault, "parent", message, f"write `domain: {above}`, or another parent")


@rule(
    "note",
    bad="handbook/some-fault/entry.yaml: {}",
    good="handbook/other-fault/entry.yaml: {}",
)
def shadowed_entry(view: View) -> Iterator[Finding]:
    """Another layer has an entry of the same id, and this one is shown in its place.

    That is how a team improves the handbook; it is said because it may be an accident too.
    """
    for fault in view.faults():
        for other in view.others:
            if fault.id in other.faults:
                layer = other.faults[fault.id].layer
                message = f"the layer {layer} has an entry of this id too"
                yield at(fault, "", message, "nothing to do if this one is meant to replace it")


def _nearest(view: View, parent: str) -> str:
    return hint(parent, view.whole.tree.nodes, "choose a node that `kb tree` shows")
