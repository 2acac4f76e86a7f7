"""What an entry is found by: its wordings, each with its terms and their weight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kb.report import Report
from kb.text import clean, mask, report
from kb.text.terms import Terms, frame_terms, terms

if TYPE_CHECKING:
    from kb.model import Fault

WEIGHT = {
    "error": 1.0, "also": 1.0, "paste": 1.0, "title": 0.8, "cause": 0.55, "output": 0.45,
    "fix": 0.35, "limit": 0.0,
}  # fmt: skip
"""How much a term counts by where it stands."""

LONGEST = 4000
"""Characters of one wording that are read."""


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to say the fault. `kind` is a key of `WEIGHT`, `text` is masked."""

    kind: str
    text: str
    terms: Terms


def wordings(fault: Fault) -> list[Wording]:
    """All wordings of an entry."""
    return [_wording(kind, text[:LONGEST]) for kind, text in _texts(fault) if text.strip()]


def _texts(fault: Fault) -> Iterator[tuple[str, str]]:
    entry = fault.entry
    yield "error", entry.symptom.main
    yield from (("also", text) for text in entry.symptom.also)
    yield from (("paste", text) for text in fault.pastes.values())
    yield "title", entry.title
    yield "cause", entry.root_cause
    yield "fix", entry.fix
    if entry.symptom.limit:
        yield "limit", entry.symptom.limit
    if fault.evidence is not None:
        yield from (
            ("output", run.output) for run in fault.evidence.runs if run.name == "faulty-run"
        )


def _wording(kind: str, text: str) -> Wording:
    read = report(clean(text))
    return Wording(kind, mask(text.strip()), all_terms(read, quoted_too=kind != "paste"))


def all_terms(read: Report, *, quoted_too: bool) -> Terms:
    """Every term of a report: of its lines, of the last frames, of its facts."""
    found: Terms = {"=" + fact: 1.0 for fact in read.facts}
    for line, role in zip(read.lines, read.roles, strict=True):
        if role not in ("frame", "source", "noise", "advice"):
            merge(found, terms(line.text, quoted_too=quoted_too))
    for one in read.raised:
        for frame in one.frames[-4:]:
            merge(found, frame_terms(frame))
    for frame in read.frames[-4:]:
        merge(found, frame_terms(frame))
    return found


def merge(into: Terms, more: Terms, factor: float = 1.0) -> None:
    """Puts `more`, each weight times `factor`, into `into`, the greater weight winning."""
    for term, weight in more.items():
        if weight * factor > into.get(term, 0.0):
            into[term] = weight * factor
