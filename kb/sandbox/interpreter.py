"""Which folders an interpreter needs to run, found by looking, never by running it.

A project's own `.venv/bin/python` may be anything; it first runs inside the sandbox.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kb.errors import Refused
from kb.sandbox.shown import may_show

LINKS = "/run/python"
"""Where `python` and `python3` are put when the interpreter's own folder does not hold them."""

_MOST_HOPS = 40


@dataclass(frozen=True, slots=True)
class Interpreter:
    """What to bind and to link for one interpreter, and the folders that come first in PATH."""

    binds: tuple[tuple[str, str], ...]
    links: tuple[tuple[str, str], ...]
    path: tuple[str, ...]


@lru_cache(maxsize=32)
def interpreter(executable: Path) -> Interpreter:
    """What `executable` needs: its environment, the Python under it, the links between them.

    Raises `Refused` if it is no Python, or if one of its folders may not be shown.
    """
    executable = Path(os.path.abspath(executable))  # noqa: PTH100 - links must stay
    hops = _hops(executable)
    roots = dict.fromkeys(root for hop in hops for root in _roots(hop))
    if not roots:
        raise Refused(f"{executable} belongs to no Python installation; give --python PATH")
    binds = dict.fromkeys(bind for root in roots for bind in _binds(root))
    places = ["/usr", *(place for _, place in binds)]
    links = [
        (str(hop.readlink()), str(hop))
        for hop in hops
        if hop.is_symlink() and not _under(hop, places)
    ]
    path = []
    if not _is_python(executable.parent / "python", executable, places):
        links += [(str(executable), f"{LINKS}/{name}") for name in ("python", "python3")]
        path.append(LINKS)
    if _under(executable, places):
        path.append(str(executable.parent))
    return Interpreter(tuple(binds), tuple(links), tuple(path))


def _hops(executable: Path) -> list[Path]:
    """`executable` and each link after it, down to the file itself."""
    hops = [executable]
    try:
        while hops[-1].is_symlink() and len(hops) <= _MOST_HOPS:
            target = hops[-1].parent / hops[-1].readlink()
            hops.append(Path(os.path.normpath(target)))
        found = hops[-1].is_file() and not hops[-1].is_symlink()
    except OSError as error:
        raise Refused(f"{executable} cannot be read ({error.strerror}: {hops[-1]})") from error
    if not found:
        raise Refused(f"there is no interpreter at {executable}; give --python PATH")
    return hops


def _roots(hop: Path) -> list[Path]:
    """The installation that `hop` lies in, and the one that its environment was made from."""
    root = hop.parent.parent
    if (root / "pyvenv.cfg").is_file():
        home = _home(root / "pyvenv.cfg")
        return [root, home.parent] if home and _installed(home.parent) else [root]
    return [root] if _installed(root) else []


def _home(settings: Path) -> Path | None:
    for line in settings.read_text(encoding="utf-8", errors="replace").splitlines():
        name, _, value = line.partition("=")
        if name.strip().lower() == "home" and value.strip().startswith("/"):
            return Path(os.path.normpath(value.strip()))
    return None


def _installed(root: Path) -> bool:
    """Whether a standard library lies here, so that a link cannot name just any folder."""
    return any(root.glob("lib/python3.*/os.py")) or any(root.glob("lib64/python3.*/os.py"))


def _binds(root: Path) -> list[tuple[str, str]]:
    source = root.resolve()
    if source.is_relative_to("/usr") or source == Path("/"):
        return []
    for path in (source, root):
        may_show(path, "the interpreter's folder")
    return [(str(source), str(source)), (str(source), str(root))]


def _under(path: Path, places: list[str]) -> bool:
    return any(path.is_relative_to(place) for place in places)


def _is_python(candidate: Path, executable: Path, places: list[str]) -> bool:
    try:
        return _under(candidate, places) and candidate.samefile(executable)
    except OSError:
        return False
