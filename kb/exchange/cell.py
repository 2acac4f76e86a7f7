"""The text of one cell of a Markdown table ↔ the value that it holds.

Code and line breaks are all that is understood: a cell that is code alone (on each of its
lines) is the code itself; elsewhere backticks and other marks stay as they are written.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kb.errors import Refused

_BREAK = re.compile(r"[ \t]*<br[ \t]*/?>[ \t]*", re.IGNORECASE)
_SPAN = re.compile(r"((?<!`)(`+)(?!`).+?(?<!`)\2(?!`))")
_EDGE = re.compile(r"^\s+|\s+$|[ \t\r]+(?=\n)|(?<=\n)[ \t\r]+|\r")


class _Piece(NamedTuple):
    text: str
    mark: str
    """The backticks round it; empty for what is no code."""


def text_of(cell: Token) -> str:
    """What a cell says."""
    lines = _lines(cell)
    codes = [[piece for piece in line if piece.mark or piece.text.strip()] for line in lines]
    if any(codes) and all(len(line) == 1 and line[0].mark for line in codes if line):
        return "\n".join(line[0].text if line else "" for line in codes)
    return prose(cell)


def prose(cell: Token) -> str:
    """What a cell says, as it is written, code included."""
    return "\n".join(
        "".join(f"{piece.mark}{piece.text}{piece.mark}" for piece in line) for line in _lines(cell)
    )


def cell_of(text: str, *, code: bool) -> str:
    """A cell that says `text`, as code where it may be one. Raises Refused where none can.

    Each way is read again, so what a reader would understand otherwise is never written.
    """
    ways = (_code, _light, _escaped) if code else (_light, _escaped)
    for way in ways:
        made = way(text)
        if _read(made) == text:
            return made
    raise Refused(f"{text[:40]!r} cannot stand in a Markdown table; use --format json")


def _lines(cell: Token) -> list[list[_Piece]]:
    lines: list[list[_Piece]] = [[]]
    for part in cell.children or ():
        if part.type == "code_inline":
            lines[-1].append(_Piece(part.content, part.markup))
        elif part.type == "text":
            first, *rest = _BREAK.split(part.content)
            lines[-1].append(_Piece(first, ""))
            lines += [[_Piece(piece, "")] for piece in rest]
        else:
            lines[-1].append(_Piece(part.content, ""))
    return lines


def _code(text: str) -> str:
    return "<br>".join(_span(line) if line else "" for line in text.split("\n")).replace("|", "\\|")


def _span(line: str) -> str:
    longest = max(map(len, re.findall("`+", line)), default=0)
    mark = "`" * (longest + 1)
    padded = line[0] == "`" or line[-1] == "`" or (line[0] == line[-1] == " ")
    return f"{mark} {line} {mark}" if padded else f"{mark}{line}{mark}"


def _light(text: str) -> str:
    """Code inside a sentence stays code; the rest is escaped."""
    pieces = _SPAN.split(text)
    return _kept(
        "".join(
            piece.replace("|", "\\|") if place % 3 == 1 else _marked(piece)
            for place, piece in enumerate(pieces)
            if place % 3 != 2
        )
    )


def _escaped(text: str) -> str:
    return _kept(_marked(text))


def _marked(text: str) -> str:
    return re.sub(r"[\\`*_\[\]<>&|~]", r"\\\g<0>", text)


def _kept(text: str) -> str:
    """On one line, with the blanks at its edges, which a table would lose."""
    kept = _EDGE.sub(lambda space: "".join(f"&#{ord(one)};" for one in space[0]), text)
    return kept.replace("\n", "<br>")


def _read(made: str) -> str:
    tokens = reader().parse(f"| x |\n| --- |\n| {made} |")
    cells = [token for token in tokens if token.type == "inline"]
    return text_of(cells[1]) if len(cells) == 2 else ""


@cache
def reader() -> MarkdownIt:
    """Markdown with tables, in which emphasis, links and the like stay as they are written."""
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    made.inline.ruler.enableOnly(["text", "escape", "backticks", "entity"])
    made.core.ruler.disable("text_join")
    return made
