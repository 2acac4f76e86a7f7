"""A part of an entry.yaml: a draft that a person, or an import, has begun."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kb.errors import InvalidFiles, NotFound, Problem
from kb.store.decode import ENTRY_BYTES, BadText, decode
from kb.store.document import read_document
from kb.store.folder import BadFile, read_bytes


def read_partial(file: Path) -> dict[str, Any]:
    """What `file` says, as plain data; fields may be missing or empty. NotFound, InvalidFiles."""
    if not file.exists():
        raise NotFound(f"there is no {file}; give a file that holds a part of an entry.yaml")
    try:
        data = read_document(decode(read_bytes(file, ENTRY_BYTES))).data
        if not isinstance(data, dict):
            raise BadText("is no mapping", "write `key: value` lines", 1, "type")
    except BadFile as bad:
        raise InvalidFiles([bad.problem]) from bad
    except BadText as bad:
        problem = Problem(file, bad.line, "", bad.message, bad.remedy, bad.rule)
        raise InvalidFiles([problem]) from bad
    return data
