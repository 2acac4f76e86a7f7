"""`kb refute ID`: a claim that a run has shown to be wrong, with what is true instead."""

from __future__ import annotations

from typing import Annotated

import typer

from kb.cli.completing import EntryId
from kb.cli.correcting import Team
from kb.cli.options import KbDir
from kb.cli.withdrawing import withdraw

app = typer.Typer()


@app.command(epilog='Example: kb refute log-reset --reason "no reset: the history goes on, …"')
def refute(
    id: EntryId,
    reason: Annotated[str, typer.Option(help="What is true instead, found by a run.")],
    team: Team = False,
    kb: KbDir = None,
) -> None:
    """Withdraw an entry whose cause cannot produce its symptom. Search answers with REASON."""
    withdraw(id, "refuted", reason, kb, team)
