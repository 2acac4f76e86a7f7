"""Ids as arguments, and what the shell completes them to. Light: it is loaded at each Tab."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from kb.errors import KbError
from kb.store.layers import Layer, find_layers, nearest
from kb.store.scan import scan

Completer = Callable[[typer.Context, str], list[str]]


def entry_ids(ctx: typer.Context, incomplete: str) -> list[str]:
    """The ids that begin with `incomplete`, in order; none where no layer can be found."""
    return _begun(incomplete, _ids(_layers(ctx)))


def own_entry_ids(ctx: typer.Context, incomplete: str) -> list[str]:
    """Those of the nearest layer alone, unless --all is given."""
    layers = _layers(ctx)
    every = bool(ctx.params.get("every_layer"))
    return _begun(incomplete, _ids(layers if every or not layers else [nearest(layers)]))


def domains(ctx: typer.Context, incomplete: str) -> list[str]:
    """The domains of the fault tree that begin with `incomplete`."""
    return _begun(incomplete, _nodes(ctx, domains=True))


def nodes(ctx: typer.Context, incomplete: str) -> list[str]:
    """The nodes of the fault tree that begin with `incomplete`."""
    return _begun(incomplete, _nodes(ctx))


def nodes_and_commands(ctx: typer.Context, incomplete: str) -> list[str]:
    """The nodes, and the commands that may stand there instead of one."""
    beside = getattr(ctx.parent.command, "commands", {}) if ctx.parent else {}
    return [*_begun(incomplete, beside), *nodes(ctx, incomplete)]


def nodes_and_entries(ctx: typer.Context, incomplete: str) -> list[str]:
    """The nodes, and then the entries."""
    return [*nodes(ctx, incomplete), *entry_ids(ctx, incomplete)]


def values(ctx: typer.Context, incomplete: str) -> list[str]:
    """`name=` of each placeholder of the check of the entry that the command names."""
    from kb.store.layers import by_authority
    from kb.store.read import load_fault

    # behind an option that wants its value nothing was made of the arguments yet
    id = ctx.params.get("id") or next(iter(ctx.args), "")
    for layer in by_authority(_layers(ctx)):
        with suppress(KbError):
            fault = load_fault(layer, id)
            return _begun(incomplete, (f"{name}=" for name in fault.entry.verify.values))
    return []


def words(*known: str) -> Completer:
    """What completes to one of the `known`."""

    def completed(ctx: typer.Context, incomplete: str) -> list[str]:
        del ctx
        return _begun(incomplete, known)

    return completed


def _layers(ctx: typer.Context) -> tuple[Layer, ...]:
    named = ctx.params.get("kb")
    try:
        return find_layers(Path(named) if named else None)
    except KbError:
        return ()


def _ids(layers: Iterable[Layer]) -> set[str]:
    return {stamp.id for layer in layers for stamp in scan(layer.root)}


def _nodes(ctx: typer.Context, *, domains: bool = False) -> set[str]:
    from kb.store.read import parse_tree  # brings pydantic and YAML
    from kb.store.roots import TREE

    found: set[str] = set()
    for layer in _layers(ctx):
        file = layer.root / TREE
        with suppress(OSError, KbError):
            tree = parse_tree(file.read_bytes(), file)
            found.update(tree.domains() if domains else tree.nodes)
    return found


def _begun(incomplete: str, known: Iterable[str]) -> list[str]:
    return sorted(each for each in known if each.startswith(incomplete))


EntryId = Annotated[
    str,
    typer.Argument(
        metavar="ID",
        help="An entry, as `kb search` and `kb list` name it.",
        autocompletion=entry_ids,
    ),
]

OfDomain = Annotated[
    str | None,
    typer.Option(
        "--domain", metavar="ID", help="Only entries of this domain.", autocompletion=domains
    ),
]
