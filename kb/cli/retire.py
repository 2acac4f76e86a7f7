"""`kb retire ID`: an entry that is no longer an answer, with the reason."""

from __future__ import annotations

from typing import Annotated

import typer

from kb.cli.completing import EntryId
from kb.cli.correcting import Team
from kb.cli.options import KbDir
from kb.cli.withdrawing import withdraw

app = typer.Typer()


@app.command(epilog='Example: kb retire old-allocator --reason "gone with release 2.0"')
def retire(
    id: EntryId,
    reason: Annotated[str, typer.Option(help="Why: common sense by now, or gone.")],
    team: Team = False,
    kb: KbDir = None,
) -> None:
    """Withdraw an entry that is common sense by now, or gone. Search never answers with it."""
    withdraw(id, "retired", reason, kb, team)
