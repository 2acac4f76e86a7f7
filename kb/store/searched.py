"""What was searched last, and what nothing was found for: redacted, for their owner's eyes alone.

Both lie in the state folder. Misses are kept by fingerprint, so that one counts once, and only
the newest of them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from kb.store.homes import state_home
from kb.store.lock import LOCK, locked, locks

MOST = 200
"""Misses that are kept."""


@dataclass(frozen=True, slots=True)
class Searched:
    """A paste without secrets, its fingerprint (empty: it says nothing to know it by), the entries
    it was answered with (none: a miss), and when (epoch seconds)."""

    fingerprint: str
    paste: str
    ids: tuple[str, ...]
    at: float


def searches_home() -> Path:
    """Where they lie; it may not exist yet."""
    return state_home() / "searches"


@contextmanager
def soon() -> Iterator[None]:
    """From here until a process that was started inside has ended, `last` waits for it."""
    home = searches_home()
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle = os.open(home / LOCK, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        locks(handle, shared=True)
        yield
    finally:
        os.close(handle)


def keep(searched: Searched) -> None:
    """Keeps it as the last, and as a miss if it was none's. Raises OSError and CannotWrite."""
    home = searches_home()
    for folder in (home, home / "misses"):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    # the lock of `home` itself is shared by all who keep something soon
    with locked(home / "misses"):
        newer = _read(home / "last.json")
        if newer is None or newer.at <= searched.at:
            _write(home / "last.json", searched)
        if searched.fingerprint and not searched.ids:
            _write(home / "misses" / f"{searched.fingerprint}.json", searched)
            for old in sorted(_files(), key=lambda file: -file.stat().st_mtime)[MOST:]:
                old.unlink(missing_ok=True)


def last() -> Searched | None:
    """The last paste, waiting for a search that just ended to have kept it. Raises CannotWrite."""
    home = searches_home()
    if not home.is_dir():
        return None
    with locked(home):
        return _read(home / "last.json")


def misses() -> list[Searched]:
    """What nothing was found for, the newest first; files that cannot be read are passed over."""
    read = [one for file in _files() if (one := _read(file))]
    return sorted(read, key=lambda one: -one.at)


def no_miss(fingerprint: str) -> None:
    """Forgets a miss that is none any more."""
    (searches_home() / "misses" / f"{fingerprint}.json").unlink(missing_ok=True)


def _files() -> list[Path]:
    return list((searches_home() / "misses").glob("*.json"))


def _read(file: Path) -> Searched | None:
    with suppress(OSError, ValueError, KeyError, TypeError):
        data = json.loads(file.read_text("utf-8"))
        ids = tuple(map(str, data["ids"]))
        return Searched(str(data["fingerprint"]), str(data["paste"]), ids, float(data["at"]))
    return None


def _write(file: Path, searched: Searched) -> None:
    new = file.with_name(f".{file.name}.{os.getpid()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
    with os.fdopen(os.open(new, flags, 0o600), "w", encoding="utf-8") as stream:
        json.dump(asdict(searched), stream, ensure_ascii=False)
    new.replace(file)
