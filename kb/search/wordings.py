"""What an entry is found by: its wordings, each with its terms and their weight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from kb.report import Report
from kb.store.corrections import MARK
from kb.text import clean, mask, report
from kb.text.rules import compiled
from kb.text.terms import Terms, frame_terms, pairs, terms

if TYPE_CHECKING:
    from kb.model import Fault

WEIGHT = {
    "error": 1.0, "also": 1.0, "paste": 1.0, "title": 0.8, "cause": 0.55, "output": 0.45,
    "fix": 0.35, "limit": 0.0,
}  # fmt: skip
"""How much a term counts by where it stands."""

_QUOTED = r"\"([^\"\n]{4,300})\"|(?:^|[ (])'([^'\n]{4,300})'(?![A-Za-z])"

WHOLE_LOGS = ("paste", "output")
"""Kinds that are real logs, with more in them than the failure."""

PROSE = ("title", "cause", "fix")
"""Kinds whose quoted words are words as well."""

CHANCE = 0.4
"""Weight of a name that may be there by chance."""

LONGEST, SHORTEST = 4000, 1000
"""Characters of one wording that are read, and what a shorter one counts for."""

MOST = 200_000
"""Characters of one kind that are read in an entry, so that none takes seconds of a search."""


class Wording(NamedTuple):
    """One way to say the fault. `kind` is a key of `WEIGHT`, `text` is masked."""

    kind: str
    text: str
    terms: Terms


def wordings(fault: Fault) -> list[Wording]:
    """All wordings of an entry; names that only one of them quotes count for little."""
    read = [_wording(kind, text) for kind, text in _read(_texts(fault)) if text.strip()]
    seen = Counter(name for one, _ in read if one.kind != "limit" for name in one.terms)
    quoting = _quoting(read)
    return [one._replace(terms=_essential(one.terms, seen, quoting[type])) for one, type in read]


def _quoting(read: list[tuple[Wording, str]]) -> dict[str, list[Terms]]:
    """The terms of the wordings that quote a name, by the type of the exception."""
    found: dict[str, list[Terms]] = {type: [] for _, type in read}
    for one, type in read:
        if any(term[0] == "'" for term in one.terms):
            found[type].append(one.terms)
    return found


def _essential(found: Terms, seen: Counter[str], quoting: list[Terms]) -> Terms:
    """The terms, quoted names that may be there by chance at a part of their weight.

    `'task'` in most wordings of one exception is part of the message; `'bbox'` in one of them
    is some program's own key, and another program's would be as good.
    """

    def weight(term: str) -> float:
        often = sum(term in terms for terms in quoting) >= 0.6 * len(quoting)
        return 1.0 if often and seen[term] + seen[term[1:]] >= 2 else CHANCE

    return {term: weight(term) if term[0] == "'" else given for term, given in found.items()}


def _read(texts: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The texts as far as they are read; of too many of one kind the first."""
    left = dict.fromkeys(WEIGHT, MOST)
    for kind, text in texts:
        if left[kind] > 0:
            yield kind, text[:LONGEST]
            left[kind] -= min(max(len(text), SHORTEST), LONGEST)


def _texts(fault: Fault) -> Iterator[tuple[str, str]]:
    entry = fault.entry
    yield "error", entry.symptom.main
    yield from (("also", text) for text in entry.symptom.also)
    # what a person said that it means comes first, for there may be too many
    said = sorted(fault.pastes, key=lambda name: not name.startswith(MARK))
    yield from (("paste", fault.pastes[name]) for name in said)
    yield "title", entry.title
    yield "cause", entry.root_cause
    yield "fix", entry.fix
    yield from (("limit", phrase) for phrase in named(entry.symptom.limit or ""))
    if fault.evidence is not None:
        yield from (
            ("output", run.output) for run in fault.evidence.runs if run.name == "faulty-run"
        )


def named(limit: str) -> list[str]:
    """The texts that a `limit` quotes, of two words and more; without any, the limit itself."""
    quoted = compiled(_QUOTED).findall(limit)
    phrases = [text for pair in quoted for text in pair if " " in text.strip()]
    return phrases or [limit]


def _wording(kind: str, text: str) -> tuple[Wording, str]:
    """The wording, and the type of the exception that it names first."""
    read = report(clean(text))
    if kind in WHOLE_LOGS:
        read = failures(read)
    found = all_terms(read, quoted_too=kind in PROSE, paired=kind != "limit")
    return Wording(kind, mask(text.strip()), found), read.raised[0].type if read.raised else ""


def failures(read: Report) -> Report:
    """Of a log that failed, the lines that say so; a log without a failure stays whole."""
    loud = [n for n, role in enumerate(read.roles) if role == "root"]
    if not loud:
        return read
    lines = tuple(read.lines[n] for n in loud)
    return read._replace(lines=lines, roles=tuple(read.roles[n] for n in loud))


def all_terms(read: Report, *, quoted_too: bool, paired: bool) -> Terms:
    """Every term of a report: of its lines, of the last frames, of its facts."""
    found: Terms = {"=" + fact: 1.0 for fact in read.facts}
    only_echoes = all(role != "root" for role in read.roles)
    raised = {one.line for one in read.raised}
    for line, role in zip(read.lines, read.roles, strict=True):
        if role in ("frame", "source", "noise", "advice"):
            continue
        worth = 1.0 if role != "cascade" or only_echoes else 0.3
        merge(found, terms(line.text, quoted_too=quoted_too), worth)
        if paired and (line.number in raised or role == "root"):
            merge(found, pairs(line.text), worth)
    for one in read.raised:
        for frame in one.frames[-4:]:
            merge(found, frame_terms(frame))
    return found


def merge(into: Terms, more: Terms, factor: float = 1.0) -> None:
    """Puts `more`, each weight times `factor`, into `into`, the greater weight winning."""
    for term, weight in more.items():
        if weight * factor > into.get(term, 0.0):
            into[term] = weight * factor
