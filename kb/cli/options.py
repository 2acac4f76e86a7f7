"""Options that many commands share, and how they print."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from kb.cli.paths import from_here
from kb.cli.wrapping import wrapped
from kb.errors import Problem
from kb.store.layers import PERSONAL, Layer, nearest

KbDir = Annotated[
    Path | None,
    typer.Option(
        "--kb",
        metavar="DIR",
        envvar="KB_DIR",
        help="The knowledge base to use instead of the one found from here.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
FEW = 3


def print_json(value: Any) -> None:
    """One JSON document on stdout; text stays readable, but for what a terminal would act on."""
    from kb.text import printable_json  # 15 ms, which what prints no JSON has not

    print(printable_json(value))


def styled(text: str, **style: Any) -> str:
    """`text` in the given style of `typer.style`, plain without a terminal or under NO_COLOR."""
    if os.environ.get("NO_COLOR") or not sys.stdout.isatty():
        return text
    return typer.style(text, **style)


def fitted(line: str) -> str:
    """`line` cut to the width of the terminal; whole where there is none, so that grep finds it."""
    width = shutil.get_terminal_size().columns
    if not sys.stdout.isatty() or len(line) <= width:
        return line
    return line[: width - 1] + "…"


def place(domain: str, node: str) -> str:
    """Where an entry hangs, said once when that is the domain itself."""
    return domain if node == domain else f"{domain} › {node}"


def tell(problems: Sequence[Problem], rest: str = "; see: kb lint --all") -> None:
    """Say on stderr that files were left out; the first few of many, and where the rest is."""
    from kb.text import printable  # 15 ms, for the rare case

    for problem in problems[:FEW]:
        line = f"kb: {printable(str(from_here(problem)))}"
        typer.echo(wrapped(line, sys.stderr), err=True)
    if len(problems) > FEW:
        typer.echo(f"kb: and {len(problems) - FEW} more{rest}", err=True)


def tell_own_alone(layers: Sequence[Layer]) -> None:
    """Say on stderr that the nearest layer is one's own: outside a team it may hold one entry."""
    if nearest(layers).name == PERSONAL:
        typer.echo("kb: your own entries alone; --all takes those of the handbook too", err=True)
