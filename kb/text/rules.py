"""The rules as data: `rules.json`, read once; the site's paste box reads the same file.

A pattern has one meaning in Python and in JavaScript: it is compiled with `re.ASCII` here and
with the flags `gu` there, it is applied to one line at a time, and it keeps to the syntax both
share (no named groups, look-behind, inline flags, `.` or `\\s`; a test holds this). In `put`,
`$1` to `$9` stand for groups.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any


@cache
def rules() -> dict[str, Any]:
    """All rules by section, as in `rules.json`."""
    loaded: dict[str, Any] = json.loads(Path(__file__).with_name("rules.json").read_text("utf-8"))
    return loaded


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of the rules, compiled when it is first needed."""
    return re.compile(pattern, re.ASCII)


def filled(put: str, found: re.Match[str]) -> str:
    """A replacement of the rules for one match; `found.expand` reads its template every time."""
    return "".join([(found[part] or "") if isinstance(part, int) else part for part in _parts(put)])


@cache
def _parts(put: str) -> tuple[str | int, ...]:
    """Text and numbers of groups, in turn."""
    parts = re.split(r"\$([1-9])", put)
    return tuple(int(part) if place % 2 else part for place, part in enumerate(parts))


@cache
def _template(put: str) -> str:
    r"""A replacement of the rules in the syntax of `re`: `$1` becomes `\g<1>`."""
    return re.sub(r"\$([1-9])", r"\\g<\1>", put.replace("\\", "\\\\"))


def hinted(rule: dict[str, Any], text: str) -> bool:
    """Whether `text` holds one of the rule's `hint` strings, without which it cannot match."""
    hints: Sequence[str] | None = rule.get("hint")
    if not hints:
        return True
    for hint in hints:  # noqa: SIM110 - asked for every rule and line; `any` takes twice as long
        if hint in text:
            return True
    return False


def replaced(rule: dict[str, Any], text: str) -> str:
    """`text` after one rule. Where the group named by `keep` took part, the text stays."""
    if not hinted(rule, text):
        return text
    pattern, put = compiled(rule["pattern"]), rule["put"]
    keep: int | None = rule.get("keep")
    if keep is None:
        return pattern.sub(_template(put), text)
    return pattern.sub(lambda found: filled(put, found) if found[keep] is None else found[0], text)


def rewritten(section: str, text: str) -> str:
    """`text` after all rules of a section, one after the other."""
    for hints, rule in _by_hints(section, text.isascii()):
        for hint in hints:
            if hint in text:
                text = replaced(rule, text)
                break
    return text


@cache
def _by_hints(section: str, ascii: bool) -> list[tuple[Sequence[str], dict[str, Any]]]:
    """The rules with their hints; with `ascii` those that such a text may hold. A rule without
    any is hinted at by every text."""
    hinting = ((rule.get("hint", ("",)), rule) for rule in rules()[section])
    some = (
        ([hint for hint in hints if hint.isascii() or not ascii], rule) for hints, rule in hinting
    )
    return [(hints, rule) for hints, rule in some if hints]
