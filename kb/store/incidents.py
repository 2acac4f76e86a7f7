"""Incidents on disk: one JSON file each in the state folder, for their owner's eyes alone."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from kb.errors import CannotWrite, NotFound, Problem
from kb.model.incident import Incident
from kb.store.atomic import NEW
from kb.store.homes import state_home
from kb.store.lock import locked

_KINDS: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("str", "Source", "Literal"), (str,)),
    "int": (int,),
    "float": (int, float),
    "tuple": (list,),
    "Mapping": (dict,),
}
_TYPES = {each.name: str(each.type) for each in fields(Incident)}
_LATEST = 2.0**37
"""No time of an incident is later: of the year 6325, and any calendar still knows it."""
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,99}")


def incidents_home() -> Path:
    """Where incidents lie; it may not exist yet."""
    return state_home() / "incidents"


def keep(
    incident: Incident, again: Callable[[Incident], Incident | None] = lambda _: None
) -> Incident:
    """Write a new one; returned as written: its id gets a number where it is taken already.

    `again` may say of an old one what it becomes instead; the newest such is written, and no
    new one. Raises CannotWrite, one line.
    """
    with _alone() as home:
        for old in every()[0]:
            if changed := again(old):
                _write(home, changed)
                return changed
        taken = (incident.id if n == 1 else f"{incident.id}-{n}" for n in range(1, 10_000))
        id = next(id for id in taken if not _file(home, id).exists())
        kept = replace(incident, id=id)
        _write(home, kept)
    return kept


def change(id: str, how: Callable[[Incident], Incident]) -> Incident:
    """Put `how` of the incident in its place; the new one. Two changes at once lose nothing.

    Raises NotFound when it was dropped or is damaged, CannotWrite, and what `how` raises.
    """
    with _alone() as home:
        file = _file(home, id)
        read = _read(file)
        if isinstance(read, Problem):
            raise _no_such(id)
        changed = how(read)
        _write(home, changed)
    return changed


def every() -> tuple[list[Incident], list[Problem]]:
    """All incidents, the newest first, and what is wrong with files that cannot be read."""
    home = incidents_home()
    try:
        files = [file for file in home.iterdir() if file.suffix == ".json"]
    except FileNotFoundError:
        return [], []
    except OSError as error:
        return [], [_problem(home, f"cannot be read ({error.strerror})", "look at its rights")]
    read = [_read(file) for file in sorted(files) if not file.name.startswith(".")]
    good = [each for each in read if isinstance(each, Incident)]
    bad = [each for each in read if isinstance(each, Problem)]
    return sorted(good, key=lambda each: (each.ended, each.id), reverse=True), bad


def drop(id: str) -> None:
    """Forget one, damaged or not. Raises NotFound, CannotWrite."""
    with _alone() as home:
        try:
            _file(home, id).unlink()
        except FileNotFoundError as error:
            raise _no_such(id) from error


def _no_such(id: str) -> NotFound:
    return NotFound(f"there is no incident {id!r}; see: kb status")


def _file(home: Path, id: str) -> Path:
    if _ID.fullmatch(id) is None:
        raise _no_such(id)
    return home / f"{id}.json"


@contextmanager
def _alone() -> Iterator[Path]:
    """The folder, made where it is missing, with no other writer in it."""
    home = incidents_home()
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        if home.stat().st_mode & 0o077:
            home.chmod(0o700)
        with locked(home):
            yield home
    except OSError as error:
        raise _cannot(home, error) from error
    except CannotWrite as error:
        if isinstance(error.__cause__, OSError):
            raise _cannot(home, error.__cause__) from error
        raise


def _cannot(home: Path, error: OSError) -> CannotWrite:
    remedy = "free some space, or set XDG_STATE_HOME to a folder that can be written"
    return CannotWrite(f"incidents cannot be kept in {home} ({error.strerror}); {remedy}")


def _write(home: Path, incident: Incident) -> None:
    """Old or new, never half; under the lock, so that the unfinished file has one name."""
    new = home / f"{NEW}incident"
    # those two first: the shell prompt reads them alone (`kb.store.mark`)
    data = {name: getattr(incident, name) for name in ("fixed", "ended", *_TYPES)}
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
    try:
        with os.fdopen(os.open(new, flags, 0o600), "w", encoding="ascii") as stream:
            json.dump(data, stream, indent=1)
            stream.flush()
            os.fsync(stream.fileno())
        new.replace(_file(home, incident.id))
    except OSError:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def _read(file: Path) -> Incident | Problem:
    remedy = f"look at it, or forget it: kb drop {file.stem}"
    try:
        data = json.loads(file.read_bytes())
    except OSError as error:
        return _problem(file, f"cannot be read ({error.strerror})", remedy)
    except (ValueError, RecursionError):
        return _problem(file, "is no JSON, so not all of it is there", remedy)
    known = {name: data[name] for name in _TYPES if name in data} if isinstance(data, dict) else {}
    wrong = [name for name, value in known.items() if not _fits(_TYPES[name], value)]
    try:
        if wrong or known["id"] != file.stem:
            return _problem(file, f"has an unusable {', '.join(wrong) or 'id'}", remedy)
        known["command"] = tuple(known["command"])
        known["matched"] = tuple(map(tuple, known.get("matched", ())))
        return Incident(**known)
    except (KeyError, TypeError):
        return _problem(file, "lacks something that every incident has", remedy)


def _fits(kind: str, value: Any) -> bool:
    if value is None:
        return kind.endswith("| None")
    if not isinstance(value, _KINDS[re.split(r"[\[ ]", kind)[0]]):
        return False
    if isinstance(value, dict):
        return all(isinstance(each, str) for each in value.values())
    if isinstance(value, list) and "float" in kind:
        return all(isinstance(each, list) and len(each) == 3 for each in value)
    if isinstance(value, list):
        return all(isinstance(each, str) for each in value)
    return not (isinstance(value, int | float) and "float" in kind) or 0 <= value < _LATEST


def _problem(file: Path, message: str, remedy: str) -> Problem:
    return Problem(file, None, "", message, remedy, "incident")
