"""Which folders of a person may be shown inside at all, and how a project is shown."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kb.errors import Refused
from kb.sandbox.copied import copied

_NEVER = (
    *("/", "/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/lib64", "/media", "/mnt", "/opt"),
    *("/proc", "/root", "/run", "/sbin", "/srv", "/sys", "/tmp", "/usr", "/var"),  # noqa: S108
    *("/var/lib", "/var/log", "/var/run", "/var/tmp", "/usr/local"),  # noqa: S108
)
_NOTHING_IN = ("/boot", "/dev", "/etc", "/proc", "/run", "/sys")
_OF_HOME = (
    *("", ".aws", ".cache", ".config", ".docker", ".gnupg", ".kube", ".local", ".local/share"),
    *(".local/state", ".netrc", ".ssh"),
)
_MOST_CHILDREN = 500


def may_show(folder: Path, what: str) -> None:
    """Raises `Refused` for a folder that holds more than a project or an interpreter.

    Those are the system's own folders, $HOME and what programs keep there, anything that
    holds one of them, and all of /etc, /run and the kernel's trees.
    """
    homes = {Path.home(), Path("~").expanduser()}
    never = {Path(path) for path in _NEVER} | {home / part for home in homes for part in _OF_HOME}
    secret = any(
        folder.is_relative_to(home / part)
        for home in homes
        for part in (".ssh", ".gnupg", ".aws", ".kube", ".docker", ".config")
    )
    if (
        secret
        or any(held.is_relative_to(folder) for held in never)
        or any(folder.is_relative_to(tree) for tree in _NOTHING_IN)
    ):
        raise Refused(
            f"{what} is {folder}, which holds more than may be shown in a sandbox; "
            "give a folder of its own"
        )


@dataclass(frozen=True, slots=True)
class Shown:
    """A project's own resolved folder, and what to bind, to link and to layer (see `View`)."""

    folder: Path
    binds: tuple[tuple[str, str], ...]
    links: tuple[tuple[str, str], ...] = ()
    layer: str = ""
    copy: bytes = b""


def shown(
    project: Path, guest: int | None, *, layered: bool = False, beside: Iterable[str] = ()
) -> Shown:
    """How to show a project at its own place: read-only, or `layered` where that is safe.

    `beside` are the places of other binds. A real root's command runs under another id, to
    which a 0700 folder is closed; what lies in the folder is then shown piece by piece. Raises
    `Refused`, also if there is no folder.
    """
    folder = project.resolve()
    if not folder.is_dir():
        raise Refused(f"there is no folder {project}; give the project's folder")
    may_show(folder, "the project's folder")
    if layered and guest is not None:
        return _copied(folder, beside)
    hidden = tuple(("/dev/null", str(socket)) for socket in _sockets(folder))
    if guest is None or _open_to_all(folder):
        layer = str(folder) if layered and may_layer(folder) else ""
        return Shown(folder, ((str(folder), str(folder)), *hidden), layer=layer)
    children = sorted(folder.iterdir())
    if len(children) > _MOST_CHILDREN:
        raise Refused(f"{folder} is closed to other users; run chmod o+rx {folder} first")
    links = [child for child in children if child.is_symlink()]
    return Shown(
        folder,
        (*((str(child), str(child)) for child in children if child not in links), *hidden),
        tuple((str(link.readlink()), str(link)) for link in links),
    )


def _copied(folder: Path, beside: Iterable[str]) -> Shown:
    """With a copy to write to; as it is shown without one where that cannot be had."""
    try:
        made = copied(folder, beside)
    except OSError:
        return shown(folder, 0)
    if len(made.left) > _MOST_CHILDREN:
        return shown(folder, 0)
    binds = [(str(path), str(path)) for path in (folder, *made.left)]
    hidden = [("/dev/null", str(path)) for path in _sockets(folder)]
    seen = [bind for bind in hidden if any(Path(bind[1]).is_relative_to(p) for p in made.left)]
    return Shown(folder, (*binds, *seen), layer=str(folder), copy=made.archive)


def may_layer(folder: Path) -> bool:
    """Whether a layer for writes may lie over `folder`, of a user's namespace.

    It would lay bare what a mount within hides.
    """
    mounts = Path("/proc/self/mountinfo").read_text("utf-8", "replace").splitlines()
    within = (Path(_unescaped(line.split()[4])) for line in mounts)
    return not any(folder in place.parents for place in within)


def _unescaped(place: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), place)


def _sockets(folder: Path) -> list[Path]:
    """The sockets in `folder` that programs of this machine listen on.

    A read-only bind does not stop anybody from calling them.
    """
    try:
        lines = Path("/proc/net/unix").read_text("utf-8", "replace").splitlines()[1:]
    except OSError:
        return []
    names = {words[7] for line in lines if len(words := line.split(None, 7)) == 8}
    found = (folder / name for name in names if not name.startswith("@"))
    return sorted(path for path in found if path.is_relative_to(folder) and path.is_socket())


def _open_to_all(folder: Path) -> bool:
    wanted = stat.S_IROTH | stat.S_IXOTH
    return folder.stat().st_mode & wanted == wanted
