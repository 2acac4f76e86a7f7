"""`kb site`: the entries as a site to read."""

from __future__ import annotations

import typer

app = typer.Typer(no_args_is_help=True)
