"""The first look at a paste of any size: which of its lines are worth reading."""

from __future__ import annotations

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
        if len(self.first) > WHOLE:
            self._listen(self.number, piece)
        self.last = [*self.last[-1:], (self.number, piece)]
        self.number += piece.count("\n") + 1

    def _listen(self, number: int, piece: str) -> None:
        """Keeps the lines of `piece` that hold a word of failure in surroundings of a new shape."""
        before = 0
        for hit in _hits(piece):
            shape = piece[hit : hit + 24].translate(_NO_DIGITS)
            self.seen[shape] = self.seen.get(shape, 0) + 1
            if self.seen[shape] <= ALIKE and len(self.loud) < _LOUDEST:
                number += piece.count("\n", before, hit)
                before = hit
                self._keep_around(number, piece, hit)

    def _keep_around(self, number: int, piece: str, hit: int) -> None:
        start, first = hit, number + 1
        while start >= 0 and first > number - AROUND:
            start, first = piece.rfind("\n", 0, start), first - 1
        for place, line in enumerate(piece[start + 1 : hit + WIDEST].split("\n")[: 2 * AROUND + 1]):
            self.loud.setdefault(first + place, line)

    def rest(self) -> list[tuple[int, str]]:
        if self.number - 1 <= WHOLE:
            return list(enumerate(self.first, 1))
        self._listen(1, "\n".join(self.first))
        kept = dict(sorted(self.loud.items())[:_LOUDEST])
        kept |= dict(enumerate(self.first[:HEAD], 1))
        for start, piece in self.last:
            tail = enumerate(piece.split("\n"), start)
            kept |= {n: line for n, line in tail if n >= self.number - TAIL}
        return sorted(kept.items())


def _hits(piece: str) -> list[int]:
    """Where words of failure stand. Capital letters are rare, so one pattern finds those; the
    rest is faster word by word."""
    hits = [found.start() for found in compiled(rules()["signal"]).finditer(piece)]
    for word in rules()["signal-words"]:
        hit = piece.find(word)
        while hit >= 0:
            hits.append(hit)
            hit = piece.find(word, hit + 1)
    return sorted(hits)


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
