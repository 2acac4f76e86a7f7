"""Which knowledge bases count from here: personal, team, added, handbook. Light, no YAML.

Trust is given per folder with `kb trust` and is about commands and ids: an untrusted layer is
searched and marked, shadows nothing, and none of its commands run outside the sandbox. The
personal layer and the handbook are trusted, for they are the person's own and the tool's own.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kb.errors import NotFound
from kb.store.choices import Choices, decide, read_choices
from kb.store.roots import ENTRIES, handbook_root, is_own, personal_root, root_of, team_root

PERSONAL, TEAM, HANDBOOK = "personal", "team", "handbook"


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
    team = root_of(kb) if kb is not None else team_root(cwd or Path())
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


def for_new(layers: Sequence[Layer], *, personal: bool = False) -> Layer:
    """The layer that new entries go to: the team's or the first added, else the `personal` one."""
    if personal:
        return next(layer for layer in layers if layer.name == PERSONAL)
    shared = [layer for layer in layers if layer.name not in (PERSONAL, HANDBOOK)]
    return next(layer for layer in [*shared, *layers] if layer.writable)


def by_authority(layers: Iterable[Layer]) -> list[Layer]:
    """Trusted layers first, each group nearest first, so that no untrusted one shadows another."""
    return sorted(layers, key=lambda layer: not layer.trusted)


def add_layer(path: Path) -> Layer:
    """Count the knowledge base at `path` from every folder. Raises NotFound."""
    root = str(root_of(path))

    def added(choices: Choices) -> Choices:
        return replace(choices, added=_with(choices.added, root))

    decide(added)
    return next(layer for layer in _added(read_choices()) if str(layer.root) == root)


def drop_layer(path: Path) -> None:
    """Count it no more. Raises NotFound when it was not added."""

    def dropped(choices: Choices) -> Choices:
        return replace(choices, added=_without(choices.added, path, "added"))

    decide(dropped)


def trust(path: Path) -> Path:
    """Let the knowledge base at `path` shadow others and run its checks. Returns its root."""
    root = root_of(path)

    def trusted(choices: Choices) -> Choices:
        return replace(choices, trusted=_with(choices.trusted, str(root)))

    decide(trusted)
    return root


def untrust(path: Path) -> None:
    """Take that trust back. Raises NotFound when it was not given."""

    def doubted(choices: Choices) -> Choices:
        return replace(choices, trusted=_without(choices.trusted, path, "trusted"))

    decide(doubted)


def _with(roots: tuple[str, ...], root: str) -> tuple[str, ...]:
    return roots if root in roots else (*roots, root)


def _without(roots: tuple[str, ...], path: Path, what: str) -> tuple[str, ...]:
    """`roots` less what stands for `path`, which need not be there any more."""
    there = path.expanduser().resolve()
    left = tuple(root for root in roots if root not in (str(there), str(there / ENTRIES)))
    if left == roots:
        raise NotFound(f"{path} was not {what}; `kb layer list` shows what is")
    return left


def _personal() -> Layer:
    root = personal_root()
    return Layer(PERSONAL, root, writable=True, trusted=not os.path.lexists(root) or is_own(root))


def _shared(name: str, root: Path, choices: Choices) -> Layer:
    trusted = str(root) in choices.trusted or root == handbook_root()
    return Layer(name, root, writable=True, trusted=trusted)


def _added(choices: Choices) -> Iterator[Layer]:
    taken = {PERSONAL, TEAM, HANDBOOK}
    for root in map(Path, choices.added):
        base = root.parent if root.name == ENTRIES else root
        # it is printed everywhere, and some signs make a terminal do things
        name = "".join(sign if sign.isprintable() else "?" for sign in base.name) or "layer"
        while name in taken:
            name += "+"
        taken.add(name)
        if os.path.isdir(root):  # noqa: PTH112
            yield _shared(name, root, choices)


def _once(layers: Iterable[Layer]) -> Iterator[Layer]:
    seen: set[Path] = set()
    for layer in layers:
        if layer.root not in seen:
            seen.add(layer.root)
            yield layer
