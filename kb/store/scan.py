"""Which entries are there, and did any file that search reads change. Light: a few stats each."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Stamp:
    """One entry's folder. `key` differs whenever entry.yaml, evidence.json or a paste changed."""

    id: str
    folder: str
    key: str


def scan(root: Path) -> Iterator[Stamp]:
    """Stamps of all entries under `root`, in no order; none when `root` is not there.

    Symlinks are not followed: an entry that is one, or whose entry.yaml is one, is left out.
    """
    try:
        folders = os.scandir(root)
    except OSError:
        return
    with folders:
        for folder in folders:
            if folder.name[0] != "." and folder.is_dir(follow_symlinks=False):
                files = _files(folder.path)
                if files:
                    yield Stamp(folder.name, folder.path, repr(files))


def _files(folder: str) -> tuple[tuple[str, int, int, int, int], ...]:
    found = []
    with os.scandir(folder) as items:
        for item in items:
            if item.name in ("entry.yaml", "evidence.json"):
                found.append(_file(item))
            elif item.name == "pastes" and item.is_dir(follow_symlinks=False):
                with os.scandir(item.path) as pastes:
                    found.extend(map(_file, pastes))
    return tuple(sorted(found))


def _file(item: os.DirEntry[str]) -> tuple[str, int, int, int, int]:
    about = item.stat(follow_symlinks=False)
    # ctime too: an edit that puts the old mtime back still moves it
    return item.name, about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino
