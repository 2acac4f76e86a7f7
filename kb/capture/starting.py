"""The files of a new knowledge base."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from pathlib import Path

from kb.store.atomic import replace_all
from kb.store.start import create_base

_PLACES = {
    "workflow.yml": ".github/workflows/kb.yml",
    "pre-commit.yaml": ".pre-commit-config.yaml",
    "ignore": ".gitignore",
}
"""File in kb/starter → its place in the new base."""


def start(folder: Path, pages: Mapping[str, bytes]) -> tuple[list[Path], list[Path]]:
    """Make `entries/`, the `pages` of a site, CI and pre-commit in `folder`.

    Returns what was made and what was there and is kept; `pages` go by path in the folder.
    Nothing that exists is written over. Raises Refused when there is a knowledge base already.
    """
    tree = create_base(folder) / "tree.yaml"
    wanted = {folder / path: content for path, content in {**pages, **_files()}.items()}
    made = {path: content for path, content in wanted.items() if not path.exists()}
    for parent in {path.parent for path in made}:
        parent.mkdir(parents=True, exist_ok=True)
    replace_all(made)
    return [tree, *made], [path for path in wanted if path not in made]


def _files() -> dict[str, bytes]:
    source = resources.files("kb") / "starter"
    return {place: (source / name).read_bytes() for name, place in _PLACES.items()}
