"""Cleaning: what terminals, schedulers and containers put round a message is taken off."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from kb.report import Line
from kb.text.rules import compiled, hinted, rewritten, rules
from kb.text.sift import sift
from kb.text.wraps import unhyphenated, unwrapped

ALIKE = 40
"""So many lines that differ in their digits only are kept."""

_SHAPE = str.maketrans("", "", "0123456789")


class Cleaned(NamedTuple):
    """The lines that are left, in order."""

    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        """The cleaned paste as one string; cleaning it again changes nothing."""
        return "\n".join(line.text for line in self.lines)


def clean(raw: str | Iterable[str]) -> Cleaned:
    """The paste without colours, bars, log prefixes, frames, hard wraps and repeats.

    `raw` is the paste, or its pieces in order. Takes any text; time is linear in its length,
    and of a very long paste only the telling lines are kept (see `sift`).
    """
    lines = [Line(text, number) for number, text in sift(raw)]
    while (cleaned := _once(lines)) != lines:
        lines = cleaned
    return Cleaned(tuple(lines))


def _once(lines: list[Line]) -> list[Line]:
    """One pass. Every pass that changes anything makes the text shorter, so passes end."""
    marks = {line.number: line for line in lines}
    prefixes = _prefixes("\n".join(line.text for line in lines))
    whole = unhyphenated(unwrapped([(line.number, _plain(line.text)) for line in lines]))
    bare = [_bare(marks[number]._replace(text=text), prefixes) for number, text in whole]
    parts = chain.from_iterable(map(_parts, bare))
    return _distinct([line for line in parts if not _is_noise(line.text)])


def _plain(text: str) -> str:
    return rewritten("plain", text).strip()


def _parts(line: Line) -> list[Line]:
    """The lines that were glued into one: after a bar, or by a `\\n` printed as two characters."""
    text = rewritten("splits", line.text)
    if text == line.text:
        return [line]
    return [line._replace(text=part.strip()) for part in text.split("\n")]


def _bare(line: Line, prefixes: re.Pattern[str]) -> Line:
    found = prefixes.match(line.text)
    if found is None or not found[0]:
        return line
    return line._replace(text=line.text[found.end() :], mark=(line.mark + found[0])[:200])


def _prefixes(text: str) -> re.Pattern[str]:
    """All prefixes that may stand in `text` as one pattern; the rest need not be compiled."""
    likely = [rule["pattern"] for rule in rules()["prefixes"] if hinted(rule, text)]
    return compiled("(?:" + "|".join(f"(?:{pattern})" for pattern in likely) + ")+")


def _is_noise(text: str) -> bool:
    if text:
        for rule in rules()["noise"]:
            if hinted(rule, text) and compiled(rule["pattern"]).search(text):
                return True
    return False


def _distinct(lines: list[Line]) -> list[Line]:
    """At most `ALIKE` lines of one shape; of equal neighbours one, with their count."""
    shapes: dict[str, int] = {}
    kept: list[Line] = []
    for line in lines:
        shape = line.text.translate(_SHAPE)
        shapes[shape] = shapes.get(shape, 0) + 1
        if kept and kept[-1].text == line.text:
            kept[-1] = kept[-1]._replace(times=kept[-1].times + line.times)
        elif shapes[shape] <= ALIKE or not line.text:
            kept.append(line)
    while kept and not kept[-1].text:
        kept.pop()
    return kept[1:] if kept and not kept[0].text else kept
