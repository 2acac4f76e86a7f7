"""`kb edit ID`: change an entry in the editor or field by field, comments kept."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from kb.child.editor import edit as in_editor
from kb.child.editor import keep
from kb.cli.completing import EntryId
from kb.cli.correcting import Correction, Team, correction
from kb.cli.options import KbDir
from kb.cli.paths import short
from kb.errors import InvalidFiles, Refused
from kb.model import Fault
from kb.store.copy import text_of
from kb.store.write import REMOVE
from kb.text import printable

app = typer.Typer()


@app.command(
    epilog="Examples: kb edit port-in-use · kb edit port-in-use --set fix='Stop the holder.'"
)
def edit(
    id: EntryId,
    fields: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="FIELD=TEXT", help="Set a field (symptom.limit=…)."),
    ] = None,
    unset: Annotated[
        list[str] | None, typer.Option(metavar="FIELD", help="Take a field away.")
    ] = None,
    team: Team = False,
    kb: KbDir = None,
) -> None:
    """Change an entry. What would break schema or tree is refused and nothing is lost.

    Of an entry of the handbook a copy in your own layer is changed; it is found in its place.
    """
    made = correction(id, kb, team)
    changes: dict[str | tuple[str | int, ...], Any] = dict(map(_field, fields or ()))
    changes |= dict.fromkeys((_there(made.fault, name) for name in unset or ()), REMOVE)
    if changes:
        made.set(changes)
    else:
        _edit(made)
    made.tell("changed")


def _field(given: str) -> tuple[str, str]:
    name, equals, value = given.partition("=")
    if not equals or not name:
        raise Refused(f"--set takes FIELD=TEXT, such as fix='Stop the holder.'; not {given!r}")
    return name, value


def _there(fault: Fault, name: str) -> str:
    if name not in fault.lines:
        raise Refused(f"--unset {name}: {fault.id} has no such field; see: kb show {fault.id}")
    return name


def _edit(made: Correction) -> None:
    saved = in_editor(text_of(made.fault))
    if saved is None:
        raise Refused("nothing was changed in the editor")
    try:
        made.rewrite(saved)
    except InvalidFiles:
        _say_kept(saved, made.file)
        raise


def _say_kept(text: str, file: Path) -> None:
    """Keep what would not do as `file`, and say how to go on with it."""
    print(
        f"kb: your text is kept in {short(keep(text))}; mend it there, put it at "
        f"{printable(short(file))}, then: kb lint",
        file=sys.stderr,
    )
