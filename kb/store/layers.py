"""Which knowledge bases count from here: personal, team, added, handbook. Light, no YAML.

Trust is given per folder with `kb trust` and is about commands and ids: an untrusted layer is
searched and marked, shadows nothing, and none of its commands run outside the sandbox. The
personal layer and the handbook are trusted, for they are the person's own and the tool's own.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.errors import NotFound
from kb.store.choices import Choices, read_choices, write_choices
from kb.store.homes import data_home

PERSONAL, TEAM, HANDBOOK = "personal", "team", "handbook"
ENTRIES, TREE = "entries", "tree.yaml"


@dataclass(frozen=True, slots=True)
class Layer:
    """One knowledge base. `root` is its `entries/` folder, which may not exist yet.

    `writable` says whether `kb` may change it, not whether the disk will let it.
    """

    name: str
    root: Path
    writable: bool
    trusted: bool


def find_layers(kb: Path | None = None, cwd: Path | None = None) -> tuple[Layer, ...]:
    """The layers that count in `cwd`, nearest first: personal, team, added, handbook.

    `kb` names the team layer in place of the one found from `cwd`. A folder appears once: the
    handbook's own checkout, when one stands in it, is the team layer. Raises NotFound when
    there is no knowledge base in `kb`, InvalidFiles when the record of layers is damaged.
    """
    choices = read_choices()
    team = root_of(kb) if kb is not None else team_root(cwd or Path.cwd())
    found = [_personal()]
    if team is not None:
        found.append(_shared(TEAM, team, choices))
    found.extend(_added(choices))
    found.append(Layer(HANDBOOK, handbook_root(), writable=False, trusted=True))
    return tuple(_once(found))


def nearest(layers: Sequence[Layer]) -> Layer:
    """The layer that `verify`, `lint` and `site` take: the team's, else added, personal, handbook.

    The personal layer comes after shared ones because it is there from every folder.
    """
    shared = [layer for layer in layers if layer.name not in (PERSONAL, HANDBOOK)]
    own = [layer for layer in layers if layer.name == PERSONAL and layer.root.is_dir()]
    return [*shared, *own, *layers[-1:]][0]


def for_new(layers: Sequence[Layer]) -> Layer:
    """The layer that `kb add` writes to: the team's or the first added, else the personal one."""
    shared = [layer for layer in layers if layer.name not in (PERSONAL, HANDBOOK)]
    return next(layer for layer in [*shared, *layers] if layer.writable)


def by_authority(layers: Iterable[Layer]) -> list[Layer]:
    """Trusted layers first, each group nearest first, so that no untrusted one shadows another."""
    return sorted(layers, key=lambda layer: not layer.trusted)


def root_of(folder: Path) -> Path:
    """The `entries/` folder that `folder` holds or is. Raises NotFound."""
    try:
        there = folder.expanduser().resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise NotFound(f"there is no folder {folder}; check the path") from error
    for root in (there / ENTRIES, there):
        if not root.is_symlink() and ((root / TREE).is_file() or root == personal_root()):
            return root
    raise NotFound(f"no knowledge base in {folder}; make one with: kb init {folder}")


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
    inside = package / HANDBOOK
    checkout = package.parent
    if not inside.is_dir() and (checkout / "pyproject.toml").is_file():
        return checkout / ENTRIES
    return inside


def add_layer(path: Path) -> Layer:
    """Count the knowledge base at `path` from every folder. Raises NotFound."""
    root = str(root_of(path))
    choices = read_choices()
    if root not in choices.added:
        choices = Choices((*choices.added, root), choices.trusted)
        write_choices(choices)
    return next(layer for layer in _added(choices) if str(layer.root) == root)


def drop_layer(path: Path) -> None:
    """Count it no more. Raises NotFound when it was not added."""
    choices = read_choices()
    kept = tuple(root for root in choices.added if root not in _names(path))
    if kept == choices.added:
        raise NotFound(f"{path} was not added; `kb layer list` shows what was")
    write_choices(Choices(kept, choices.trusted))


def trust(path: Path) -> Path:
    """Let the knowledge base at `path` shadow others and run its checks. Returns its root."""
    root = root_of(path)
    choices = read_choices()
    if str(root) not in choices.trusted:
        write_choices(Choices(choices.added, (*choices.trusted, str(root))))
    return root


def untrust(path: Path) -> None:
    """Take that trust back. Raises NotFound when it was not given."""
    choices = read_choices()
    kept = tuple(root for root in choices.trusted if root not in _names(path))
    if kept == choices.trusted:
        raise NotFound(f"{path} was not trusted; `kb layer list` shows what is")
    write_choices(Choices(choices.added, kept))


def _names(path: Path) -> set[str]:
    """What the record may hold for `path`, which need not be there any more."""
    there = path.expanduser().resolve()
    return {str(there), str(there / ENTRIES)}


def _personal() -> Layer:
    root = personal_root()
    return Layer(PERSONAL, root, writable=True, trusted=not root.exists() or _mine(root))


def _shared(name: str, root: Path, choices: Choices) -> Layer:
    trusted = str(root) in choices.trusted or root == handbook_root()
    return Layer(name, root, writable=True, trusted=trusted)


def _added(choices: Choices) -> Iterator[Layer]:
    taken = {PERSONAL, TEAM, HANDBOOK}
    for root in map(Path, choices.added):
        base = root.parent if root.name == ENTRIES else root
        name = base.name or "layer"
        while name in taken:
            name += "+"
        taken.add(name)
        if root.is_dir():
            yield _shared(name, root, choices)


def _once(layers: Iterable[Layer]) -> Iterator[Layer]:
    seen: set[Path] = set()
    for layer in layers:
        if layer.root not in seen:
            seen.add(layer.root)
            yield layer


def _around(cwd: Path) -> Iterator[Path]:
    """`entries/` folders from `cwd` up to the top of its git work tree; none outside of one."""
    above = [cwd.resolve(), *cwd.resolve().parents]
    top = next((place for place, folder in enumerate(above) if (folder / ".git").exists()), None)
    if top is None:
        return
    for folder in above[: top + 1]:
        root = folder / ENTRIES
        if (root / TREE).is_file() and not root.is_symlink():
            yield root


def _same_owner(root: Path) -> bool:
    """As git's safe.directory asks: the base and the work tree around it are this user's."""
    tops = [folder for folder in root.parents if (folder / ".git").exists()][:1]
    return all(_mine(path) for path in (root, root / TREE, *tops, *(top / ".git" for top in tops)))


def _mine(path: Path) -> bool:
    if not hasattr(os, "geteuid"):
        return True
    return path.lstat().st_uid == os.geteuid()
