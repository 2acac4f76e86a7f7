"""`kb layer`: which knowledge bases count from here, and adding one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kb.cli.options import Json, KbDir, print_json
from kb.cli.paths import short, typed
from kb.store.layers import Layer, add_layer, drop_layer, find_layers
from kb.store.roots import foreign_root
from kb.store.scan import scan
from kb.text import printable

app = typer.Typer(no_args_is_help=True, help="Where entries come from, nearest first.")

Base = Annotated[
    Path, typer.Argument(metavar="PATH", help="A folder that holds entries/, or is one.")
]


@app.command(epilog="Example: kb layer add ~/work/team-faults")
def add(path: Base) -> None:
    """Count a knowledge base from every folder, not only from inside its work tree."""
    layer = add_layer(path)
    typer.echo(f"added {layer.name}: {printable(short(layer.root))}")
    if not layer.trusted:
        yet = f"It shadows nothing and runs nothing yet; to allow that: kb trust {typed(path)}"
        typer.echo(printable(yet))


@app.command(epilog="Example: kb layer remove ~/work/team-faults")
def remove(path: Base) -> None:
    """Count an added knowledge base no more. Its files stay."""
    drop_layer(path)
    typer.echo(f"removed {printable(str(path))}")


@app.command("list", epilog="Example: kb layer list --json")
def listing(kb: KbDir = None, as_json: Json = False) -> None:
    """List the layers that count from here: the nearest one wins on the same id."""
    layers = find_layers(kb)
    rows = [_row(layer) for layer in layers]
    if as_json:
        print_json(rows)
        return
    width = max(len(layer.name) for layer in layers)
    for layer, row in zip(layers, rows, strict=True):
        count = f"{row['entries']} {'entry' if row['entries'] == 1 else 'entries'}"
        marks = f"{'trusted' if layer.trusted else 'not trusted'}, {count}"
        marks += "" if layer.writable else ", read-only"
        typer.echo(f"{layer.name:<{width}}  {printable(short(layer.root))}  ({marks})")
    if kb is None and (foreign := foreign_root(Path.cwd())):
        typer.echo(
            f"kb: {printable(short(foreign))} is left out, for another user owns it; if you know "
            f"whose it is: kb layer add {printable(typed(foreign.parent))}",
            err=True,
        )


def _row(layer: Layer) -> dict[str, object]:
    return {
        "name": layer.name,
        "root": str(layer.root),
        "entries": sum(1 for _ in scan(layer.root)),
        "writable": layer.writable,
        "trusted": layer.trusted,
    }
