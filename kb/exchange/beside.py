"""Whether the files that an item brings can lie beside its entry."""

from __future__ import annotations

import re
from collections.abc import Sequence

PARTS = ("faulty", "fixed", "pastes")

_LONGEST_NAME, _LONGEST_PATH = 200, 1000
"""Bytes, below what file systems take, with room for the folder and for a marked name."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def misplaced(paths: Sequence[str]) -> str:
    """What is wrong with the first path that no file can have; empty when all can be."""
    folders = {path[:place] for path in paths for place, sign in enumerate(path) if sign == "/"}
    for path in paths:
        part, *names = path.replace("\\", "/").split("/")  # Windows parts folders by both
        if part not in PARTS or not names or not {"", ".", ".."}.isdisjoint(names):
            return f"has the file {path[:80]!r}; use faulty/, fixed/ or pastes/"
        if _CONTROL.search(path):
            return f"has a file whose name holds a control character, {path[:80]!r}; rename it"
        longest = max(len(name.encode()) for name in names)
        if longest > _LONGEST_NAME or len(path.encode()) > _LONGEST_PATH:
            return f"has a file whose name is too long, {path[:80]!r}; shorten it"
        if path in folders:
            return f"has {path[:80]!r} both as a file and as a folder; rename one"
    return ""
