"""The question: what of a report is looked up, and what each part is worth."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Literal, NamedTuple

from kb.report import Line, Raised, Report, Role
from kb.search.wordings import merge
from kb.text.masks import mask
from kb.text.rules import compiled, rules
from kb.text.terms import Terms, frame_terms, pairs, stem, terms

UNITS = 16
"""So many failures of one paste are looked up each on its own."""

SHORT = 2
"""Lines of a paste that is a message and no log."""

FIRST, LAST = 25, 60
"""Lines of prose and of INFO records that are read from the start and from the end."""


class Unit(NamedTuple):
    """One thing a paste says: an exception, a line of failure, or all of its prose.

    `said` are the terms of its own message, `terms` these and what stands near. `linked`: the
    exception hangs on another one.
    """

    kind: str
    text: str
    said: Terms
    terms: Terms
    line: int
    weight: float
    linked: bool = False


Kind = Literal["error", "short", "cut", "sentence", "prose", "quiet"]
"""Of a paste: `error` when an exception was read in it that may be the cause, `short` when it is
that and little else (a message as a person types it, perhaps cut), `cut` when there are frames and
no message, `sentence` when a person says in their own words what is wrong and no line of a program
does, else `prose`; `quiet` when it is some program's output without a sentence by a person, a word
of failure or a fact."""


class Question(NamedTuple):
    """The units of a paste, all of its terms together, how many lines it has, whether none of
    them tells of anything wrong, and whether one is in a person's own words."""

    units: tuple[Unit, ...]
    terms: Terms
    lines: int
    quiet: bool = False
    own: bool = False

    @property
    def kind(self) -> Kind:
        """What sort of paste this is; each has its own scale of confidence."""
        kinds = {unit.kind for unit in self.units if unit.weight >= 0.9}
        if "raised" in kinds:
            return "short" if self.lines <= SHORT else "error"
        if "cut" in kinds:
            return "cut"
        if self.own and "line" not in kinds:
            return "sentence"
        return "quiet" if self.quiet else "prose"


def fingerprint(asked: Question) -> str:
    """The same for pastes that say the same; paths, numbers and names of their own do not count.

    Empty for a paste that says nothing else, which any other of its kind would be the same as.
    """
    if not _speaks(asked):
        return ""
    told = [
        (mask(unit.text), sorted(term for term in unit.terms if term[0] in "@#"))
        for unit in asked.units
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def _speaks(asked: Question) -> bool:
    """Whether anything is left beside values, and concepts and facts that were read from them."""
    return any(term[0] not in "~=^" and term not in _values() for term in asked.terms)


@cache
def _values() -> frozenset[str]:
    """The words that masks put in place of values."""
    puts = " ".join(rule["put"] for rule in rules()["masks"])
    return frozenset(stem(name) for name in compiled("<([a-z]+)>").findall(puts))


def question(read: Report) -> Question:
    """What is looked up for a report."""
    worth = rules()["worth"]
    quiet = _quiet(read)
    prose = _prose(read, quiet)
    units = list(islice(_units(read), UNITS))
    together: Terms = {}
    for unit in units:
        merge(together, unit.terms, unit.weight)
    merge(together, prose, worth["beside"] if units else 1.0)
    context = {term: weight * worth["context"] for term, weight in together.items()}
    near = [_with(unit, context) for unit in units]
    if prose:
        text = "\n".join(line.text for line in _prose_lines(read))
        failed = any(unit.kind == "raised" and unit.weight >= 0.9 for unit in units)
        near.append(Unit("prose", text, prose, prose, 0, worth["around"] if failed else 1.0))
    own = any(map(_is_own, _prose_lines(read)))
    return Question(tuple(near), together, _count(read), quiet, own)


def _count(read: Report) -> int:
    return sum(bool(line.text) for line in read.lines)


def _quiet(read: Report) -> bool:
    """Whether this is some program's output, and no line or fact of it tells of anything wrong."""
    told = [fact for fact in read.facts if fact not in rules()["calm"]]
    return _count(read) > SHORT and not told and not any(map(_tells, _prose_lines(read)))


def _with(unit: Unit, context: Terms) -> Unit:
    whole = dict(unit.terms)
    merge(whole, context)
    return unit._replace(terms=whole)


def _units(read: Report) -> Iterator[Unit]:
    told = {one.line for one in read.raised}
    worth: dict[str, float] = rules()["worth"]
    real = [one for one in read.raised if one.role != "info"]
    failed = any(one.role == "root" and not _warns(one) for one in real)
    told_more = any(one.message for one in real)
    found: list[tuple[float, Raised | Line]] = [
        (_worth(one, failed, told_more), one) for one in real
    ]
    for line, role in zip(read.lines, read.roles, strict=True):
        if role == "root" and line.number not in told:
            found.append((worth["root"], line))
    seen: set[str] = set()
    for weight, one in sorted(found, key=lambda found: -found[0]):
        unit = _raised(one, weight) if isinstance(one, Raised) else _line(one, weight)
        if unit.text not in seen:
            seen.add(unit.text)
            yield unit


def _worth(one: Raised, failed: bool, told_more: bool) -> float:
    """What an exception counts beside others, of which one failed, and one has a message."""
    worth: dict[str, float] = rules()["worth"]
    if failed and _warns(one):
        return worth["warning"]
    return min(worth[one.role], worth["cut"] if told_more and not one.message else 1.0)


def _warns(one: Raised) -> bool:
    return one.type.endswith("Warning")


def _raised(one: Raised, weight: float) -> Unit:
    """An exception by its message and frames; by its frames alone where it has no message."""
    first, _, rest = without_advice(one.message).partition("\n")
    message = f"{one.type}: {first}" if first else one.type
    said = terms(message, quoted_too=False) | pairs(message)
    whole = dict(said)
    merge(whole, terms(rest, quoted_too=False), 0.6)
    for place, frame in enumerate(reversed(one.frames[-6:])):
        merge(whole, frame_terms(frame), 1.0 - 0.12 * place)
    if not first and one.frames:
        text = mask(one.frames[-1].source or message)
        return Unit("cut", text, dict(whole), whole, one.line, weight, bool(one.link))
    return Unit("raised", mask(message), said, whole, one.line, weight, bool(one.link))


def _line(line: Line, weight: float) -> Unit:
    text = without_advice(line.text)
    said = terms(text, quoted_too=False) | pairs(text)
    return Unit("line", mask(line.text), said, said, line.number, weight)


def _prose_lines(read: Report) -> list[Line]:
    wanted: tuple[Role, ...] = ("prose", "info", "root")
    lines = [
        line
        for line, role in zip(read.lines, read.roles, strict=True)
        if role in wanted and line.text
    ]
    return lines if len(lines) <= FIRST + LAST else lines[:FIRST] + lines[-LAST:]


def _tells(line: Line) -> bool:
    """Whether a line speaks of a failure, or is a person's own."""
    return _is_own(line) or bool(compiled(rules()["failure"]).search(line.mark + line.text))


def _is_own(line: Line) -> bool:
    return not line.mark and bool(compiled(rules()["person"]).search(line.text))


def _prose(read: Report, quiet: bool) -> Terms:
    found: Terms = {} if quiet else {"=" + fact: 1.0 for fact in read.facts}
    for line in _prose_lines(read):
        merge(found, terms(line.text, quoted_too=False), 0.5 if line.mark else 0.9)
    return found


def without_advice(text: str) -> str:
    """`text` without the sentences that every such error carries."""
    advice = compiled(rules()["advice"])
    return "\n".join(advice.sub("", line) for line in text.split("\n"))
