"""Which interpreter is the person's: what `python` means in their project."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from kb.errors import Refused


def interpreter(asked: str | None, project: Path) -> Path | None:
    """The one asked for, else that of VIRTUAL_ENV, of the project's `.venv`, of the PATH.

    `.venv` is looked for in `project` and above it, up to the top of its repository. The path
    is absolute and its links stay, for they tell the environment. None: there is no Python at
    all. Raises Refused when the one asked for is not there.
    """
    if asked is not None:
        return _asked(asked)
    active = os.environ.get("VIRTUAL_ENV")
    environments = [*([Path(active)] if active else []), *(up / ".venv" for up in _up(project))]
    near = next((each for place in environments for each in _inside(place)), None)
    on_path = shutil.which("python") or shutil.which("python3")
    return near or (Path(on_path).absolute() if on_path else None)


def _asked(asked: str) -> Path:
    named = Path(asked).expanduser().absolute()
    if named.is_file():
        return named
    if inside := next(_inside(named), None):
        return inside
    on_path = None if os.sep in asked else shutil.which(asked)
    if on_path is None:
        raise Refused(f"--python {asked}: there is no such interpreter; give its path")
    return Path(on_path).absolute()


def _inside(environment: Path) -> Iterator[Path]:
    for name in ("bin/python", "Scripts/python.exe"):
        if (environment / name).is_file():
            yield (environment / name).absolute()


def _up(project: Path) -> list[Path]:
    above = [project, *project.parents]
    top = next((place for place, folder in enumerate(above) if (folder / ".git").exists()), 0)
    return above[: top + 1]
