"""`kb trust`: let a team's knowledge base shadow others and run its checks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kb.cli.paths import short, typed
from kb.errors import NotFound
from kb.store import layers, roots
from kb.text import printable

app = typer.Typer()


@app.command(epilog="Example: kb trust ~/work/team-faults")
def trust(
    path: Annotated[
        Path | None,
        typer.Argument(
            metavar="[PATH]",
            help="A folder that holds entries/, or is one; else the work tree you stand in.",
        ),
    ] = None,
    revoke: Annotated[bool, typer.Option("--revoke", help="Take the trust back.")] = False,
) -> None:
    """Trust a knowledge base: its entries may shadow others, its checks may run on your machine.

    Until then it is searched and marked, and runs in the sandbox alone.
    """
    chosen = path or _here()
    if revoke:
        layers.untrust(chosen)
        typer.echo(f"no longer trusted: {printable(short(chosen))}")
    else:
        typer.echo(f"trusted: {printable(short(layers.trust(chosen)))}")


def _here() -> Path:
    root = roots.team_root(Path.cwd())
    if root is not None:
        return root
    if foreign := roots.foreign_root(Path.cwd()):
        there = typed(foreign)
        remedy = f"if you know whose: kb layer add {there} && kb trust {there}"
        raise NotFound(f"{there} belongs to another user; {remedy}")
    raise NotFound("no knowledge base in this work tree; name one: kb trust PATH")
