"""When an incident counts as fixed, and what is left of the fifteen minutes after. Pure.

The clock may have been set back in between: no number here is ever negative, or over the window.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace

from kb.model.incident import WINDOW, Incident

PATIENT = 60.0
"""Seconds that a run must at least last before it can be said to outlive one that failed."""

FORGOTTEN = 30 * 24 * 3600
"""Seconds after which an incident that was never fixed is no longer shown."""

_ASKS_ONLY = frozenset({"-h", "--help", "--version", "--usage", "help"})


def met_by(
    incidents: Iterable[Incident], program: str, folder: str, words: Iterable[str] = ()
) -> list[Incident]:
    """The open ones that a run of `program` in `folder` can show to be fixed.

    `words` are its arguments: one that only asks for help shows nothing.
    """
    if not _ASKS_ONLY.isdisjoint(words):
        return []
    return [
        each
        for each in incidents
        if each.fixed is None and (each.program, each.folder) == (program, folder)
    ]


def outlived_after(incident: Incident) -> float:
    """Seconds after which a run has outlived the one that failed: twice its time, or a minute."""
    return max(PATIENT, 2 * (incident.ended - incident.started))


def fixed(
    incident: Incident,
    now: float,
    passing: Mapping[str, str] | None = None,
    failing: Mapping[str, str] | None = None,
) -> Incident:
    """The incident, noticed as fixed at `now`, with the files as they are then.

    `failing` takes the place of its sources. What is fixed already keeps its time.
    """
    if incident.fixed is not None:
        return incident
    return replace(
        incident,
        fixed=now,
        fixed_sources=dict(passing or {}),
        sources=incident.sources if failing is None else dict(failing),
    )


def reopened(incident: Incident) -> Incident:
    """The incident as it was before it was taken for fixed."""
    return replace(incident, fixed=None, fixed_sources={})


def is_same(old: Incident, new: Incident) -> bool:
    """Whether `new` is the open `old` once more: one program, one folder, one symptom."""
    return (old.program, old.folder) == (new.program, new.folder) and ended_alike(old, new)


def ended_alike(old: Incident, new: Incident) -> bool:
    """Whether both show one symptom, or, where one shows none, ended with the same code."""
    if old.symptom is None or new.symptom is None:
        ends = (old.symptom, old.exit_code, old.signal), (new.symptom, new.exit_code, new.signal)
        return ends[0] == ends[1]
    from kb.text import mask  # 15 ms, which a run that succeeds has not

    return mask(old.symptom) == mask(new.symptom)


def once_more(old: Incident, new: Incident) -> Incident:
    """`new` in the place of `old`: what failed last is nearest to the fix, the time runs on."""
    return replace(new, id=old.id, first=min(old.first, new.first), times=old.times + 1)


def seconds_left(incident: Incident, now: float) -> float:
    """What is left of the window, 0 to `WINDOW`; 0 for an incident that is not fixed."""
    if incident.fixed is None:
        return 0.0
    return min(float(WINDOW), max(0.0, incident.fixed + WINDOW - now))


def minutes_left(incident: Incident, now: float) -> int:
    """The same in minutes, begun ones counted: 15 right after the fix, 0 when it is over."""
    return math.ceil(seconds_left(incident, now) / 60)


def is_late(incident: Incident, now: float) -> bool:
    """Whether it is fixed and the window is over."""
    return incident.fixed is not None and seconds_left(incident, now) == 0


def is_forgotten(incident: Incident, now: float) -> bool:
    """Whether it was never fixed and is older than is worth showing."""
    return incident.fixed is None and now - incident.ended > FORGOTTEN


def minutes_to_fix(incident: Incident) -> int | None:
    """From the first failure to the fix, at least 1; None when that cannot be known."""
    if incident.fixed is None or incident.fixed < incident.first:
        return None
    return max(1, round((incident.fixed - incident.first) / 60))
