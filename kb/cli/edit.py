"""`kb edit ID`: change an entry in the editor or field by field, comments kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from kb.capture.compose import problems_of
from kb.child.editor import edit as in_editor
from kb.cli.options import KbDir
from kb.cli.recording import say_kept
from kb.errors import InvalidFiles, Problem, Refused
from kb.model import Entry, Fault, Tree
from kb.store.layers import Layer, find_layers
from kb.store.read import load_all
from kb.store.write import REMOVE, Change, Check, change, rewrite

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
    """Change an entry. What would break schema or tree is refused and nothing is lost."""
    layers = find_layers(kb)
    base = load_all(layers)
    fault = base.fault(id)
    layer = layer_of(layers, fault)

    def fits(file: Path, entry: Entry | Tree) -> list[Problem]:
        del file
        return problems_of(base, replace(fault, entry=entry)) if isinstance(entry, Entry) else []

    changes: dict[str | tuple[str | int, ...], Any] = dict(map(_field, fields or ()))
    changes |= dict.fromkeys(unset or (), REMOVE)
    if changes:
        change(layer, [Change(id, changes)], fits)
    else:
        _edit(layer, fault, fits)
    typer.echo(f"changed {fault.folder / 'entry.yaml'}")


def layer_of(layers: Sequence[Layer], fault: Fault) -> Layer:
    """The layer that holds `fault`."""
    return next(layer for layer in layers if layer.name == fault.layer)


def _field(given: str) -> tuple[str, str]:
    name, equals, value = given.partition("=")
    if not equals or not name:
        raise Refused(f"--set takes FIELD=TEXT, such as fix='Stop the holder.'; not {given!r}")
    return name, value


def _edit(layer: Layer, fault: Fault, fits: Check) -> None:
    file = fault.folder / "entry.yaml"
    saved = in_editor(file.read_text(encoding="utf-8-sig"))
    if saved is None:
        raise Refused("nothing was changed in the editor")
    try:
        rewrite(layer, fault.id, saved, fits)
    except InvalidFiles:
        say_kept(saved, file)
        raise
