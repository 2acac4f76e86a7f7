"""Entries that `kb add` has begun: an answer is on disk as soon as it is given.

Each has a file of JSON lines in the state folder, for its owner's eyes alone. The process that
writes it holds it locked; so whatever ends that process, what is left behind is known as such.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from kb.errors import CannotWrite
from kb.store.homes import state_home
from kb.store.lock import locks

Line = dict[str, Any]

_TURNS, _MOST_TURNS = 20, 3000
"""Tries, a hundredth of a second apart, until it is asked who holds it, and in all."""


class Journal:
    """One begun entry, held by this process. Nothing is on disk before the first line."""

    def __init__(self, file: Path, handle: int | None = None) -> None:
        self.file = file
        self._handle = handle

    def keep(self, line: Mapping[str, Any]) -> None:
        """Add a line; it is on disk, or, when CannotWrite is raised, no part of it is."""
        # the break before it ends a line that was being written when its writer died
        text = "\n" + json.dumps(line, default=str) + "\n"
        try:
            if self._handle is None:
                self._handle = _begun(self.file)
            _append(self._handle, text.encode("ascii"))
        except OSError as error:
            raise CannotWrite(
                f"answers cannot be kept in {self.file.parent} ({error.strerror}); "
                "free some space, or set XDG_STATE_HOME to a folder that can be written"
            ) from error

    @property
    def begun(self) -> bool:
        """Whether something is kept."""
        return self._handle is not None

    def end(self) -> None:
        """Remove what was kept: the entry is recorded, or not wanted."""
        if self._handle is not None:
            with suppress(OSError):
                self.file.unlink(missing_ok=True)
            self.leave()

    def leave(self) -> None:
        """Let go of it and leave it for another time."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def new() -> Journal:
    """A journal of its own name, which sorts by time."""
    name = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(4)}.jsonl"
    return Journal(state_home() / "drafts" / name)


def left() -> list[tuple[Path, list[Line]]]:
    """What other processes left behind when they ended, newest first."""
    return [(file, lines) for file, lines, free in _all() if free]


def held() -> list[list[Line]]:
    """What is being written in other terminals right now."""
    return [lines for _, lines, free in _all() if not free]


def take(file: Path) -> Journal | None:
    """Go on with what was left behind; None when somebody else has, or it is done."""
    handle = _opened(file, os.O_RDWR | os.O_APPEND)
    if handle is None:
        return None
    if not _held(file, handle) or os.fstat(handle).st_nlink == 0:
        os.close(handle)
        return None
    return Journal(file, handle)


def _all() -> Iterator[tuple[Path, list[Line], bool]]:
    try:
        files = sorted((state_home() / "drafts").glob("*.jsonl"), reverse=True)
    except OSError:
        return
    for file in files:
        handle = _opened(file, os.O_RDONLY)
        if handle is None:
            continue
        free = locks(handle, shared=True)
        with os.fdopen(handle, "rb") as stream:
            if lines := list(_lines(stream.read())):
                yield file, lines, free


def _lines(content: bytes) -> Iterator[Line]:
    """The whole lines; one that was cut off is passed over."""
    for text in content.split(b"\n"):
        with suppress(ValueError, RecursionError):
            if isinstance(line := json.loads(text), dict):
                yield line


def _opened(file: Path, flags: int) -> int | None:
    try:
        return os.open(file, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
    except OSError:
        return None


def _begun(file: Path) -> int:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(file, flags, 0o600)
    _held(file, handle)
    return handle


def _held(file: Path, handle: int) -> bool:
    """Whether it is ours now; those who look around hold it for the time of a glance."""
    for turn in range(_MOST_TURNS):
        if locks(handle):
            return True
        # a glance of somebody who was stopped in it may be long
        if turn >= _TURNS and not _is_looked_at(file):
            return False
        time.sleep(0.01)
    return False


def _is_looked_at(file: Path) -> bool:
    """Whether nobody has it in hand, so that those who hold it only look at it."""
    handle = _opened(file, os.O_RDONLY)
    if handle is None:
        return False
    try:
        return locks(handle, shared=True)
    finally:
        os.close(handle)


def _append(handle: int, content: bytes) -> None:
    """All of it or none."""
    size = os.fstat(handle).st_size
    try:
        while content:
            content = content[os.write(handle, content) :]
        os.fsync(handle)
    except OSError:
        with suppress(OSError):
            os.ftruncate(handle, size)
        raise
