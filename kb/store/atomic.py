"""Files that are either as they were or wholly new, whatever happens in between.

Call under the lock: names of unfinished files are fixed, so that what a killed writer left is
written over by the next one and never piles up.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from kb.store.lock import cannot_write

NEW = ".kb-new-"
"""Prefix of unfinished files and folders; readers pass over names with a leading dot."""


def replace_all(files: Mapping[Path, bytes]) -> None:
    """Put `files` in place of what is there. Raises CannotWrite, and then nothing is changed.

    All are written and synced before the first is put in its place. Only a power cut or kill
    between two renames can leave some old and some new, and each of them whole.
    """
    staged: dict[Path, Path] = {}
    try:
        for file, content in files.items():
            staged[file] = _stage(file, content)
        _put(staged)
    finally:
        for new in staged.values():
            new.unlink(missing_ok=True)


def make_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make `folder`, which must not exist, with `files` in it. Raises CannotWrite: none of it."""
    new = folder.with_name(NEW + folder.name)
    try:
        shutil.rmtree(new, ignore_errors=True)
        for path, content in files.items():
            file = new / path
            file.parent.mkdir(parents=True, exist_ok=True)
            _write(file, content)
        for inside in [new, *(path for path in new.rglob("*") if path.is_dir())]:
            _sync(inside)
        new.rename(folder)
        _sync(folder.parent)
    except OSError as error:
        shutil.rmtree(new, ignore_errors=True)
        raise cannot_write(folder, error) from error


def _stage(file: Path, content: bytes) -> Path:
    new = file.with_name(NEW + file.name)
    try:
        new.unlink(missing_ok=True)
        _write(new, content)
        if file.exists():
            new.chmod(stat.S_IMODE(file.lstat().st_mode))
    except OSError as error:
        new.unlink(missing_ok=True)
        raise cannot_write(file, error) from error
    return new


def _put(staged: Mapping[Path, Path]) -> None:
    """Rename all; on an error put back what was there before."""
    before: dict[Path, bytes | None] = {}
    for file, new in staged.items():
        try:
            before[file] = file.read_bytes() if file.exists() else None
            new.replace(file)
        except OSError as error:
            _put_back(before)
            raise cannot_write(file, error) from error
    for folder in {file.parent for file in staged}:
        _sync(folder)


def _put_back(before: Mapping[Path, bytes | None]) -> None:
    for file, content in before.items():
        if content is None:
            file.unlink(missing_ok=True)
        elif file.read_bytes() != content:
            _stage(file, content).replace(file)


def _write(file: Path, content: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(file, flags, 0o666), "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


def _sync(folder: Path) -> None:
    """Make names in `folder` last through a power cut, where the file system can.

    Windows and some network file systems know no such thing; the files are whole without it.
    """
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
