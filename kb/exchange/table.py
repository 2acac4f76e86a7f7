"""Markdown tables ↔ rows. markdown-it-py reads them: it knows where a table is none (in a code
fence), on which line each row stands, and what a cell says, as GitHub reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from markdown_it.token import Token

from kb.exchange.cell import cell_of, prose, reader, text_of
from kb.exchange.columns import COLUMNS, fields_of, row_of
from kb.exchange.row import Reading, Row

_SPAN = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)")
_PIPE = re.compile(r"(?<!\\)\|")

_AS_IT_IS = ("symptom.error", "symptom.also", "verify.command", "verify.present", "verify.values")
"""Fields that are shown as code, for they are no sentences."""


class _Line(NamedTuple):
    """One row of a table: its line, counted from 1, and the tokens of its cells."""

    number: int
    cells: list[Token]


def read(text: str) -> Reading:
    """The rows of all tables whose headings are ours; the others are passed over."""
    lines = re.sub(r"\r\n?", "\n", text).split("\n")
    _mend(lines)
    rows: list[Row] = []
    unknown: list[str] = []
    for heading, *body in _tables(lines):
        names = [prose(cell) for cell in heading.cells]
        fields = fields_of(names)
        if any(fields):
            unknown += (name for name, field in zip(names, fields, strict=True) if not field)
            rows += (_row(line, fields, lines[line.number - 1]) for line in body)
    return Reading(tuple(rows), tuple(filter(None, unknown)))


def write(rows: Iterable[Mapping[str, str]], fields: Sequence[str]) -> str:
    """A Markdown table; `rows` are cells by field. Raises Refused for what no cell can hold."""
    lines = [[COLUMNS[field][0] for field in fields], ["---"] * len(fields)]
    for row in rows:
        codes = {*_AS_IT_IS, *(["symptom.main"] if "symptom.error" in row else [])}
        lines.append([cell_of(row.get(field, ""), code=field in codes) for field in fields])
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _tables(lines: Sequence[str]) -> Iterator[list[_Line]]:
    """The rows of each table, its heading first."""
    found: list[_Line] = []
    for token in reader().parse("\n".join(lines)):
        if token.type == "table_open":
            found = []
        elif token.type == "tr_open" and token.map:
            found.append(_Line(token.map[0] + 1, []))
        elif token.type == "inline" and found:
            found[-1].cells.append(token)
        elif token.type == "table_close":
            yield found
            found = []


def _mend(lines: list[str]) -> None:
    """Escape pipes inside code where a row would have more cells than columns otherwise.

    GitHub cuts such a row; who wrote it meant a pipe of the shell.
    """
    for heading, *body in list(_tables(lines)):
        for line in body:
            raw = lines[line.number - 1]
            mended = _SPAN.sub(lambda span: _PIPE.sub(r"\\|", span[0]), raw)
            if _count(raw) > len(heading.cells) >= _count(mended):
                lines[line.number - 1] = mended


def _row(line: _Line, fields: Sequence[str | None], raw: str) -> Row:
    count, fault = _count(raw), ""
    if count > len(fields):
        fault = rf"has {count} cells in {len(fields)} columns; write \| for a pipe inside a cell"
    return row_of(f"line {line.number}", fields, [text_of(cell) for cell in line.cells], fault, raw)


def _count(raw: str) -> int:
    """How many cells a line has that is not yet cut to the width of its table."""
    inner = raw.lstrip(" \t>").removeprefix("|").rstrip()
    pieces = _PIPE.split(inner)
    return len(pieces) - (not pieces[-1].strip())
