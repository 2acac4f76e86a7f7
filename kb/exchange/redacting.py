"""Secrets taken out of rows before anything of them is written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from kb.exchange.row import Row
from kb.redact import Replacement, redact


def redacted(rows: Iterable[Row]) -> tuple[list[Row], list[Replacement]]:
    """The rows without secrets, and what was replaced. Case files are left to the linter."""
    replaced: list[Replacement] = []
    return [_row(row, replaced) for row in rows], replaced


def _row(row: Row, replaced: list[Replacement]) -> Row:
    pastes = {
        path: text.decode(errors="replace") for path, text in row.files.items() if _paste(path)
    }
    whole = "\n\n".join([*_texts(row.fields), *pastes.values(), row.raw])
    # most rows hold nothing, and one walk over all their texts is cheaper than one over each
    if not redact(whole).replacements:
        return row

    def clean(value: Any) -> Any:
        if isinstance(value, str):
            made = redact(value)
            replaced.extend(made.replacements)
            return made.text
        if isinstance(value, dict):
            return {name: clean(part) for name, part in value.items()}
        return [clean(part) for part in value] if isinstance(value, list) else value

    files = {path: clean(text).encode() for path, text in pastes.items()}
    fields = clean(dict(row.fields))
    return replace(row, fields=fields, files={**row.files, **files}, raw=clean(row.raw))


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for part in value for text in _texts(part)]
    return [value] if isinstance(value, str) else []


def _paste(path: str) -> bool:
    return path.startswith("pastes/")
