"""What was read of a table or a list: rows, each with its place, and what was passed over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table, or one item of a list, as far as it could be read.

    `place` is for a person (`line 7`, `item 3`). `fields` nest as `entry.yaml` does;
    `symptom.main` is one of which nothing says whether it is an error or what is observed.
    `raw` is the row as it stands in the file, where that says more than `fields`.
    `files` go by path in the entry's folder. `fault` says what is wrong with the row itself;
    `whole`, that `fields` are all that the entry has.
    """

    place: str
    fields: Mapping[str, Any]
    id: str | None = None
    files: Mapping[str, bytes] = field(default_factory=dict)
    fault: str = ""
    whole: bool = False
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """The rows of a file, and the names of columns that no field of an entry goes by."""

    rows: tuple[Row, ...]
    unknown: tuple[str, ...] = ()
