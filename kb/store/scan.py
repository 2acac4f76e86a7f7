"""Which entries are there, and did any file that search reads change. Light: few stats."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

_NOTHING_KNOWN: Mapping[str, str] = {}
_FIELD, _NAME = "|", "//"


class Stamp(NamedTuple):
    """One entry's folder. `key` differs whenever entry.yaml, evidence.json or a paste changed.

    It is made of times of change (ctime) and inode numbers, so an edit that keeps size and
    mtime counts too, and a copy elsewhere counts as changed.
    """

    id: str
    folder: str
    key: str


def scan(root: Path, known: Mapping[str, str] = _NOTHING_KNOWN) -> Iterator[Stamp]:
    """Stamps of all entries under `root`, in no order; none when `root` is not there.

    `known` (id → key of an earlier scan) saves listing folders whose files are still the same
    ones. No symlink is followed, and a folder that is one is left out.
    """
    try:
        names = os.listdir(root)  # noqa: PTH208
    except OSError:
        return
    top = f"{root}{os.sep}"
    for name in names:
        if name[0] != ".":
            try:
                yield Stamp(name, top + name, _key(top + name, known.get(name)))
            except OSError:
                continue  # a file, a folder without entry.yaml, or gone since the listing


def _key(folder: str, known: str | None) -> str:
    """`names of what is read beside entry.yaml|hash of the stamps of folder, entry.yaml, each`.

    While the stamps of the folder and of its pastes are the same, so are the names in them.
    """
    if known is not None:
        try:
            key = _with_stamps(folder, known.rpartition(_FIELD)[0])
        except FileNotFoundError:
            key = ""
        if key == known:
            return key
    return _with_stamps(folder, _names(folder))


def _with_stamps(folder: str, names: str) -> str:
    about = os.lstat(folder)
    if not stat.S_ISDIR(about.st_mode):
        raise NotADirectoryError
    stamps: tuple[int, ...] = _stamp(about) + _stamp(os.lstat(folder + "/entry.yaml"))
    if names:
        for name in names.split(_NAME):
            stamps += _stamp(os.lstat(f"{folder}/{name}"))
    # a hash of numbers is the same in every run
    return f"{names}|{hash(stamps)}"


if sys.platform == "win32":

    def _stamp(about: os.stat_result) -> tuple[int, int]:
        # ctime is the time of creation there
        return about.st_mtime_ns, about.st_size

else:

    def _stamp(about: os.stat_result) -> tuple[int, int]:
        return about.st_ctime_ns, about.st_ino


def _names(folder: str) -> str:
    found = set(os.listdir(folder)) & {"evidence.json", "pastes"}  # noqa: PTH208
    if "pastes" in found and not os.path.islink(f"{folder}/pastes"):  # noqa: PTH114
        found |= {f"pastes/{name}" for name in os.listdir(f"{folder}/pastes")}  # noqa: PTH208
    return _NAME.join(sorted(found))
