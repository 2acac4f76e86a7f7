"""How an incident goes on: kept, met again, noticed as fixed, opened again."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from kb.capture import sources, window
from kb.capture.own import own_in_force
from kb.errors import KbError
from kb.model.incident import Incident
from kb.store.incidents import change, keep


def remember(incident: Incident) -> Incident:
    """Keep it, in the place of the open one that it is once more. Raises CannotWrite."""

    def again(old: Incident) -> Incident | None:
        same = old.fixed is None and window.is_same(old, incident)
        return window.once_more(old, incident) if same else None

    return keep(incident, again)


def mended(incident: Incident, now: float) -> Incident:
    """Note that it was fixed by `now`, with the files as they are. Raises NotFound, CannotWrite.

    What was changed since it failed and was not kept then is kept as it was in git, so that a
    file of `fixed_sources` lacks in `sources` only where it is new.
    """
    folder = Path(incident.folder)
    since = sources.changed(folder, incident.rev)
    before: dict[str, str] = {}
    with own_in_force(folder):
        passing = sources.texts(folder, [*incident.sources, *since])
        new = [path for path in passing if path not in incident.sources]
        with suppress(KbError):
            before = sources.then(folder, incident.rev, new)
    return change(
        incident.id,
        lambda one: window.fixed(one, now, passing, {**before, **one.sources}),
    )


def reopen(incident: Incident) -> Incident:
    """It was not fixed after all. Raises NotFound, CannotWrite."""
    return change(incident.id, window.reopened)
