"""CSV ↔ rows, as spreadsheets write and read it."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kb.errors import Refused
from kb.exchange.columns import COLUMNS, fields_of, row_of
from kb.exchange.row import Reading, Row

DELIMITERS = ",;\t|"

_FORMULA = r"[=+\-@＝＋－＠\t\r]"
"""What a spreadsheet takes for the beginning of a formula."""


def read(text: str) -> Reading:
    """The rows under the first line that names our columns. Raises Refused.

    The delimiter is the one with which most columns are known; `sep=;`, which some spreadsheets
    write and want, is believed. A line break inside a cell is read as `\\n`, as editors leave it.
    """
    given = re.match(r"\"?sep=(.)\"?\r?\n", text)
    marks = given[1] if given else DELIMITERS
    found = [(mark, _heading(_records(text, mark))) for mark in marks]
    mark, (line, headings) = max(found, key=lambda one: _known(one[1][1]))
    if not _known(headings):
        raise Refused(
            "no line names the columns; let one say: symptom, root cause, verification command"
        )
    fields = fields_of(headings)
    unknown = (name for name, field in zip(headings, fields, strict=True) if not field)
    try:
        rows = tuple(_rows(_records(text, mark), line, fields))
    except csv.Error as error:
        raise Refused(f"it is no CSV ({error}); close each quotation") from None
    return Reading(rows, tuple(name.strip() for name in unknown if name.strip()))


def write(rows: Iterable[Mapping[str, str]], fields: Sequence[str]) -> str:
    """CSV with a heading; `rows` are cells by field. No cell begins as a formula does."""
    out = io.StringIO(newline="")
    sheet = csv.writer(out, lineterminator="\n")
    sheet.writerow([COLUMNS[field][0] for field in fields])
    for row in rows:
        sheet.writerow([guarded(row.get(field, "")) for field in fields])
    return out.getvalue()


def guarded(cell: str) -> str:
    """The cell with `'` before what would be a formula, as a person types it in a spreadsheet."""
    return f"'{cell}" if re.match(f"'*{_FORMULA}", cell) else cell


def bare(cell: str) -> str:
    """The cell without the `'` that `guarded` put there."""
    return cell[1:] if re.match(f"'+{_FORMULA}", cell) else cell


def _records(text: str, mark: str) -> Iterator[tuple[int, list[str]]]:
    """The line on which each record begins, and its cells; blank ones are left out."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, [cell.replace("\r\n", "\n") for cell in cells]
            line = reader.line_num + 1
    except csv.Error as error:
        raise csv.Error(f"{error}, from line {line} on") from None


def _heading(records: Iterator[tuple[int, list[str]]]) -> tuple[int, list[str]]:
    """Line and cells of the first record near the top that names our columns."""
    try:
        for line, cells in itertools.islice(records, 20):
            if _known(cells):
                return line, cells
    except csv.Error:
        pass
    return 0, []


def _known(headings: Sequence[str]) -> int:
    return sum(field is not None for field in fields_of(headings))


def _rows(
    records: Iterator[tuple[int, list[str]]], heading: int, fields: Sequence[str | None]
) -> Iterator[Row]:
    for line, cells in records:
        if line > heading:
            fault = ""
            if any(cell.strip() for cell in cells[len(fields) :]):
                width = f"{len(cells)} cells in {len(fields)} columns"
                fault = f"has {width}; quote a cell that holds the delimiter"
            values = [bare(cell) for cell in cells]
            yield row_of(f"line {line}", fields, values, fault, " | ".join(cells))
