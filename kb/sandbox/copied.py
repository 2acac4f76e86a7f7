"""The small parts of a project as a copy, for a real root: its command runs under another id,
which could write nothing that is root's, layer or not."""

from __future__ import annotations

import tarfile
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from pathlib import Path

from kb.model.job import MIB

_MOST, _EACH = 64 * MIB, 16 * 1024
"""Bytes of memory for all that is copied, and what each file costs beside its content."""


@dataclass(frozen=True, slots=True)
class Copied:
    """A tar archive of what is copied, and the children of the folder that are not."""

    archive: bytes
    left: tuple[Path, ...]


def copied(folder: Path, shown: Iterable[str]) -> Copied:
    """The children of `folder` that fit, the smallest first, and those that do not.

    A child that holds one of `shown`, the places of other binds, is left. Only what everybody
    may read is copied, and only files, folders and links. Raises `OSError` for a folder that
    changes meanwhile.
    """
    places = [Path(place) for place in shown]
    costs = sorted((_cost(child), child) for child in folder.iterdir())
    stream, room, left = BytesIO(), _MOST, []
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.GNU_FORMAT) as packed:
        for cost, child in costs:
            taken = any(place.is_relative_to(child) for place in places)
            # a link is never left: bubblewrap would bind what it leads to
            if child.is_symlink() or (cost <= room and not taken and _open_to_all(child)):
                packed.add(child, child.name, filter=_kept)
                room -= cost
            else:
                left.append(child)
    return Copied(stream.getvalue(), tuple(left))


def _cost(child: Path) -> int:
    """Bytes; no more is counted once it is too much."""
    cost = 0
    within = child.rglob("*") if child.is_dir() and not child.is_symlink() else ()
    for path in chain([child], within):
        cost += _EACH + path.lstat().st_size
        if cost > _MOST:
            break
    return cost


def _open_to_all(path: Path) -> bool:
    wanted = 0o005 if path.is_dir() else 0o004
    return path.stat().st_mode & wanted == wanted


def _kept(found: tarfile.TarInfo) -> tarfile.TarInfo | None:
    wanted = 0o005 if found.isdir() else 0o004
    plain = found.isdir() or found.isreg() or found.islnk()
    if found.issym() or (plain and found.mode & wanted == wanted):
        # its owner is another one inside
        found.mode |= 0o700 if found.isdir() else 0o600
        return found
    return None
