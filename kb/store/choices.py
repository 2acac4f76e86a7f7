"""What a person decided about layers: which were added, which may be trusted."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kb.errors import InvalidFiles, Problem, Refused
from kb.store.homes import config_home


@dataclass(frozen=True, slots=True)
class Choices:
    """Roots (`entries/` folders, absolute) that were added, in order, and that are trusted."""

    added: tuple[str, ...] = ()
    trusted: tuple[str, ...] = ()


def choices_file() -> Path:
    """Where the decisions are kept."""
    return config_home() / "layers.json"


def read_choices() -> Choices:
    """What was decided; nothing when the file is missing, another user's, or open to others.

    Raises InvalidFiles when the file is damaged.
    """
    file = choices_file()
    try:
        if not _private(file):
            return Choices()
        text = file.read_bytes()
    except OSError:
        return Choices()
    return _parse(file, text)


def decide(change: Callable[[Choices], Choices]) -> None:
    """Keep what `change` makes of the choices, for their owner's eyes alone.

    Raises Refused when another user could have written them, CannotWrite, and what `change`
    raises; nothing is kept then.
    """
    from kb.store.lock import cannot_write, locked  # no search ever comes here

    file = choices_file()
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(file, error) from error
    with locked(file.parent):
        if file.exists() and not _private(file):
            raise Refused(f"{file} belongs to another user or others may write it; chmod 600 it")
        new = change(read_choices())
        try:
            _replace(file, _text(new))
        except OSError as error:
            raise cannot_write(file, error) from error


def _text(choices: Choices) -> str:
    import json

    value = {"added": list(choices.added), "trusted": list(choices.trusted)}
    return json.dumps(value, indent=2) + "\n"  # a path may be no UTF-8


def _replace(file: Path, text: str) -> None:
    new = file.with_name(f".{file.name}.new")
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    new.replace(file)


def _private(file: Path) -> bool:
    """Whether nobody but this user can have written `file`. OSError when it is not there."""
    about = file.stat()
    if not hasattr(os, "geteuid"):
        return True
    others = stat.S_IWGRP | stat.S_IWOTH
    return about.st_uid == os.geteuid() and not about.st_mode & others


def _parse(file: Path, text: bytes) -> Choices:
    import json

    try:
        value = json.loads(text)
        lists = [tuple(map(os.fspath, value[name])) for name in ("added", "trusted")]
    except (ValueError, KeyError, TypeError) as error:
        line = getattr(error, "lineno", None)
        remedy = "delete it, then `kb layer add` and `kb trust` again"
        problem = Problem(file, line, "", "is damaged", remedy, "choices")
        raise InvalidFiles([problem]) from error
    return Choices(*lists)
