"""A knowledge base's own patterns: project names, customer numbers, whatever must not leave."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from kb.errors import Refused
from kb.model.regex import compiled

_LONGEST = 500
_WINDOW, _STEP = 1000, 800
_ENDLESS, _WAYS, _NESTED = 300, 100_000, 1000
"""What `*` and `+` count as; how many ways a pattern may have: two of them, and no third; and
how many a group that is repeated, for those are taken at every letter anew."""

_PIECE = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|(?P<opens>\()|(?P<closes>\))|(?P<choice>\|)|"
    r"(?P<endless>[*+]|\{\d*,\})|\{(?P<least>\d*),(?P<most>\d+)\}|\{(?P<times>\d+)\}|.",
    re.DOTALL,
)
"""One piece of a regex: an escape, a class, a bracket, a repeat, or a plain letter."""


@dataclass(frozen=True, slots=True)
class OwnPattern:
    """A pattern, and the name that its matches get: `<name>`."""

    name: str
    pattern: re.Pattern[str]

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Start and end of each match, line by line; a long line in overlapping pieces, so that
        time stays linear in the text."""
        start = 0
        for line in text.splitlines(keepends=True):
            for piece in range(0, max(1, len(line)), _STEP):
                place = start + piece
                for match in self.pattern.finditer(line[piece : piece + _WINDOW]):
                    if match[0].strip("<> \t"):
                        yield place + match.start(), place + match.end()
                if piece + _WINDOW >= len(line):
                    break
            start += len(line)


def own_patterns(listed: Mapping[str, str]) -> tuple[OwnPattern, ...]:
    """Name → regex, checked. Refused says which one cannot be used and why, in one line."""
    return tuple(_checked(name, pattern) for name, pattern in listed.items())


_IN_FORCE: ContextVar[tuple[OwnPattern, ...] | None] = ContextVar("own patterns", default=())


@contextmanager
def in_force(patterns: Iterable[OwnPattern]) -> Iterator[None]:
    """All that is redacted inside is redacted by these patterns too: no caller can forget them."""
    token = _IN_FORCE.set(tuple(patterns))
    try:
        yield
    finally:
        _IN_FORCE.reset(token)


@contextmanager
def switched_off() -> Iterator[None]:
    """Nothing is redacted inside. For what stays with the person who asked for it, only."""
    token = _IN_FORCE.set(None)
    try:
        yield
    finally:
        _IN_FORCE.reset(token)


def now_in_force() -> tuple[OwnPattern, ...] | None:
    """The patterns of the knowledge bases here; None where redaction is switched off."""
    return _IN_FORCE.get()


def _checked(name: str, pattern: str) -> OwnPattern:
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,30}", name):
        raise _refused(name, "is no name for a placeholder", "use a word such as `project`")
    if len(pattern) > _LONGEST:
        raise _refused(name, f"is over {_LONGEST} characters", "split it in two")
    try:
        ready = compiled(pattern)
    except ValueError as error:
        raise _refused(name, str(error), "mend it") from error
    if ready.match("") or ready.search("\n"):
        raise _refused(name, "matches nothing at all, or a line end", "let it need one character")
    if _ways(pattern) > _WAYS:
        remedy = "repeat no repeat and no choice, and give bounds, such as {1,20}"
        raise _refused(name, "repeats so much that it can take for ever", remedy)
    return OwnPattern(name, ready)


def _ways(pattern: str) -> float:
    """In how many ways, about and at most, it can take one text: `a{1,9}` in 9, `a|b` in 2.

    What follows each other multiplies, and a repeat of a group does so with itself: `(a|aa){3}`
    has 8 ways, `(a+)+` more than can be counted.
    """
    groups, closed = [[1.0]], 1.0  # the open groups, each with its choices
    for piece in _PIECE.finditer(pattern):
        least, most = _times(piece)
        if piece["opens"]:
            groups.append([1.0])
        elif piece["choice"]:
            groups[-1].append(1.0)
        elif least != most or most > 1:
            # the group before it is in the product once already
            again = _power(closed, most - 1) if closed > 1 else 1.0
            groups[-1][-1] *= again * (most - least + 1)
        closed = 1.0
        if piece["closes"] and len(groups) > 1:
            closed = sum(groups.pop())
            groups[-1][-1] *= closed
    return sum(groups[0])


def _times(piece: re.Match[str]) -> tuple[int, int]:
    """How often the piece before is repeated, least and most; once where this is no repeat."""
    if piece["endless"]:
        return 1, _ENDLESS
    if piece["times"]:
        return int(piece["times"]), int(piece["times"])
    return (int(piece["least"] or 0), int(piece["most"])) if piece["most"] else (1, 1)


def _power(base: float, exponent: int) -> float:
    try:
        ways = base**exponent
    except OverflowError:
        return math.inf
    return ways if ways <= _NESTED else math.inf


def _refused(name: str, fault: str, remedy: str) -> Refused:
    return Refused(f"own pattern {name!r} {fault}; {remedy}")
