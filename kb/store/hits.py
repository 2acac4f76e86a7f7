"""Which entries were met again: JSON lines in the state folder, of this person alone."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kb.store.homes import state_home
from kb.store.lock import cannot_write


@dataclass(frozen=True, slots=True)
class Hit:
    """Entry `id` of the knowledge base `root` (its `entries/`) was met `at` (epoch seconds)."""

    id: str
    root: str
    at: float


def count(hit: Hit) -> int:
    """Keep a hit; how often its entry was met so far, this time included. Raises CannotWrite."""
    file = _file()
    # one write of one short line: lines of two terminals do not mix; the break before it ends
    # a line that a full disk cut off
    line = "\n" + json.dumps({"id": hit.id, "root": hit.root, "at": hit.at}) + "\n"
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(file, flags, 0o600), "ab", buffering=0) as stream:
            stream.write(line.encode())
    except OSError as error:
        raise cannot_write(file, error) from error
    return sum((one.id, one.root) == (hit.id, hit.root) for one in hits())


def hits() -> Iterator[Hit]:
    """All that was counted, the oldest first; lines that are no hit are passed over."""
    with suppress(OSError):
        for line in _file().read_bytes().split(b"\n"):
            with suppress(ValueError, KeyError, TypeError):
                data = json.loads(line)
                yield Hit(str(data["id"]), str(data["root"]), float(data["at"]))


def _file() -> Path:
    return state_home() / "hits.jsonl"
