"""`kb edit ID`: change an entry in the editor or field by field, comments kept."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from kb.child.editor import edit as in_editor
from kb.child.editor import keep
from kb.cli.options import KbDir
from kb.errors import InvalidFiles, Refused
from kb.model import Fault
from kb.store.layers import Layer, find_layers
from kb.store.read import load_all
from kb.store.write import REMOVE, Change, change, rewrite

app = typer.Typer()


@app.command(
    epilog="Examples: kb edit port-in-use · kb edit port-in-use --set fix='Stop the holder.'"
)
def edit(
    id: Annotated[str, typer.Argument(help="The id of an entry.")],
    fields: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="FIELD=TEXT", help="Set a field (symptom.limit=…)."),
    ] = None,
    unset: Annotated[
        list[str] | None, typer.Option(metavar="FIELD", help="Take a field away.")
    ] = None,
    kb: KbDir = None,
) -> None:
    """Change an entry. What would break the schema is refused and nothing is lost."""
    layers = find_layers(kb)
    fault = load_all(layers).fault(id)
    layer = layer_of(layers, fault)
    changes: dict[str | tuple[str | int, ...], Any] = dict(map(_field, fields or ()))
    changes |= dict.fromkeys(unset or (), REMOVE)
    if changes:
        change(layer, [Change(id, changes)])
    else:
        _edit(layer, fault)
    typer.echo(f"changed {fault.folder / 'entry.yaml'}")


def layer_of(layers: Sequence[Layer], fault: Fault) -> Layer:
    """The layer that holds `fault`."""
    return next(layer for layer in layers if layer.name == fault.layer)


def _field(given: str) -> tuple[str, str]:
    name, equals, value = given.partition("=")
    if not equals or not name:
        raise Refused(f"--set takes FIELD=TEXT, such as fix='Stop the holder.'; not {given!r}")
    return name, value


def _edit(layer: Layer, fault: Fault) -> None:
    file = fault.folder / "entry.yaml"
    saved = in_editor(file.read_text(encoding="utf-8-sig"))
    if saved is None:
        raise Refused("nothing was changed in the editor")
    try:
        rewrite(layer, fault.id, saved)
    except InvalidFiles:
        print(f"kb: your text is kept in {keep(saved)}", file=sys.stderr)
        raise
