"""Secrets taken out of rows before anything of them is written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from kb.exchange.row import Row
from kb.lint.privacy import MACHINES
from kb.redact import Replacement, redact


def redacted(rows: Iterable[Row]) -> tuple[list[Row], list[Replacement]]:
    """The rows without secrets, and what was replaced.

    In files of a case an address of a machine stays: the case may need it to run.
    """
    replaced: list[Replacement] = []
    return [_row(row, replaced) for row in rows], replaced


def _row(row: Row, replaced: list[Replacement]) -> Row:
    files = {path: _file(path, content, replaced) for path, content in row.files.items()}
    row = replace(row, files=files)
    whole = "\n\n".join([*_texts(row.fields), row.fault, row.raw])
    # most rows hold nothing, and one walk over all their texts is cheaper than one over each
    if not redact(whole).replacements:
        return row

    def clean(value: Any) -> Any:
        if isinstance(value, str):
            made = redact(value)
            replaced.extend(made.replacements)
            return made.text
        if isinstance(value, dict):
            return {clean(name): clean(part) for name, part in value.items()}
        return [clean(part) for part in value] if isinstance(value, list) else value

    return replace(row, fields=clean(dict(row.fields)), fault=clean(row.fault), raw=clean(row.raw))


def _file(path: str, content: bytes, replaced: list[Replacement]) -> bytes:
    """The content without secrets; bytes that are no text stay as they are in a case."""
    case = not path.startswith("pastes/")
    errors = "surrogateescape" if case else "replace"
    made = redact(content.decode(errors=errors))
    if not made.replacements or (case and {one.kind for one in made.replacements} <= MACHINES):
        return content
    replaced.extend(made.replacements)
    return made.text.encode(errors=errors)


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        return [text for part in value for text in _texts(part)]
    return [value] if isinstance(value, str) else []
