"""Where knowledge bases lie: a root is an `entries/` folder. Light, no YAML."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from pathlib import Path

from kb.errors import NotFound
from kb.store.homes import data_home

ENTRIES, TREE, REDACT = "entries", "tree.yaml", "redact.yaml"


def root_of(folder: Path) -> Path:
    """The `entries/` folder that `folder` holds or is. Raises NotFound."""
    try:
        there = folder.expanduser().resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise NotFound(f"there is no folder {folder}; check the path") from error
    for root in (there / ENTRIES, there):
        if not root.is_symlink() and ((root / TREE).is_file() or root == personal_root()):
            return root
    raise NotFound(
        f"no knowledge base in {folder}; make one with: kb init {shlex.quote(str(folder))}"
    )


def personal_root() -> Path:
    """The person's own entries. They hang in the trees of the other layers."""
    return data_home() / ENTRIES


def team_root(cwd: Path) -> Path | None:
    """The knowledge base of the git work tree around `cwd`, if it belongs to this user."""
    return next((root for root in _around(cwd) if _same_owner(root)), None)


def foreign_root(cwd: Path) -> Path | None:
    """The knowledge base around `cwd` that is left out because another user owns it."""
    return next((root for root in _around(cwd) if not _same_owner(root)), None)


def handbook_root() -> Path:
    """The entries that came with the tool; in a source checkout, the checkout's own."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "handbook"
    checkout = package.parent
    if not inside.is_dir() and (checkout / "pyproject.toml").is_file():
        return checkout / ENTRIES
    return inside


def is_own(path: Path) -> bool:
    """Whether this user owns `path`, not following a symlink. Windows: always."""
    if not hasattr(os, "geteuid"):
        return True
    return path.lstat().st_uid == os.geteuid()


def _around(cwd: Path) -> Iterator[Path]:
    """`entries/` folders from `cwd` up to the top of its git work tree; none outside of one."""
    try:
        here = cwd.resolve()
    except OSError:  # the folder one stood in is gone
        return
    above = [here, *here.parents]
    top = next((place for place, folder in enumerate(above) if _is_top(folder)), None)
    if top is None:
        return
    for folder in above[: top + 1]:
        root = folder / ENTRIES
        # os.path, unlike Path, says False where one may not look
        if os.path.isfile(root / TREE) and not root.is_symlink():  # noqa: PTH113
            yield root


def _is_top(folder: Path) -> bool:
    return os.path.lexists(folder / ".git")


def _same_owner(root: Path) -> bool:
    """As git's safe.directory asks: the base and the work tree around it are this user's."""
    tops = [folder for folder in root.parents if _is_top(folder)][:1]
    return all(is_own(path) for path in (root, root / TREE, *tops, *(top / ".git" for top in tops)))
