"""Whether all files are as they were at an earlier look: their stats and little more.

With very many entries the stats are most of a search, so what goes round them runs in C, and
nothing is kept of a file but what goes into one hash for many.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from kb.store.scan import Look

MANY = 512
"""Names that make one part."""

_BETWEEN = b"//"
"""Between names and between paths; neither holds two slashes in a row."""

_about = attrgetter(
    *(("st_mtime_ns", "st_size") if sys.platform == "win32" else ("st_ctime_ns", "st_ino"))
)
"""The same as `scan.about`, without a call of Python."""


class Part(NamedTuple):
    """Files, as paths relative to the root, and a hash of what a look knew of them."""

    paths: bytes
    stamp: int


class Glance(NamedTuple):
    """What a look saw, put briefly: the names under the root in their order, and the files."""

    names: bytes
    parts: Sequence[Part]


def brief(look: Look) -> Glance:
    """What `still` compares with; to be kept anywhere."""
    return Glance(_BETWEEN.join(map(os.fsencode, look.names)), list(_parts(look)))


def _parts(look: Look) -> Iterator[Part]:
    for start in range(0, len(look.stamps), MANY):
        some = look.stamps[start : start + MANY]
        paths = [
            os.fsencode(f"{one.id}/{name}" if name else one.id)
            for one in some
            for name in one.names
        ]
        yield Part(_BETWEEN.join(paths), hash(tuple(file for one in some for file in one.files)))


def still(root: Path, seen: Glance) -> bool:
    """Whether a look at `root` would see the same."""
    top = os.fsencode(root)
    try:
        names = os.listdir(top)  # noqa: PTH208
    except OSError:
        names = []
    return _BETWEEN.join(names) == seen.names and all(
        _same(top + b"/", *part) for part in seen.parts
    )


def _same(top: bytes, paths: bytes, stamp: int) -> bool:
    try:
        return (
            hash(tuple(map(_about, map(os.lstat, map(top.__add__, paths.split(_BETWEEN))))))
            == stamp
        )
    except OSError:
        return False
