"""Which interpreter is the person's: what `python` means in their project."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from kb.child.program import run
from kb.errors import Refused


def interpreter(asked: str | None, project: Path) -> Path | None:
    """The one asked for, else that of VIRTUAL_ENV, of the project's `.venv`, of the PATH.

    `.venv` is looked for in `project` and above it, up to the top of its repository. The path
    is absolute and its links stay, for they tell the environment. None: there is no Python at
    all. Raises Refused when the one asked for is not there.
    """
    if asked is not None:
        return _asked(asked, project)
    active = os.environ.get("VIRTUAL_ENV")
    environments = [*([Path(active)] if active else []), *(up / ".venv" for up in _up(project))]
    near = next((each for place in environments for each in _inside(place)), None)
    return near or _on_path(("python", "python3"), project)


def _asked(asked: str, project: Path) -> Path:
    named = Path(asked).expanduser().absolute()
    if named.is_file():
        return named
    if inside := next(_inside(named), None):
        return inside
    on_path = None if os.sep in asked else _on_path((asked,), project)
    if on_path is None:
        raise Refused(f"--python {asked}: there is no such interpreter; give its path")
    return on_path


def _on_path(names: Iterable[str], project: Path) -> Path | None:
    found = next((Path(path) for name in names if (path := shutil.which(name))), None)
    if found is None or not _is_script(found):
        return found.absolute() if found else None
    # a shim of pyenv, asdf or mise, which starts the interpreter chosen for this folder
    question = [str(found), "-I", "-c", "import sys; print(sys.executable)"]
    said = run(question, cwd=project, remedy="give --python PATH")
    told = said.out.decode(errors="replace").strip()
    return Path(told) if said.code == 0 and Path(told).is_file() else None


def _is_script(program: Path) -> bool:
    with program.open("rb") as stream:
        return stream.read(2) == b"#!"


def _inside(environment: Path) -> Iterator[Path]:
    for name in ("bin/python", "Scripts/python.exe"):
        if (environment / name).is_file():
            yield (environment / name).absolute()


def _up(project: Path) -> list[Path]:
    above = [project, *project.parents]
    top = next((place for place, folder in enumerate(above) if (folder / ".git").exists()), 0)
    return above[: top + 1]
