"""`kb search`: its options. What happens with them is in `answering`."""

from __future__ import annotations

from typing import Annotated

import typer

from kb.cli.answering import answered
from kb.cli.completing import OfDomain
from kb.cli.options import Json, KbDir

app = typer.Typer()


@app.command(epilog="Example: python train.py 2>&1 | kb search")
def search(
    text: Annotated[
        str | None,
        typer.Argument(
            metavar="[TEXT|FILE|-]", show_default=False, help="The error, or its log; - is stdin."
        ),
    ] = None,
    clip: Annotated[
        bool, typer.Option("--clip", help="Read the error from the clipboard.")
    ] = False,
    limit: Annotated[
        int, typer.Option(metavar="N", min=1, max=5, help="How many entries to name.")
    ] = 3,
    domain: OfDomain = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show what counted, and how.")] = False,
    as_json: Json = False,
    kb: KbDir = None,
) -> None:
    """Find the entry for an error: give its text or its log, paste it, or pipe a whole log in.

    Exit 0: an entry matches, or may. 1: nothing matches. 2: it could not be searched.

    With --json TEXT is never taken for the name of a file.

    The paste is kept on this machine, without secrets, for `kb wrong`; KB_NO_HISTORY=1 keeps none.
    """
    raise typer.Exit(
        answered(text, kb, clip=clip, limit=limit, domain=domain, explain=explain, as_json=as_json)
    )
