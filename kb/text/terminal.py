"""Untrusted text made safe to print on a terminal."""

from __future__ import annotations

import json
import re
from typing import Any

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
    "\ud800-\udfff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""C0 and C1 controls but tab and newline, DEL, marks that reorder or hide text, and bytes
that were no text (lone surrogates)."""


def printable(text: str) -> str:
    r"""`text` with every character a terminal would act on shown as an escape (`\x1b`).

    Tabs and newlines stay. The result can always be encoded as UTF-8.
    """
    return _UNSAFE.sub(_shown, text)


def printable_json(value: Any) -> str:
    r"""`value` as JSON that stays readable, with the same characters as its escapes (`\u009b`)."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return _UNSAFE.sub(lambda found: json.dumps(found[0])[1:-1], text)


def _shown(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
