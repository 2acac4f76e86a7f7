"""Entries → a Markdown table, CSV or JSON."""

from __future__ import annotations

from collections.abc import Sequence

from kb.errors import Refused
from kb.exchange import sheet, table, whole
from kb.exchange.columns import COLUMNS, THREE, cells_of, field_of
from kb.model import Fault

FORMATS = ("markdown", "csv", "json")


def written(faults: Sequence[Fault], format: str, columns: Sequence[str] = ()) -> str:
    """The text of a file with all `faults`. Raises Refused for an unknown format or column.

    A table has the `columns`; by default Markdown has the three that people start with, and
    CSV all that occur. JSON has whole entries with their files.
    """
    if format not in FORMATS:
        raise Refused(f"no format {format!r}; write one of: {', '.join(FORMATS)}")
    if format == "json":
        if columns:
            raise Refused("JSON holds whole entries; give columns with markdown or csv")
        return whole.write(faults)
    rows = [cells_of(fault.id, whole.fields(fault)) for fault in faults]
    if columns:
        fields = [_field(name) for name in columns]
    elif format == "markdown":
        fields = list(THREE)
    else:
        used = {name for row in rows for name in row} - {"symptom.main"}
        fields = [name for name in COLUMNS if name in used]
    return table.write(rows, fields) if format == "markdown" else sheet.write(rows, fields)


def _field(name: str) -> str:
    field = field_of(name)
    if field is None:
        raise Refused(f"no column {name!r}; there are: {', '.join(COLUMNS)}")
    return field
