"""A draft that a person, or an import, has begun: a part of an entry.yaml, with its files."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kb.errors import InvalidFiles, NotFound, Problem
from kb.store.decode import ENTRY_BYTES, BadText, decode
from kb.store.document import read_document
from kb.store.folder import BadFile, read_bytes, read_part

_PARTS = ("faulty", "fixed", "pastes")
_DRAFTS = "drafts"


@dataclass(frozen=True, slots=True)
class Partial:
    """What a draft says, as plain data, and its files by path in the entry's folder."""

    data: Mapping[str, Any]
    files: Mapping[str, bytes] = field(default_factory=dict)


def read_partial(file: Path) -> Partial:
    """The draft in `NAME.yaml`, with what lies in `NAME/` beside it, if there is such a folder.

    Fields may be missing or empty. Raises NotFound and InvalidFiles.
    """
    if not file.is_file():
        raise NotFound(f"there is no file {file}; give one that holds a part of an entry.yaml")
    try:
        data = read_document(decode(read_bytes(file, ENTRY_BYTES))).data
        if not isinstance(data, dict):
            raise BadText("is no mapping", "write `key: value` lines", 1, "type")
        beside = [folder for folder in _folders(file) if folder.is_dir()]
        held = {folder.name: read_part(folder) for folder in beside}
    except BadFile as bad:
        raise InvalidFiles([bad.problem]) from bad
    except BadText as bad:
        problem = Problem(file, bad.line, "", bad.message, bad.remedy, bad.rule)
        raise InvalidFiles([problem]) from bad
    files = {f"{part}/{path}": text for part, found in held.items() for path, text in found.items()}
    return Partial(data, files)


def drop_partial(file: Path) -> None:
    """Remove a draft that has become an entry, with its files, if it lies in a folder `drafts`."""
    if file.absolute().parent.name == _DRAFTS:
        for folder in _folders(file):
            shutil.rmtree(folder, ignore_errors=True)
        with suppress(OSError):
            file.unlink()
            file.with_suffix("").rmdir()


def _folders(file: Path) -> list[Path]:
    return [file.with_suffix("") / part for part in _PARTS]
