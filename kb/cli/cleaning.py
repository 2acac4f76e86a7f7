"""What a person gives, without secrets; each that was replaced is named."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from typing import Any

from kb.redact import redact
from kb.text import printable

_HALF = re.compile("[\ud800-\udfff]")
"""What Python makes of a byte that is no UTF-8; no file takes it."""


def clean(value: Any) -> Any:
    """`value` without secrets, in lists and mappings too; what was replaced is said on stderr."""
    if isinstance(value, Mapping):
        return {name: clean(item) for name, item in value.items()}
    if isinstance(value, list):
        return [clean(item) for item in value]
    if not isinstance(value, str):
        return value
    made = redact(_HALF.sub("\ufffd", value))
    for one in made.replacements:
        print(f"kb: {one.placeholder} stands for {printable(one.hint())}", file=sys.stderr)
    return made.text
