"""How paths are printed: as one would type them. `--json` gives them whole."""

from __future__ import annotations

import os
import shlex
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from kb.errors import Problem


def short(path: Path) -> str:
    """`path` from where one stands, from home or as it is, whichever is the shortest."""
    ways = [str(path)]
    with suppress(OSError, ValueError):  # the folder one stands in is gone; another drive
        ways.insert(0, os.path.relpath(path))
    with suppress(RuntimeError, ValueError):  # nobody's home is known
        ways.append(str("~" / path.relative_to(Path.home())))
    return min(ways, key=len)


def typed(path: Path) -> str:
    """The same for a command that is printed to be copied: a shell reads it as this one path."""
    way = short(path)
    if way.startswith("~/"):
        return "~/" + shlex.quote(way[2:])
    return shlex.quote(f"./{way}" if way.startswith("-") else way)


def from_here(problem: Problem) -> Problem:
    """The same with its file as it is printed."""
    return replace(problem, file=Path(short(problem.file)))
