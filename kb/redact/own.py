"""A knowledge base's own patterns: project names, customer numbers, whatever must not leave."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from kb.errors import Refused

_LONGEST = 500
_WINDOW, _STEP = 1000, 800
_PIECE = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|(?P<opens>\()|(?P<closes>\))|"
    r"(?P<endless>[*+]|\{\d*,\})|\{(?P<least>\d*),(?P<most>\d+)\}|.",
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
        compiled = re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise _refused(name, f"is no regular expression ({error})", "mend it") from error
    if compiled.match("") or compiled.search("\n"):
        raise _refused(name, "matches nothing at all, or a line end", "let it need one character")
    if _repeats_a_repeat(pattern):
        raise _refused(name, "repeats a repeat, which can take for ever", "write it without")
    if sum(bool(piece["endless"]) for piece in _PIECE.finditer(pattern)) > 2:
        raise _refused(name, "has over two open repeats (* or +)", "give bounds, such as {1,20}")
    return OwnPattern(name, compiled)


def _repeats_a_repeat(pattern: str) -> bool:
    """Whether a group that repeats something is itself repeated without a bound, or the other
    way round: `(a+)+`, `(a{1,9})*`, `(a*){2,5}`. Small bounds inside bounds are fine."""
    groups, closed = [0], 0
    for piece in _PIECE.finditer(pattern):
        grade = 2 if piece["endless"] else 1 if piece["most"] else 0
        if grade and closed and grade + closed > 2:
            return True
        closed = 0
        if piece["opens"]:
            groups.append(0)
        elif piece["closes"] and len(groups) > 1:
            closed = groups.pop()
            groups[-1] = max(groups[-1], closed)
        groups[-1] = max(groups[-1], grade)
    return False


def _refused(name: str, fault: str, remedy: str) -> Refused:
    return Refused(f"own pattern {name!r} {fault}; {remedy}")
