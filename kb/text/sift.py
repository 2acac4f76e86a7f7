"""The first look at a paste of any size: which of its lines are worth reading."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kb.text.rules import compiled, rules

WHOLE = 10_000
"""A paste of so many lines is read whole."""

HEAD, TAIL, AROUND, ALIKE = 1500, 1500, 3, 3
"""Of a longer one: lines kept from its start and its end; lines kept beside a line with a word
of failure; and how many such lines of one shape."""

WIDEST = 6000
"""Characters kept of one line; a longer one loses its middle."""

PIECE = 1 << 20
_LOUDEST = WHOLE - HEAD - TAIL
_NO_DIGITS = str.maketrans("", "", "0123456789")
_NEWLINES = ("\r\n", "\r", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")


def sift(raw: str | Iterable[str]) -> list[tuple[int, str]]:
    """Number (from 1) and text of each line worth reading, in order, at most `WHOLE`.

    `raw` may come in pieces, so that the paste need not lie in memory whole. Linear in it.
    """
    sieve = _Sieve()
    for piece in _whole_lines(raw):
        sieve.add(piece)
    return [(number, _narrow(line)) for number, line in sieve.rest()]


class _Sieve:
    """Keeps the telling lines of pieces that go by."""

    def __init__(self) -> None:
        self.number = 1
        self.first: list[str] = []
        self.loud: dict[int, str] = {}
        self.last: list[tuple[int, str]] = []
        self.seen: dict[str, int] = {}

    def add(self, piece: str) -> None:
        if len(self.first) < WHOLE:
            self.first += piece.split("\n")[: WHOLE + 1 - len(self.first)]
        if len(self.first) > WHOLE and len(self.loud) < _LOUDEST and _signal().search(piece):
            self._listen(self.number, piece.split("\n"))
        self.last = [*self.last[-1:], (self.number, piece)]
        self.number += piece.count("\n") + 1

    def _listen(self, start: int, lines: list[str]) -> None:
        signal = _signal()
        for i, line in enumerate(lines):
            if signal.search(line[:WIDEST]) and self._is_new(line):
                near = range(max(0, i - AROUND), min(len(lines), i + AROUND + 1))
                self.loud |= {start + j: lines[j] for j in near}
                if len(self.loud) >= _LOUDEST:
                    return

    def _is_new(self, line: str) -> bool:
        shape = line[:300].translate(_NO_DIGITS)
        self.seen[shape] = self.seen.get(shape, 0) + 1
        return self.seen[shape] <= ALIKE

    def rest(self) -> list[tuple[int, str]]:
        if self.number - 1 <= WHOLE:
            return list(enumerate(self.first, 1))
        self._listen(1, self.first)
        kept = dict(sorted(self.loud.items())[:_LOUDEST])
        kept |= dict(enumerate(self.first[:HEAD], 1))
        for start, piece in self.last:
            tail = enumerate(piece.split("\n"), start)
            kept |= {n: line for n, line in tail if n >= self.number - TAIL}
        return sorted(kept.items())


def _signal() -> re.Pattern[str]:
    return compiled(rules()["signal"])


def _whole_lines(raw: str | Iterable[str]) -> Iterator[str]:
    """Pieces of about `PIECE` characters that end where a line ends, its newline taken off."""
    rest: list[str] = []
    for part in _cut(raw):
        head, newline, tail = part.rpartition("\n")
        if newline:
            yield "".join([*rest, head])
            rest = [tail]
        elif len(rest) < 4:
            rest.append(tail)
        else:
            rest[-1] = tail
    if last := "".join(rest):
        yield last


def _cut(raw: str | Iterable[str]) -> Iterator[str]:
    held = ""
    for part in (raw,) if isinstance(raw, str) else raw:
        for start in range(0, len(part), PIECE):
            piece = held + part[start : start + PIECE]
            held = "\r" if piece.endswith("\r") else ""
            yield _one_newline(piece.removesuffix("\r"))
    if held:
        yield "\n"


def _one_newline(text: str) -> str:
    for other in _NEWLINES:
        if other in text:
            text = text.replace(other, "\n")
    return text


def _narrow(line: str) -> str:
    return line if len(line) <= WIDEST else f"{line[: WIDEST - 1003]} … {line[-1000:]}"
