"""All entries, cut several ways; a long list runs over several pages."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from kb.model import Fault
from kb.pages.branch import Branch
from kb.pages.standing import STANDINGS
from kb.pages.view import LISTS, View, list_page

MOST_ON_A_PAGE, MOST_CLAIMS_ON_A_PAGE = 200, 100
_ERROR = re.compile(
    r"(?:^|[\s:])((?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Warning|Interrupt))\b"
)
_LIBRARY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class Listing:
    """A named list: `name` is its file, `title` what stands above it."""

    name: str
    title: str
    faults: tuple[Fault, ...]


def list_pages(view: View, grown: tuple[Branch, ...]) -> Iterator[tuple[str, str]]:
    """Path and text of the overview and of each list."""
    groups = {
        "by_domain": _by_domain(view, grown),
        "by_status": _by_status(view),
        "by_error": _gather(view, "error", _errors, view.say("silent")),
        "by_library": _gather(view, "library", _libraries, None),
    }
    recent = Listing("recent", view.say("recent"), newest(view))
    yield (
        LISTS,
        view.render("lists.md.j2", LISTS, groups=groups, recent=recent, list_page=list_page),
    )
    for listing in [recent, *(each for group in groups.values() for each in group)]:
        yield from _pages(view, listing)
    yield from _refuted(view)


def newest(view: View) -> tuple[Fault, ...]:
    """All faults, the last changed, run or met first."""

    def age(fault: Fault) -> dt.date:
        return day(view, fault) or dt.date.min

    return tuple(sorted(view.base.faults.values(), key=age, reverse=True))


def day(view: View, fault: Fault) -> dt.date | None:
    """The day on which the entry last changed; None when nothing tells it."""
    if changed := view.settings.changed.get(fault.id):
        return changed
    entry, evidence = fault.entry, fault.evidence
    known = (
        entry.withdrawn and entry.withdrawn.on,
        evidence and evidence.recorded,
        entry.origin.met,
    )
    return next((date for date in known if date), None)


def _by_domain(view: View, grown: tuple[Branch, ...]) -> list[Listing]:
    return [
        Listing(f"domain-{branch.id}", view.name(branch.id), branch.all)
        for branch in grown
        if branch.all
    ]


def _by_status(view: View) -> list[Listing]:
    found = [
        Listing(
            f"status-{how}",
            view.say(f"status_{how}"),
            tuple(each for each in view.base.faults.values() if view.standings[each.id] == how),
        )
        for how in STANDINGS
    ]
    return [listing for listing in found if listing.faults]


def _errors(fault: Fault) -> set[str]:
    """The exception types that the symptom names, without their modules."""
    found = _ERROR.findall(fault.entry.symptom.error or "")
    return {name.rsplit(".", 1)[-1] for name in found[:1]}


def _libraries(fault: Fault) -> set[str]:
    case = fault.entry.case
    needed = [each for each in (case.requires if case else ()) if ":" not in each]
    names = [found[0] for each in needed if (found := _LIBRARY.match(each))]
    met = [name for name in fault.entry.environment if _LIBRARY.fullmatch(name)]
    return {name.lower() for name in (*names, *met)} - {"python"}


def _gather(
    view: View, kind: str, ask: Callable[[Fault], set[str]], none: str | None
) -> list[Listing]:
    """One list for each name that `ask` gives; names that differ in no letter share one."""
    groups: dict[str, dict[str, Fault]] = {}
    titles: dict[str, str] = {}
    for fault in view.base.faults.values():
        for name in sorted(ask(fault)) or ([""] if none else []):
            slug = _slug(name) or "none"
            titles.setdefault(slug, name or none or "")
            groups.setdefault(slug, {})[fault.id] = fault
    return [
        Listing(f"{kind}-{slug}", titles[slug], tuple(groups[slug].values()))
        for slug in sorted(groups, key=lambda slug: (slug == "none", -len(groups[slug]), slug))
    ]


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _pages(view: View, listing: Listing) -> Iterator[tuple[str, str]]:
    chunks = _chunks(listing.faults, MOST_ON_A_PAGE)
    for number, faults in enumerate(chunks, 1):
        page = list_page(listing.name, number)
        about = {"listing": listing, "faults": faults, "number": number, "pages": len(chunks)}
        lines = [view.line(fault) for fault in faults]
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


def _chunks(faults: Sequence[Fault], most: int) -> list[Sequence[Fault]]:
    """`faults` in runs of at most `most`; one empty run when there is none."""
    return [faults[start : start + most] for start in range(0, max(1, len(faults)), most)]
