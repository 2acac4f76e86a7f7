"""`kb init [DIR]`: a new knowledge base in a repository."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kb.capture.starting import start
from kb.child import git
from kb.cli.paths import short
from kb.pages.starter import starter
from kb.text import printable

app = typer.Typer()


@app.command(epilog="Example: kb init ~/team/faults")
def init(
    folder: Annotated[
        Path, typer.Argument(metavar="[DIR]", help="Where; else here.", show_default=False)
    ] = Path(),
) -> None:
    """Make a new knowledge base: tree with the five domains, site, CI workflow, pre-commit.

    Files that are there already stay as they are.
    """
    made, kept = start(folder, starter())
    for path in made:
        typer.echo(f"made  {printable(short(path))}")
    for path in kept:
        typer.echo(f"kept  {printable(short(path))}, which was there")
    if git.work_tree(folder) is None:
        typer.echo("next: git init, so that the base is found from every folder of the repository")
    typer.echo("next: kb add, after the next fix; kb tree shows where it can hang")
