"""The first page."""

from __future__ import annotations

from kb.pages.branch import Branch
from kb.pages.listing import day, newest
from kb.pages.standing import STANDINGS, count
from kb.pages.view import HOME, View, list_page, node_page

MOST_NEW = 8


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
        node_page=node_page,
    )
