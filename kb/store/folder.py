"""The files in an entry's folder, as bytes, bounded, and without following any symlink."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from kb.errors import Problem
from kb.store.decode import ENTRY_BYTES, MIB

CASE_FILES, CASE_BYTES, CASE_DEPTH = 200, 8 * MIB, 30
"""Most that `faulty/`, `fixed/` or `pastes/` may hold each: files, bytes in all, folders deep."""
EVIDENCE_BYTES = 4 * MIB
NAMES = ("entry.yaml", "faulty", "fixed", "pastes", "evidence.json")
_LEFT = {"__pycache__", ".DS_Store"}
"""What running or looking at a case leaves behind; no part of it."""


class BadFile(Exception):
    """A file that cannot be used: (file, message, remedy, rule)."""

    def __init__(self, file: Path, message: str, remedy: str, rule: str) -> None:
        super().__init__(message)
        self.problem = Problem(file, None, "", message, remedy, rule)


@dataclass(frozen=True, slots=True)
class Folder:
    """What lies in an entry's folder. Paths in `parts` are relative to the part, POSIX."""

    entry: bytes
    evidence: bytes | None = None
    parts: dict[str, dict[str, bytes]] = field(default_factory=dict)


def read_folder(folder: Path) -> Folder:
    """All files of one entry. Raises BadFile."""
    names = {}
    for item in _items(folder):
        if item.name not in NAMES and item.name[0] != ".":
            remedy = f"move it away; an entry has {', '.join(NAMES)}"
            raise BadFile(folder / item.name, "does not belong here", remedy, "stray-file")
        names[item.name] = item.path
    if "entry.yaml" not in names:
        remedy = "write it (`kb add`), or remove the folder"
        raise BadFile(folder / "entry.yaml", "is missing", remedy, "no-entry")
    evidence = names.get("evidence.json")
    return Folder(
        read_bytes(folder / "entry.yaml", ENTRY_BYTES),
        read_bytes(Path(evidence), EVIDENCE_BYTES) if evidence else None,
        {part: read_part(folder / part) for part in ("faulty", "fixed", "pastes") if part in names},
    )


def read_bytes(file: Path, most: int) -> bytes:
    """The bytes of a regular file that is no symlink. Raises BadFile."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        if file.is_symlink():
            raise _symlink(file)
        handle = os.open(file, flags | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as stream:
            about = os.fstat(handle)
            if not stat.S_ISREG(about.st_mode):
                raise BadFile(file, "is no ordinary file", "remove it", "special-file")
            content = stream.read(most + 1)
    except OSError as error:
        remedy = "make it readable: chmod u+r" if error.errno == 13 else "look at the path"
        message = f"cannot be read ({error.strerror})"
        raise BadFile(file, message, remedy, "unreadable") from None
    if len(content) > most:
        message = f"is {about.st_size / MIB:.1f} MiB, more than {most / MIB:.0f}"
        raise BadFile(file, message, "cut it down to what matters", "too-large")
    return content


def read_part(top: Path) -> dict[str, bytes]:
    """The files below `top` by relative POSIX path. Raises BadFile."""
    files: dict[str, bytes] = {}
    left = CASE_BYTES
    for path in _walk(top):
        if len(files) == CASE_FILES:
            raise BadFile(top, f"holds more than {CASE_FILES} files", "make it small", "too-large")
        content = read_bytes(path, left)
        left -= len(content)
        files[path.relative_to(top).as_posix()] = content
    return files


def _walk(top: Path, depth: int = 0) -> Iterator[Path]:
    if depth > CASE_DEPTH:
        message = f"lies more than {CASE_DEPTH} folders deep"
        raise BadFile(top, message, "make it small", "too-large")
    for item in _items(top):
        if item.is_dir(follow_symlinks=False):
            yield from _walk(Path(item.path), depth + 1)
        else:
            yield Path(item.path)


def _items(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as listed:
            items = sorted((item for item in listed if item.name not in _LEFT), key=_name)
    except OSError as error:
        message = f"cannot be read ({error.strerror})"
        raise BadFile(folder, message, "make it a readable folder", "unreadable") from None
    for item in items:
        if item.is_symlink():
            raise _symlink(Path(item.path))
    return items


def _name(item: os.DirEntry[str]) -> str:
    return item.name


def _symlink(file: Path) -> BadFile:
    return BadFile(
        file, "is a symlink, and none is followed", "put the file itself there", "symlink"
    )
