"""Many entries at once, and the drafts of those that are not entries yet."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from itertools import count
from pathlib import Path

from kb.store.atomic import make_folder, replace_all
from kb.store.layers import Layer
from kb.store.lock import cannot_write, locked
from kb.store.write import create

DRAFTS = "drafts"
"""Lies beside `entries/`, so that no draft is ever taken for an entry."""


def create_all(layer: Layer, new: Mapping[str, tuple[str, Mapping[str, bytes]]]) -> list[Path]:
    """Make entries, id → text and files as in `create`, all or none. Returns their folders.

    A killed process may leave some, each of them whole. Raises what `create` raises.
    """
    made: list[Path] = []
    try:
        for id, (text, files) in new.items():
            made.append(create(layer, id, text, files))
    except BaseException:
        for folder in made:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    return made


def drafts_root(layer: Layer) -> Path:
    """The folder of a layer's drafts; it need not be there."""
    return layer.root.parent / DRAFTS


def keep_draft(layer: Layer, name: str, text: str, files: Mapping[str, bytes]) -> Path:
    """Write `drafts/NAME.yaml`, and `files` into `drafts/NAME/`. Returns the path of the first.

    A draft of that name that says the same stays; another one gets a number. Raises CannotWrite.
    """
    root = drafts_root(layer)
    try:
        layer.root.mkdir(parents=True, exist_ok=True)
        root.mkdir(exist_ok=True)
    except OSError as error:
        raise cannot_write(root, error) from error
    with locked(layer.root):
        names = (name if number == 1 else f"{name}-{number}" for number in count(1))
        for folder in (root / each for each in names):
            file = folder.with_name(f"{folder.name}.yaml")
            if file.is_file() and file.read_bytes() == text.encode():
                return file
            if not (os.path.lexists(file) or os.path.lexists(folder)):
                break
        if files:
            make_folder(folder, files)
        replace_all({file: text.encode()})
    return file
