"""A new knowledge base, with the domains that the handbook has."""

from __future__ import annotations

from pathlib import Path

from kb.errors import InvalidFiles, Refused
from kb.store.atomic import replace_all
from kb.store.decode import ENTRY_BYTES
from kb.store.folder import BadFile, read_bytes
from kb.store.layers import trust
from kb.store.lock import cannot_write, locked
from kb.store.read import parse_tree
from kb.store.roots import ENTRIES, TREE, handbook_root
from kb.store.skeleton import skeleton


def create_base(folder: Path) -> Path:
    """Make `entries/tree.yaml` in `folder` with the domains of the handbook. Returns `entries/`.

    The new base is trusted: the person made it. Raises Refused when there is one already.
    """
    root = folder / ENTRIES
    file = root / TREE
    if file.exists():
        raise Refused(f"{file} is already there; `kb add` writes an entry into it")
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(root, error) from error
    with locked(root):
        replace_all({file: _domains().encode()})
    trust(root)
    return root


def _domains() -> str:
    """The text of a tree that has the handbook's domains and nothing below them."""
    source = handbook_root() / TREE
    try:
        tree = parse_tree(read_bytes(source, ENTRY_BYTES), source)
    except BadFile as bad:
        raise InvalidFiles([bad.problem]) from bad
    nodes = {id: tree.nodes[id].model_copy(update={"order": ()}) for id in tree.domains()}
    return skeleton(
        tree.model_copy(update={"nodes": nodes}).model_dump(
            by_alias=True, exclude_defaults=True, mode="json"
        )
    )
