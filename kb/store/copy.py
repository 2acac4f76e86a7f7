"""A correction of an entry that cannot be written: the whole entry copied, the copy corrected."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from kb.errors import InvalidFiles, Problem
from kb.model import Fault, digest
from kb.store.changes import Fields
from kb.store.decode import ENTRY_BYTES, BadText, decode
from kb.store.folder import BadFile, read_bytes, read_folder
from kb.store.layers import Layer
from kb.store.read import parse_entry
from kb.store.splice import change_text
from kb.store.write import Check, create, no_more


def can_write(layer: Layer, fault: Fault) -> bool:
    """Whether the entry can be changed where it lies: by its layer, and by the disk."""
    return layer.writable and os.access(fault.folder, os.W_OK)


def text_of(fault: Fault) -> str:
    """The entry.yaml of `fault` as it stands on disk. Raises InvalidFiles."""
    file = fault.folder / "entry.yaml"
    try:
        return decode(read_bytes(file, ENTRY_BYTES))
    except BadFile as bad:
        raise InvalidFiles([bad.problem]) from bad
    except BadText as bad:
        problem = Problem(file, bad.line, "", bad.message, bad.remedy, bad.rule)
        raise InvalidFiles([problem]) from bad


def copy_changed(layer: Layer, fault: Fault, fields: Fields, check: Check = no_more) -> Path:
    """The entry in `layer` with new values for some fields, as `change` writes them."""
    return copy_rewritten(layer, fault, change_text(text_of(fault), fields), check)


def copy_rewritten(layer: Layer, fault: Fault, text: str, check: Check = no_more) -> Path:
    """The entry in `layer` with `text` as its entry.yaml; returns its folder there.

    Case and pastes come along, and the evidence if it still fits. Raises Refused when the
    layer has such an entry already, InvalidFiles and CannotWrite as all writers do.
    """
    entry = parse_entry(text, layer.root / fault.id / "entry.yaml")
    try:
        before = read_folder(fault.folder)
    except BadFile as bad:
        raise InvalidFiles([bad.problem]) from bad
    files = {
        f"{part}/{path}": content
        for part, found in before.parts.items()
        for path, content in found.items()
    }
    proven = fault.evidence is not None and fault.evidence.digest == digest(
        replace(fault, entry=entry)
    )
    return create(layer, fault.id, text, files, before.evidence if proven else None, check)
