"""Where faults cluster: the nodes of the tree by entries, incidents, months and minutes to fix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from kb.model import Fault
from kb.pages.branch import Branch, every
from kb.pages.view import HEAT, View

SHADES = 4
FLAW = 3
"""Incidents under one node from which on the page calls it a weak place of the design."""
MOST_MONTHS = 12
MOST_ROWS, MOST_FLAWS = 120, 12
"""Nodes on the page, the hottest ones; and weak places told above them."""


@dataclass(frozen=True, slots=True)
class Warm:
    """A node with faults, or a domain with all below it.

    `months` counts incidents as "2026-11"; `minutes` is the median.
    """

    id: str
    whole: bool
    entries: int
    incidents: int
    months: Counter[str]
    minutes: int | None


def heat_page(view: View, grown: tuple[Branch, ...]) -> tuple[str, str]:
    """Path and text of the heat map. What no entry tells is not drawn."""
    every_row = [row for domain in grown if domain.all for row in _rows(domain)]
    nodes = sorted((row for row in every_row if not row.whole), key=_heat, reverse=True)
    left = {row.id for row in nodes[MOST_ROWS:]}
    rows = [row for row in every_row if row.whole or row.id not in left]
    months = sorted({month for row in rows for month in row.months})[-MOST_MONTHS:]
    counts = [count for row in nodes for count in row.months.values()]
    return HEAT, view.render(
        "heat.md.j2",
        HEAT,
        rows=rows,
        months=months if len(months) > 1 else (),
        minutes=any(row.minutes is not None for row in rows),
        incidents=any(row.incidents for row in rows),
        flaws=[row for row in nodes if row.incidents >= FLAW][:MOST_FLAWS],
        left=len(left),
        shade=shade,
        hottest=max((row.entries for row in nodes), default=0),
        hottest_month=max(counts, default=0),
    )


def _heat(row: Warm) -> tuple[int, int]:
    return row.incidents, row.entries


def _rows(domain: Branch) -> Iterator[Warm]:
    """The row of a domain, and one for each node that faults hang on, itself among them."""
    yield warm(domain.id, domain.all, whole=True)
    for branch in every((domain,)):
        if branch.faults:
            yield warm(branch.id, branch.faults, whole=False)


def warm(id: str, faults: Sequence[Fault], *, whole: bool) -> Warm:
    """The row of one node, or of a whole domain."""
    origins = [fault.entry.origin for fault in faults if fault.entry.origin.kind == "incident"]
    minutes = [each.minutes_to_fix for each in origins if each.minutes_to_fix is not None]
    months = Counter(each.met.strftime("%Y-%m") for each in origins if each.met)
    middle = round(median(minutes)) if minutes else None
    return Warm(id, whole, len(faults), len(origins), months, middle)


def shade(count: int, hottest: int) -> int:
    """0 for none, else 1 to SHADES in even steps up to `hottest`."""
    return -(-count * SHADES // hottest) if count else 0
