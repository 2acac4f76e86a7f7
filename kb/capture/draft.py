"""The draft of a new entry: what is known, what is still to be asked, and its text."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

REQUIRED = (
    "title",
    "symptom.error",
    "root_cause",
    "fix",
    "verify.command",
    "verify.present",
    "parent",
)
"""What an entry cannot be without, in the order in which it is asked. The domain follows from
the parent; `symptom.observed` stands in for `symptom.error` when the fault is silent."""

_ORDER = (
    *("title", "domain", "parent"),
    *("symptom.error", "symptom.observed", "symptom.also", "symptom.limit"),
    *("root_cause", "verify.command", "verify.present", "verify.values", "verify.looks_at"),
    *("fix", "case.run", "case.shows", "case.values", "case.requires", "environment"),
    *("origin.kind", "origin.met", "origin.minutes_to_fix", "origin.minutes_to_record"),
    "origin.late",
)


@dataclass(frozen=True, slots=True)
class Draft:
    """Field values by dotted name, in the words of the model. Empty values count as unknown."""

    values: Mapping[str, Any] = field(default_factory=dict)

    def with_(self, **values: Any) -> Draft:
        """The same draft with more fields known; dots are written as `__`."""
        return self.having({name.replace("__", "."): value for name, value in values.items()})

    def having(self, values: Mapping[str, Any]) -> Draft:
        """The same draft with the given fields set, empty ones left as they were."""
        known = {
            name: value for name, value in values.items() if value not in (None, "", (), [], {})
        }
        return replace(self, values={**self.values, **known})

    def missing(self) -> tuple[str, ...]:
        """The required fields that are still unknown, in the order in which they are asked."""
        silent = "symptom.observed" in self.values
        return tuple(
            name
            for name in REQUIRED
            if name not in self.values and not (silent and name == "symptom.error")
        )

    def nested(self, *, blanks: bool = False) -> dict[str, Any]:
        """The fields as `entry.yaml` nests them. With `blanks`, missing ones stand as None."""
        given = dict(self.values)
        if blanks:
            given |= dict.fromkeys((*self.missing(), "domain"), None) | given
        nested: dict[str, Any] = {}
        for name in _ORDER:
            if name in given:
                *above, last = name.split(".")
                place = nested
                for part in above:
                    place = place.setdefault(part, {})
                place[last] = given[name]
        return nested


def begin(symptom: str | None, today: dt.date) -> Draft:
    """A draft of an incident met today, with the symptom where one could be read."""
    return Draft({"origin.kind": "incident", "origin.met": today}).having(
        {"symptom.error": symptom}
    )
