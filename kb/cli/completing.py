"""The id of an entry as an argument, and what the shell completes it to."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kb.errors import KbError
from kb.store.layers import find_layers
from kb.store.scan import scan


def entry_ids(ctx: typer.Context, incomplete: str) -> list[str]:
    """The ids that begin with `incomplete`, in order; none where no layer can be found."""
    named = ctx.params.get("kb")
    try:
        layers = find_layers(Path(named) if named else None)
    except KbError:
        return []
    ids = {stamp.id for layer in layers for stamp in scan(layer.root)}
    return sorted(id for id in ids if id.startswith(incomplete))


EntryId = Annotated[
    str,
    typer.Argument(
        metavar="ID",
        help="An entry, as `kb search` and `kb list` name it.",
        autocompletion=entry_ids,
    ),
]
