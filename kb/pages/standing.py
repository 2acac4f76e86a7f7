"""How an entry stands today: its computed status, or a person's withdrawal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

from kb.model import Fault, Status, status

Standing = Status | Literal["refuted", "retired"]

STANDINGS: tuple[Standing, ...] = (
    "proven",
    "simulated",
    "claimed",
    "stale",
    "broken",
    "refuted",
    "retired",
)
"""In the order in which they are shown."""


def standing(fault: Fault) -> Standing:
    """`refuted` or `retired` when it is withdrawn, else what its evidence says."""
    withdrawn = fault.entry.withdrawn
    return withdrawn.as_ if withdrawn else status(fault)


def count(faults: Iterable[Fault], standings: Mapping[str, Standing]) -> dict[Standing, int]:
    """How many of `faults` stand how, in the order of STANDINGS, without zeros."""
    counted = Counter(standings[fault.id] for fault in faults)
    return {each: counted[each] for each in STANDINGS if counted[each]}
