"""The bytes of a file, whatever program saved it, → its rows."""

from __future__ import annotations

import codecs
import re
from contextlib import suppress
from pathlib import PurePath

from kb.errors import Refused
from kb.exchange import sheet, table, whole
from kb.exchange.columns import COLUMNS
from kb.exchange.row import Reading

FORMATS = {"markdown": table.read, "csv": sheet.read, "json": whole.read}
_SUFFIXES = {
    **dict.fromkeys((".md", ".markdown"), "markdown"),
    **dict.fromkeys((".csv", ".tsv"), "csv"),
    ".json": "json",
}
# possessive, so that a line of blanks takes no more than linear time
_RULE = re.compile(r"^[ \t>]*+\|?[ \t]*+:?-++:?[ \t]*+\|", re.MULTILINE)
MOST = 64 * 1024 * 1024
"""Bytes that are read at most; a knowledge base of ten thousand entries is far below."""


def read(raw: bytes, name: str = "", format: str | None = None) -> Reading:
    """The rows of a file called `name`. Raises Refused when there is nothing to read.

    `format` is markdown, csv or json; else the name says it, else the text itself.
    """
    if format is not None and format not in FORMATS:
        raise Refused(f"no format {format!r}; read one of: {', '.join(FORMATS)}")
    if len(raw) > MOST:
        raise Refused(f"it is larger than {MOST >> 20} MiB; import it in parts")
    text = decoded(raw)
    known = format or _SUFFIXES.get(PurePath(name).suffix.lower()) or _kind(text)
    reading = FORMATS[known](text)
    if not reading.rows and format is None and known == "markdown":
        with suppress(Refused):  # cells of a spreadsheet, pasted into notes
            reading = sheet.read(text)
    if not reading.rows:
        raise Refused(
            "there is no row to read; a table needs a heading such as: "
            "| Symptom | Root-cause pattern | Verification command |"
        )
    return reading


def decoded(raw: bytes) -> str:
    """The text: UTF-8, UTF-16 as Excel's Unicode text, or GB 18030 where Chinese headings show it.

    Raises Refused for anything else, for a guess would damage what it guesses wrong.
    """
    wide = raw[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    encodings = ["utf-16"] if wide else [*_without_mark(raw), "utf-8-sig", "gb18030"]
    for encoding in encodings:
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if encoding != "gb18030" or _has_chinese_heading(text):
            return text
    raise Refused("it is not UTF-8 text; save it as UTF-8 (in Excel: CSV UTF-8)")


def _without_mark(raw: bytes) -> list[str]:
    """UTF-16 without a byte order mark: what reads, in that order of bytes, as a file of ours.

    Zeros alone say little, for a damaged file of another encoding holds some too.
    """
    found = []
    if b"\0" in raw[:64]:
        for encoding in ("utf-16-le", "utf-16-be"):
            head = raw[:4000].decode(encoding, "replace")
            if "\0" not in head and (_has_heading(head) or re.match(r'\s*[{\[]\s*[{\["]', head)):
                found.append(encoding)
    return found


def _has_heading(text: str) -> bool:
    head = text[:2000].casefold()
    return any(name.casefold() in head for listed in COLUMNS.values() for name in listed)


def _has_chinese_heading(text: str) -> bool:
    head = text[:2000]
    names = (name for listed in COLUMNS.values() for name in listed if not name.isascii())
    return any(name in head for name in names)


def _kind(text: str) -> str:
    if text.lstrip()[:1] in ("{", "["):
        return "json"
    return "markdown" if _RULE.search(text) else "csv"
