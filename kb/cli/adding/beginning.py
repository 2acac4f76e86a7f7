"""What `kb add` begins with: an entry begun before, an incident, a paste, or what flags say."""

from __future__ import annotations

import datetime as dt
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import typer

from kb.capture import keeping, life, moment, remembered, window
from kb.capture.draft import Draft, begin
from kb.capture.keeping import Kept
from kb.capture.pick import pick
from kb.cli.adding import resuming
from kb.cli.adding.given import given
from kb.cli.adding.wish import Wish
from kb.cli.options import tell
from kb.errors import KbError, Refused
from kb.model import KnowledgeBase
from kb.model.incident import Incident
from kb.store import incidents


@dataclass(frozen=True, slots=True)
class Beginning:
    """The draft, where it is kept while questions are asked, and the incident behind it."""

    draft: Draft
    kept: Kept = field(default_factory=Kept)
    incident: Incident | None = None


def beginning(wish: Wish, base: KnowledgeBase, *, asks: bool) -> Beginning:
    """What is known before anything is asked. Raises NotFound, Refused, InvalidFiles."""
    now = time.time()
    fixed = _fixed(wish, now)
    begun = _left(wish, base) if asks and not wish.names_a_fault and wish.incident is None else None
    if begun is None and (wish.incident or not wish.names_a_fault):
        begun = _remembered(wish, fixed, now, asks=asks)
    if begun is None:
        day = None if wish.draft and not fixed else dt.date.fromtimestamp(fixed or now)
        begun = Beginning(begin(None, day))
    return replace(begun, draft=given(wish, begun.draft, fixed))


def _fixed(wish: Wish, now: float) -> float | None:
    if wish.fixed and wish.fixed_at:
        raise Refused("give --fixed or --fixed-at, not both")
    if wish.fixed:
        return moment.ago(wish.fixed, now)
    return moment.at(wish.fixed_at, now) if wish.fixed_at else None


def _left(wish: Wish, base: KnowledgeBase) -> Beginning | None:
    """An entry begun before that the person goes on with."""
    if any(wish.given.values()):
        return None
    for file, draft in keeping.left():
        done = _recorded(base, draft)
        choice = "drop" if done else resuming.go_on(draft, keeping.since(file))
        kept = keeping.take(file) if choice != "n" else None
        if kept and choice == "y":
            return Beginning(draft, kept, _incident(draft.incident))
        if kept:
            kept.end()
        elif choice != "n":
            typer.echo("kb: it has been taken up in another terminal", err=True)
        if done and draft.incident:
            with suppress(KbError):
                incidents.drop(draft.incident)
    return None


def _recorded(base: KnowledgeBase, draft: Draft) -> bool:
    """Whether the entry was written, but its process killed before it could forget the draft."""
    title = draft.values.get("title")
    return not draft.missing() and any(
        (fault.entry.title, fault.entry.symptom.main) == (title, draft.symptom)
        for fault in base.faults.values()
    )


def _remembered(wish: Wish, fixed: float | None, now: float, *, asks: bool) -> Beginning | None:
    """What the incident knows that was named, or the newest whose fix was seen."""
    found = _named(wish.incident) if wish.incident else _newest()
    if found is None:
        return None
    if wish.same:  # known already, so it does not matter whether it is fixed
        return Beginning(remembered.draft_of(found), incident=found)
    open_ = found.fixed is None and fixed is None
    if wish.incident is None and open_ and not asks:
        raise Refused(
            f"{resuming.failed(found)} and is not known to be fixed; name what you record: "
            f"--incident {found.id}, or --error"
        )
    unsure = open_ or window.is_late(found, now)
    if wish.incident is None and asks and unsure and not resuming.is_meant(found):
        return None
    if found.fixed is None:
        found = _mended(wish, found, fixed or now)
    found = replace(found, fixed=fixed or found.fixed)
    return Beginning(remembered.draft_of(found), incident=found)


def _mended(wish: Wish, incident: Incident, now: float) -> Incident:
    """The incident with its fix and the files as they are, which is kept where that can be."""
    with suppress(KbError):
        if not wish.dry:
            return life.mended(incident, now)
    return window.fixed(incident, now)


def _newest() -> Incident | None:
    """Of those in hand in no other terminal the newest: fixed before open, of here before others'.

    What is open for longer than anybody remembers does not count.
    """
    found, problems = incidents.every()
    tell(problems, rest=" like these")
    now, here, taken = time.time(), str(Path.cwd()), keeping.in_hand()
    free = [one for one in found if one.id not in taken and not window.is_forgotten(one, now)]
    return min(free, key=lambda one: (one.fixed is None, one.folder != here), default=None)


def _named(id: str) -> Incident:
    return pick(incidents.every()[0], id, str(Path.cwd()))


def _incident(id: str | None) -> Incident | None:
    return next((one for one in incidents.every()[0] if one.id == id), None)
