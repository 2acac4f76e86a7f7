"""What a person said a paste means, where the entry itself is not theirs to write. Light, no YAML.

Beside the personal layer's entries, one folder for each entry that was corrected, with the pastes
that must lead to it; one more for the pastes that mean nothing. A paste's file is named for its
fingerprint, so that it is in one of them only.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from kb.store.layers import PERSONAL, Layer

NOTHING = "_nothing"
"""In place of an id, which has no underscore: pastes that mean no entry."""

MARK = "wrong-"


def corrections_of(layers: Iterable[Layer]) -> Path | None:
    """Where the corrections lie that go with `layers`; None without the personal layer."""
    own = next((layer for layer in layers if layer.name == PERSONAL and layer.trusted), None)
    return None if own is None else own.root.parent / "corrections"


def name_of(fingerprint: str) -> str:
    """The name of the file that keeps the paste of this fingerprint."""
    return f"{MARK}{fingerprint}.txt"


def fingerprints(names: Iterable[str]) -> list[str]:
    """Of the names of pastes those that were kept as corrections, as fingerprints, in order."""
    return sorted(name[len(MARK) : -4] for name in names if name.startswith(MARK))


def is_said(folder: Path | None, id: str, fingerprint: str) -> bool:
    """Whether the person said that this paste means the entry `id`, or `NOTHING`."""
    return folder is not None and os.path.isfile(folder / id / name_of(fingerprint))  # noqa: PTH113


def has_any(folder: Path | None) -> bool:
    """Whether anything was ever corrected there."""
    return folder is not None and os.path.isdir(folder)  # noqa: PTH112


def corrected(folder: Path | None) -> dict[str, str]:
    """Id → key of its pastes here, which differs whenever one came or went."""
    found: dict[str, str] = {}
    with suppress(OSError):
        for id in os.listdir(folder) if folder else ():  # noqa: PTH208
            if names := sorted(_names(folder, id)):
                found[id] = "+".join(names)
    return found


def corrected_pastes(folder: Path | None, id: str) -> dict[str, str]:
    """Name → text of the pastes that must lead to `id`."""
    return {
        name: (folder / id / name).read_text("utf-8", "replace")
        for name in _names(folder, id)
        if folder
    }


def _names(folder: Path | None, id: str) -> Iterator[str]:
    with suppress(OSError):
        for name in os.listdir(folder / id) if folder else ():  # noqa: PTH208
            if name.startswith(MARK):
                yield name
