"""The draft of a new entry: what is known, what is still to be asked, and its text."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from kb.errors import Refused

REQUIRED = (
    "symptom.error",
    "title",
    "root_cause",
    "fix",
    "verify.command",
    "verify.present",
    "parent",
)
"""What an entry cannot be without, in the order in which it is asked. The domain follows from
the parent; `symptom.observed` stands in for `symptom.error` when the fault is silent."""

PASTE = "pastes/first.txt"

_ORDER = (
    *("title", "domain", "parent"),
    *("symptom.error", "symptom.observed", "symptom.also", "symptom.limit"),
    *("root_cause", "verify.command", "verify.present", "verify.values", "verify.looks_at"),
    *("fix", "corrects", "case.run", "case.shows", "case.values", "case.removes"),
    *("case.requires", "environment"),
    *("origin.kind", "origin.met", "origin.minutes_to_fix", "origin.minutes_to_record"),
    "origin.late",
)
_SECTIONS = ("symptom", "verify", "case", "origin")


@dataclass(frozen=True, slots=True)
class Draft:
    """A new entry as far as it is known.

    `values` go by dotted name, in the words of the model; empty ones count as unknown. `files`
    go by path in the entry's folder. `incident` is the id of the one it comes from, `source` the
    file of the draft that was taken up, `fixed` when the fault was fixed, in seconds since the
    epoch, `fingerprint` that of the paste before secrets were taken out of it.
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    incident: str | None = None
    fixed: float | None = None
    source: str | None = None
    fingerprint: str | None = None

    @property
    def paste(self) -> str | None:
        """The paste that comes with it."""
        found = self.files.get(PASTE)
        return None if found is None else found.decode(errors="replace")

    @property
    def symptom(self) -> str:
        """The error, or what is observed; empty while neither is known."""
        return str(self.values.get("symptom.error") or self.values.get("symptom.observed") or "")

    @property
    def name(self) -> str:
        """What a person knows it by: its title, or its symptom, on one line."""
        return " ".join(str(self.values.get("title") or self.symptom or "an entry").split())

    def having(self, values: Mapping[str, Any]) -> Draft:
        """The same draft with the given fields set, empty ones left as they were."""
        known = {
            name: value for name, value in values.items() if value not in (None, "", (), [], {})
        }
        return replace(self, values={**self.values, **known})

    def beside(self, files: Mapping[str, bytes]) -> Draft:
        """The same draft with more files in its folder."""
        return replace(self, files={**self.files, **files})

    def without_case(self) -> Draft:
        """The same draft without its case."""
        values = {name: value for name, value in self.values.items() if name[:5] != "case."}
        files = {path: text for path, text in self.files.items() if path.startswith("pastes/")}
        return replace(self, values=values, files=files)

    def required(self) -> tuple[str, ...]:
        """The fields that this entry cannot be without, in the order in which they are asked."""
        if "symptom.observed" not in self.values:
            return REQUIRED
        shows = ("case.shows",) if "case.run" in self.values else ()
        return ("symptom.observed", *REQUIRED[1:-1], *shows, REQUIRED[-1])

    def missing(self) -> tuple[str, ...]:
        """Those of them that are still unknown."""
        return tuple(name for name in self.required() if name not in self.values)

    def nested(self, *, blanks: bool = False) -> dict[str, Any]:
        """The fields as `entry.yaml` nests them. With `blanks`, missing ones stand as None."""
        given = dict(self.values)
        if blanks:
            given |= dict.fromkeys((*self.missing(), "domain"), None) | given
        nested: dict[str, Any] = {}
        for name in sorted(given, key=_place):
            *above, last = name.split(".")
            place = nested
            for part in above:
                place = place.setdefault(part, {})
            place[last] = given[name]
        return nested


def begin(symptom: str | None, met: dt.date | None) -> Draft:
    """A draft of an incident, with the symptom where one could be read, and the day if known."""
    return Draft({"origin.kind": "incident"}).having({"origin.met": met, "symptom.error": symptom})


def partial(nested: Mapping[str, Any]) -> Draft:
    """The draft that a part of an `entry.yaml` says. Raises Refused where it nests otherwise."""
    values: dict[str, Any] = {}
    for name, value in nested.items():
        if name in _SECTIONS and value is not None:
            if not isinstance(value, Mapping):
                raise Refused(f"`{name}` must hold fields of its own; see: kb add --edit")
            values |= {f"{name}.{part}": inner for part, inner in value.items()}
        elif "." in name:
            raise Refused(f"there is no field {name!r}; nest it as entry.yaml does")
        else:
            values[name] = value
    return flat(values)


def flat(values: Mapping[str, Any]) -> Draft:
    """The draft of `values` by dotted name, as a file of text holds them."""
    met = values.get("origin.met")
    with suppress(ValueError):
        met = dt.date.fromisoformat(met) if isinstance(met, str) else met
    return Draft().having({**values, "origin.met": met})


def _place(name: str) -> int:
    """Where a field stands in `entry.yaml`; what the model does not know comes last."""
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)
