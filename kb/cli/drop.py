"""`kb drop`: forget an incident."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kb.capture.pick import pick
from kb.errors import NotFound, Refused
from kb.model.incident import Incident
from kb.store import incidents as store

app = typer.Typer()


@app.command(epilog="Example: kb drop 20261130-154213-train")
def drop(
    id: Annotated[
        str | None,
        typer.Argument(
            metavar="[ID]", help="Or a part of it; not needed for the only one.", show_default=False
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Forget all of them.")] = False,
) -> None:
    """Forget an incident that is not worth an entry."""
    known, problems = store.every()
    ids = [one.id for one in known] + [problem.file.stem for problem in problems]
    for each in ids if everything else [_asked(known, ids, id)]:
        store.drop(each)
        print(f"forgot {each}")


def _asked(known: list[Incident], ids: list[str], id: str | None) -> str:
    if id in ids:  # a damaged one has nothing but its name
        return str(id)
    if id is None and len(ids) > 1:
        raise Refused(f"there are {len(ids)} (kb status); name one, or --all")
    if id is None and not ids:
        raise NotFound("there is nothing to forget")
    return pick(known, id, str(Path.cwd())).id
