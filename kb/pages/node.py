"""The page of one node: what to do first, then what is below it in the order of checking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.model import Fault
from kb.pages.branch import Branch, every
from kb.pages.draw import draw
from kb.pages.standing import Standing, count
from kb.pages.view import View, entry_page, list_page, node_page

MOST_ROWS = 60
MOST_DRAWN = 40


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: a node with the counts below it, or a fault with its standing.

    `first` is what to do first at a node, told where it has no check.
    """

    id: str
    title: str
    page: str
    check: str
    first: str
    standing: Standing | None
    counts: dict[Standing, int]


def node_pages(view: View, grown: tuple[Branch, ...]) -> Iterator[tuple[str, str]]:
    """Path and text of the page of each node."""
    for branch in every(grown):
        page = node_page(branch.id)
        rows = [_row(view, below) for below in branch.below]
        yield (
            page,
            view.render(
                "node.md.j2",
                page,
                id=branch.id,
                node=branch.node,
                above=view.base.tree.path(branch.id)[:-1],
                counts=count(branch.all, view.standings),
                rows=rows[:MOST_ROWS],
                more=max(0, len(rows) - MOST_ROWS),
                rest=list_page(f"domain-{view.base.tree.path(branch.id)[0]}"),
                picture=_picture(view, branch, page),
            ),
        )


def _picture(view: View, branch: Branch, page: str) -> object:
    nodes = len(every(branch.branches))
    if not nodes or max(nodes, len(branch.all)) > MOST_DRAWN:
        return ""
    return draw(view, branch, page, faults=True)


def _row(view: View, below: Branch | Fault) -> Row:
    if isinstance(below, Branch):
        counts = count(below.all, view.standings)
        check, first = below.node.check or "", below.node.first_action or ""
        return Row(below.id, view.name(below.id), node_page(below.id), check, first, None, counts)
    how = view.standings[below.id]
    check = below.entry.verify.command
    return Row(below.id, below.entry.title, entry_page(below.id), check, "", how, {})
