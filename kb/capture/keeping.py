"""Drafts that outlast the process which asks for them: each answer is kept when it is given."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from kb.capture.draft import Draft, flat
from kb.store import unfinished
from kb.store.unfinished import Journal, Line

_WHENCE = ("incident", "fixed", "source", "fingerprint")
_BYTES = "latin-1"
"""Lets any file stand in JSON, byte for byte."""


class Kept:
    """A draft and its journal, which this process holds."""

    def __init__(self, journal: Journal | None = None, draft: Draft | None = None) -> None:
        self._journal = journal or unfinished.new()
        self._known = draft or Draft()

    def keep(self, draft: Draft) -> None:
        """Put on disk what was not known before. Raises CannotWrite, and then none of it is."""
        if line := _news(self._known, draft):
            self._journal.keep(line)
            self._known = draft

    @property
    def begun(self) -> bool:
        """Whether something of it is on disk."""
        return self._journal.begun

    def end(self) -> None:
        """Forget it: recorded, or not wanted."""
        self._journal.end()

    def leave(self) -> None:
        """Leave it for another time."""
        self._journal.leave()


def left() -> list[tuple[Path, Draft]]:
    """The drafts that were begun and not ended, newest first, but those in other terminals."""
    read = [(file, _read(lines)) for file, lines in unfinished.left()]
    return [(file, draft) for file, draft in read if draft is not None]


def since(file: Path) -> float:
    """When its last answer was given, in seconds since the epoch; 0 when it is gone."""
    with suppress(OSError):
        return file.stat().st_mtime
    return 0.0


def take(file: Path) -> Kept | None:
    """Go on with one; None when it is gone, or taken by another terminal."""
    draft = next((draft for path, draft in left() if path == file), None)
    journal = unfinished.take(file) if draft else None
    return Kept(journal, draft) if journal else None


def in_hand() -> frozenset[str]:
    """The incidents that are being recorded in other terminals right now."""
    drafts = (_read(lines) for lines in unfinished.held())
    return frozenset(draft.incident for draft in drafts if draft and draft.incident)


def _news(before: Draft, after: Draft) -> Line:
    line: Line = {
        "values": {
            name: value for name, value in after.values.items() if before.values.get(name) != value
        },
        "files": {
            path: content.decode(_BYTES)
            for path, content in after.files.items()
            if before.files.get(path) != content
        },
    }
    for name in _WHENCE:
        if getattr(after, name) != getattr(before, name):
            line[name] = getattr(after, name)
    return {name: value for name, value in line.items() if value not in ({}, None)}


def _read(lines: list[Line]) -> Draft | None:
    """The draft; None when a line says something that no draft of ours says."""
    values: dict[str, Any] = {}
    files: dict[str, str] = {}
    try:
        for line in lines:
            values |= dict(line.get("values", {}))
            files |= dict(line.get("files", {}))
        contents = {path: text.encode(_BYTES) for path, text in files.items()}
    except (TypeError, ValueError, AttributeError):
        return None
    known = {name: line[name] for line in lines for name in _WHENCE if name in line}
    return replace(flat(values).beside(contents), **known)
