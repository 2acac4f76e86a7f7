"""The pages of the lists; a long one runs over several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TypeVar

from kb.pages.branch import Branch
from kb.pages.listing import Listing, listings, recent
from kb.pages.view import LISTS, View, list_page

Each = TypeVar("Each")

MOST_ON_A_PAGE, MOST_CLAIMS_ON_A_PAGE = 200, 100
MOST_NAMES, MOST_NAMES_ON_A_PAGE = 60, 400
"""Lists of one kind that the overview names, the longest ones; and that a page of the rest does."""


def list_pages(view: View, grown: tuple[Branch, ...]) -> Iterator[tuple[str, str]]:
    """Path and text of the overview and of each list."""
    groups, newest = listings(view, grown), recent(view)
    about = {"groups": groups, "most": MOST_NAMES, "all_of": _all_of, "list_page": list_page}
    yield LISTS, view.render("lists.md.j2", LISTS, **about)
    for key, group in groups.items():
        if len(group) > MOST_NAMES:
            yield from _names(view, key, group)
    for listing in [newest, *(each for group in groups.values() for each in group)]:
        yield from _pages(view, listing)
    yield from _refuted(view)


def _names(view: View, key: str, group: list[Listing]) -> Iterator[tuple[str, str]]:
    """The pages that name every list of one kind."""
    chunks = _chunks(group, MOST_NAMES_ON_A_PAGE)
    for number, chunk in enumerate(chunks, 1):
        page = list_page(_all_of(key), number)
        about = {"key": key, "name": _all_of(key), "count": len(group), "number": number}
        about |= {"listings": chunk, "pages": len(chunks), "list_page": list_page}
        yield page, view.render("names.md.j2", page, **about)


def _all_of(key: str) -> str:
    return key.replace("_", "-")


def _pages(view: View, listing: Listing) -> Iterator[tuple[str, str]]:
    chunks = _chunks(listing.faults, MOST_ON_A_PAGE)
    for number, faults in enumerate(chunks, 1):
        page = list_page(listing.name, number)
        about = {"listing": listing, "faults": faults, "number": number, "pages": len(chunks)}
        lines = [(*view.line(fault), listing.notes.get(fault.id)) for fault in faults]
        shown = (view.common(), listing.title, len(listing.faults), lines, number)
        make = partial(view.render, "list.md.j2", page, list_page=list_page, **about)
        yield page, view.kept.page(page, shown, make)


def _refuted(view: View) -> Iterator[tuple[str, str]]:
    faults = view.base.faults.values()
    told = [each for each in faults if each.entry.withdrawn or each.entry.corrects]
    told.sort(key=lambda fault: fault.entry.withdrawn is None)
    chunks = _chunks(told, MOST_CLAIMS_ON_A_PAGE)
    for number, chunk in enumerate(chunks, 1):
        page = list_page("refuted", number)
        about = {"faults": chunk, "number": number, "pages": len(chunks)}
        shown = (view.common(), chunk, [view.standings[fault.id] for fault in chunk], len(chunks))
        make = partial(view.render, "refuted.md.j2", page, list_page=list_page, **about)
        yield page, view.kept.page(page, shown, make)


def _chunks(those: Sequence[Each], most: int) -> list[Sequence[Each]]:
    """`those` in runs of at most `most`; one empty run when there is none."""
    return [those[start : start + most] for start in range(0, max(1, len(those)), most)]
