"""Which entries are there, and did any file that search reads change. Light: few stats."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

_NOTHING_KNOWN: Mapping[str, str] = {}
_FIELD, _NAME = "|", "//"

About = tuple[int, int]
"""Of one file what changes with it: see `about`."""


class Stamp(NamedTuple):
    """One entry's folder. `key` differs whenever entry.yaml, evidence.json or a paste changed.

    It is made of times of change (ctime) and inode numbers, so an edit that keeps size and
    mtime counts too, and a copy elsewhere counts as changed. `names` are the files it is made
    of, relative to the folder (which is the first of them, empty), `files` what it knew of each.
    What is no entry has no key.
    """

    id: str
    folder: str
    key: str
    names: tuple[str, ...]
    files: tuple[About, ...]


class Look(NamedTuple):
    """All names under a root, as they are listed, and a stamp of each that is not hidden."""

    names: Sequence[str]
    stamps: Sequence[Stamp]

    def entries(self) -> Iterator[Stamp]:
        """The stamps of what is an entry."""
        return (stamp for stamp in self.stamps if stamp.key)


def scan(root: Path) -> Iterator[Stamp]:
    """Stamps of all entries under `root`, in no order; none when `root` is not there."""
    return look(root).entries()


def look(root: Path, known: Mapping[str, str] = _NOTHING_KNOWN) -> Look:
    """All that lies under `root`; nothing when it is not there.

    `known` (id → key of an earlier look) saves listing folders whose files are still the same
    ones. No symlink is followed, and a folder that is one is no entry.
    """
    try:
        names = os.listdir(root)  # noqa: PTH208
    except OSError:
        return Look((), ())
    top = f"{root}{os.sep}"
    return Look(names, [stamp for name in names for stamp in _stamps(name, top + name, known)])


def _stamps(name: str, folder: str, known: Mapping[str, str]) -> Iterator[Stamp]:
    """The stamp of one name; none when it is hidden, or gone since the listing."""
    if name[0] == ".":
        return
    try:
        itself = os.lstat(folder)
    except OSError:
        return
    try:
        yield _entry(name, folder, known.get(name), itself)
    except OSError:
        yield Stamp(name, folder, "", ("",), (about(itself),))


def _entry(name: str, folder: str, known: str | None, itself: os.stat_result) -> Stamp:
    """Its key is `names of what is read beside entry.yaml|hash of what is known of each`.

    While the folder and its pastes are the same, so are the names in them.
    """
    if not stat.S_ISDIR(itself.st_mode) or not name.isascii():  # as every id is
        raise NotADirectoryError
    if known is not None:
        try:
            stamp: Stamp | None = _stamp(name, folder, known.rpartition(_FIELD)[0], itself)
        except OSError:
            stamp = None
        if stamp is not None and stamp.key == known:
            return stamp
    return _stamp(name, folder, _beside(folder), itself)


def _stamp(id: str, folder: str, beside: str, itself: os.stat_result) -> Stamp:
    names = ("entry.yaml", *beside.split(_NAME)) if beside else ("entry.yaml",)
    files = (about(itself), *[about(os.lstat(f"{folder}/{name}")) for name in names])
    # a hash of numbers is the same in every run
    return Stamp(id, folder, f"{beside}|{hash(files)}", ("", *names), files)


if sys.platform == "win32":

    def about(file: os.stat_result) -> About:
        """The time of the last change in nanoseconds, and the size."""
        # ctime is the time of creation there
        return file.st_mtime_ns, file.st_size

else:

    def about(file: os.stat_result) -> About:
        """The time of the last change in nanoseconds, and the inode."""
        return file.st_ctime_ns, file.st_ino


def _beside(folder: str) -> str:
    found = set(os.listdir(folder)) & {"evidence.json", "pastes"}  # noqa: PTH208
    if "pastes" in found and not os.path.islink(f"{folder}/pastes"):  # noqa: PTH114
        found |= {f"pastes/{name}" for name in os.listdir(f"{folder}/pastes")}  # noqa: PTH208
    return _NAME.join(sorted(found))
