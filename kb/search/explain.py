"""Why an answer is what it is: the lines that were read, and the terms that counted."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kb.search.answer import consider
from kb.search.query import Unit
from kb.search.rank import Scored
from kb.text import printable

WIDTH = 80

if TYPE_CHECKING:
    from kb.store.layers import Layer


def explained(
    paste: str | Iterable[str], layers: Sequence[Layer], cache: Path | None
) -> Iterator[str]:
    """Lines that tell what of `paste` was looked up, and how its best candidates came out."""
    read, asked, ranked, _ = consider(paste, layers, cache)
    left = "1 line" if len(read.lines) == 1 else f"{len(read.lines)} lines"
    yield f"{left} left after cleaning; facts: {', '.join(read.facts) or 'none'}"
    yield "looked up:"
    for unit in asked.units:
        yield from _unit(unit)
    if not asked.units:
        yield "  nothing: the paste holds no words"
    yield "candidates:"
    for one in ranked[:5]:
        yield from _candidate(one)


def _unit(unit: Unit) -> Iterator[str]:
    place = f"line {unit.line}" if unit.line else "all lines"
    yield f"  {unit.kind} ({place}, weight {unit.weight:g}):"
    yield f"    {_short(unit.text)}"


def _candidate(one: Scored) -> Iterator[str]:
    yield f"  {one.found.id}: {one.confidence:.0%} (score {one.score:.2f})"
    yield (
        f"    shared {one.pair.shared:.1f} of {one.mass:.1f}, wording held {one.pair.cover:.0%}, "
        f"message explained {one.pair.told:.0%},"
    )
    yield f"    alike {one.like.ratio:.0%}, against {one.against:.0%}"
    if one.pair.wording and one.pair.unit:
        yield f"    {one.pair.wording.kind}: {_short(one.pair.wording.text)}"
        common = sorted(one.pair.wording.terms.keys() & one.pair.unit.terms.keys())
        listed = printable(", ".join(common[:30]))
        yield from textwrap.wrap(
            f"terms: {listed}", WIDTH - 4, initial_indent="    ", subsequent_indent="      "
        )


def _short(text: str) -> str:
    line, room = printable(" ".join(text.split())), WIDTH - 12
    return line if len(line) <= room else line[: room - 1] + "…"
