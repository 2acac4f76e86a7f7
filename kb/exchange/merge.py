"""A row laid over the entry that is there, and what that changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kb.errors import InvalidFiles
from kb.exchange.columns import flattened
from kb.exchange.fill import ordered, with_kind
from kb.exchange.row import Row
from kb.exchange.whole import fields
from kb.model import Entry, Fault
from kb.store.changes import Fields
from kb.store.read import parse_entry
from kb.store.skeleton import skeleton
from kb.store.splice import REMOVE


def merged(row: Row, fault: Fault) -> Entry:
    """The entry of `fault` with the row's fields laid over it, or the row's own when it is whole.

    Raises InvalidFiles when it would be none.
    """
    kind = "error" if fault.entry.symptom.error is not None else "observed"
    given = with_kind(row.fields, lambda _: kind)
    both = given if row.whole else _over(fields(fault), given)
    return parse_entry(skeleton(ordered(both)), fault.folder / "entry.yaml")


def differs(row: Row, fault: Fault) -> bool:
    """Whether the row says anything else than the entry does."""
    try:
        return merged(row, fault) != fault.entry
    except InvalidFiles:
        return True


def changes(old: Entry, new: Entry) -> Fields:
    """The fields to set or take away, as small as the two differ, so that comments stay."""
    one, two = (
        entry.model_dump(mode="json", by_alias=True, exclude_defaults=True) for entry in (old, new)
    )
    made: dict[str | tuple[str | int, ...], Any] = {}
    for name in [*one, *two]:
        if name not in one or name not in two:
            made[(name,)] = two.get(name, REMOVE)
            continue
        was, is_ = (dict(flattened({name: whole[name]})) for whole in (one, two))
        made |= {
            tuple(dotted.split(".")): is_.get(dotted, REMOVE)
            for dotted in [*was, *is_]
            if was.get(dotted) != is_.get(dotted)
        }
    return made


_FREE = ("environment", "values")
"""Mappings whose keys are the person's own: one value, taken whole."""


def _over(under: Mapping[str, Any], upper: Mapping[str, Any]) -> dict[str, Any]:
    both = dict(under)
    for name, value in upper.items():
        below = both.get(name)
        if isinstance(value, dict) and isinstance(below, dict) and name not in _FREE:
            value = _over(below, value)
        both[name] = value
    return both
