"""`kb fixed`: an incident is fixed, by a person's word."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from kb.capture.life import mended
from kb.capture.pick import pick
from kb.cli.run_screen import fixed_lines
from kb.store.incidents import every

app = typer.Typer()


@app.command(epilog="Example: kb fixed")
def fixed(
    id: Annotated[
        str | None,
        typer.Argument(
            metavar="[ID]", help="Or a part of it; else the newest.", show_default=False
        ),
    ] = None,
) -> None:
    """Say that an incident is fixed, where no run could show it; its 15 minutes begin."""
    incidents, _ = every()
    open_ = [one for one in incidents if one.fixed is None]
    one = pick(open_ if id is None else incidents, id, str(Path.cwd()))
    for line in fixed_lines([mended(one, time.time())]):
        print(line)
