"""The first page and the page of the whole tree."""

from __future__ import annotations

from kb.pages.branch import Branch
from kb.pages.draw import draw
from kb.pages.lists import day, newest
from kb.pages.standing import STANDINGS, count
from kb.pages.view import HOME, TREE, View, list_page, node_page

MOST_NEW = 8
MOST_LEAVES = 400
"""Faults that the outline of the tree still shows one by one; above it, it ends at the nodes."""


def home_page(view: View, grown: tuple[Branch, ...], *, boxed: bool) -> tuple[str, str]:
    """Path and text of the first page, with or without the paste box."""
    faults = view.base.faults.values()
    corrected = sum(len(fault.entry.corrects) for fault in faults)
    new = newest(view)[:MOST_NEW]
    return HOME, view.render(
        "home.md.j2",
        HOME,
        branches=[(branch, count(branch.all, view.standings)) for branch in grown],
        counts=count(faults, view.standings),
        corrected=corrected,
        standings=STANDINGS,
        new=new,
        boxed=boxed,
        days={fault.id: day(view, fault) for fault in new},
        list_page=list_page,
    )


def tree_page(view: View, grown: tuple[Branch, ...]) -> tuple[str, str]:
    """Path and text of the page of the whole tree."""
    return TREE, view.render(
        "tree.md.j2",
        TREE,
        branches=grown,
        picture=draw(view, view.top(), grown, TREE, faults=False),
        leaves=len(view.base.faults) <= MOST_LEAVES,
        node_page=node_page,
        standings=STANDINGS,
        is_branch=lambda each: isinstance(each, Branch),
        count=lambda branch: count(branch.all, view.standings),
    )
