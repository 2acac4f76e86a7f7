"""Bytes of a file → its text, or one clear sentence on why it is none."""

from __future__ import annotations

import codecs
import re

MIB = 1024 * 1024
ENTRY_BYTES = 1 * MIB
"""Most that entry.yaml or tree.yaml may hold; logs belong in pastes/."""

_WIDE = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CONFLICT = re.compile(r"^(<<<<<<<|>>>>>>>|\|\|\|\|\|\|\|) ?.*$|^=======$", re.MULTILINE)
# what YAML 1.2 (5.1) calls printable, the other way round
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class BadText(Exception):
    """What is wrong with a text: (message, remedy, line or None, rule)."""

    def __init__(self, message: str, remedy: str, line: int | None, rule: str) -> None:
        super().__init__(message)
        self.message, self.remedy, self.line, self.rule = message, remedy, line, rule


def decode(raw: bytes) -> str:
    """The text of a YAML file, without byte order mark. Line ends stay as they are.

    Raises BadText when it is empty, UTF-16, binary, or holds merge-conflict markers.
    """
    if raw.startswith(_WIDE) or _looks_wide(raw):
        raise BadText("is UTF-16 or UTF-32", "save it as UTF-8", None, "encoding")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        message = f"is not UTF-8 text (byte 0x{raw[error.start]:02x})"
        raise BadText(message, "save it as UTF-8, or remove it", line, "encoding") from None
    _refuse_odd(text)
    return text


def shown(name: str) -> str:
    """A name from a file as a message may hold it: one printable line, cut at 80 characters."""
    return name[:80] if name.isprintable() else ascii(name[:80])[1:-1]


def line_of(text: str, index: int) -> int:
    """The line, counted from 1, on which the character at `index` stands."""
    return text.count("\n", 0, index) + 1


def _looks_wide(raw: bytes) -> bool:
    head = raw[:64]
    return len(head) >= 4 and (not any(head[1::2]) or not any(head[::2]))


def _refuse_odd(text: str) -> None:
    if not text.strip():
        raise BadText("is empty", "write the entry, or remove the folder", None, "empty")
    if odd := _UNPRINTABLE.search(text):
        message = f"holds a control character (U+{ord(odd[0]):04X}), so it is binary or damaged"
        raise BadText(message, "take it out", line_of(text, odd.start()), "encoding")
    if marker := _CONFLICT.search(text):
        message = f"has a merge-conflict marker ({marker[0][:7]})"
        remedy = "keep one side and delete the markers"
        raise BadText(message, remedy, line_of(text, marker.start()), "merge-conflict")
