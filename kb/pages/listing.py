"""The entries cut several ways: by domain, status, error type, library and age."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kb.model import Fault
from kb.pages.branch import Branch
from kb.pages.library import libraries
from kb.pages.standing import STANDINGS
from kb.pages.view import View

MOST_VERSIONS = 3
_ERROR = re.compile(
    r"(?:^|[\s:])((?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Warning|Interrupt))\b"
)


@dataclass(frozen=True, slots=True)
class Listing:
    """A named list: `name` is its file, `title` what stands above it.

    `notes` are one more column, by id, under the word `column`; `about` is told beside the name.
    """

    name: str
    title: str
    faults: tuple[Fault, ...]
    notes: Mapping[str, str] = field(default_factory=dict)
    column: str = ""
    about: str = ""


def listings(view: View, grown: tuple[Branch, ...]) -> dict[str, list[Listing]]:
    """The lists by the word that says how they are cut; those of one kind, the longest first."""
    return {
        "by_domain": _by_domain(view, grown),
        "by_status": _by_status(view),
        "by_error": _gather(view, "error", lambda fault: errors(view, fault)),
        "by_library": [_with_versions(each) for each in _gather(view, "library", _named)],
    }


def recent(view: View) -> Listing:
    """All of them, the last changed first, with their days."""
    days = {id: day(view, fault) for id, fault in view.base.faults.items()}
    notes = {id: f"{day}" for id, day in days.items() if day}
    return Listing("recent", view.say("recent"), newest(view), notes, "changed")


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
            view.say(f"status_{how}").capitalize(),
            tuple(each for each in view.base.faults.values() if view.standings[each.id] == how),
        )
        for how in STANDINGS
    ]
    return [listing for listing in found if listing.faults]


def errors(view: View, fault: Fault) -> dict[str, str]:
    """File and title of the list of errors it belongs to: its exception type, without modules."""
    error = fault.entry.symptom.error
    if error is None:
        return {"none": view.say("silent")}
    if found := _ERROR.search(error):
        name = found[1].rsplit(".", 1)[-1]
        return {_slug(name): name}
    return {"other": view.say("other_message")}


def _named(fault: Fault) -> dict[str, str]:
    return {_slug(name): name for name in libraries(fault)}


def _with_versions(listing: Listing) -> Listing:
    versions = {each.id: libraries(each)[listing.title] for each in listing.faults}
    told = Counter(version for version in versions.values() if version)
    some = [version for version, _ in told.most_common(MOST_VERSIONS)]
    about = ", ".join([*some, *(["…"] if len(told) > len(some) else [])])
    faults = sorted(listing.faults, key=lambda each: _figures(versions[each.id]), reverse=True)
    notes, column = (versions, "version") if told else ({}, "")
    return Listing(listing.name, listing.title, tuple(faults), notes, column, about)


def _figures(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d{1,9}", version)))


def _gather(view: View, kind: str, ask: Callable[[Fault], dict[str, str]]) -> list[Listing]:
    """One list for each file that `ask` gives; names that differ in no letter share one."""
    groups: dict[str, dict[str, Fault]] = {}
    titles: dict[str, str] = {}
    for fault in view.base.faults.values():
        for slug, title in ask(fault).items():
            titles.setdefault(slug, title)
            groups.setdefault(slug, {})[fault.id] = fault
    return [
        Listing(f"{kind}-{slug}", titles[slug], tuple(groups[slug].values()))
        for slug in sorted(groups, key=lambda slug: (slug in _LAST, -len(groups[slug]), slug))
    ]


_LAST = ("none", "other")


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
