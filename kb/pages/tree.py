"""The page of the whole tree: one branch for each domain, drawn where it is open."""

from __future__ import annotations

from kb.pages.branch import Branch, crown
from kb.pages.draw import draw
from kb.pages.standing import STANDINGS, count
from kb.pages.view import TREE, View, node_page

MOST_DRAWN = 200
"""Faults that the pictures of the page show one by one; above it, they end at the nodes."""
MOST_LEAVES = 400
"""The same for the outline."""
MOST_NODES = 150
"""Nodes on the page; of a larger tree it shows the upper levels."""


def tree_page(view: View, grown: tuple[Branch, ...]) -> tuple[str, str]:
    """Path and text of the page of the whole tree."""
    drawn = len(view.base.faults) <= MOST_DRAWN
    upper = crown(grown, MOST_NODES)
    return TREE, view.render(
        "tree.md.j2",
        TREE,
        branches=[(each, draw(view, each, TREE, faults=drawn)) for each in upper],
        leaves=len(view.base.faults) <= MOST_LEAVES,
        node_page=node_page,
        standings=STANDINGS,
        is_branch=lambda each: isinstance(each, Branch),
        count=lambda branch: count(branch.all, view.standings),
    )
