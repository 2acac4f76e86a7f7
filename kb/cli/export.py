"""`kb export`: entries as a Markdown table, CSV or JSON."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from kb.cli.completing import OfDomain, entry_ids
from kb.cli.listing import chosen
from kb.cli.options import KbDir, tell, tell_own_alone
from kb.errors import CannotWrite, Refused
from kb.exchange.out import FORMATS, written
from kb.model import Fault
from kb.store.atomic import replace_all
from kb.store.layers import find_layers, nearest
from kb.store.read import load, load_all
from kb.text import printable

app = typer.Typer()

SUFFIXES = {".md": "markdown", ".csv": "csv", ".json": "json"}


@app.command(epilog="Example: kb export --domain serving -o serving.csv")
def export(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID]…", help="Only these entries.", autocompletion=entry_ids),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option("--format", "-f", metavar="|".join(FORMATS), help="Else by the file's name."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write there.")
    ] = None,
    columns: Annotated[
        str | None,
        typer.Option(metavar="NAME,…", help="Of a table; Markdown has three, CSV all that occur."),
    ] = None,
    domain: OfDomain = None,
    everywhere: Annotated[
        bool, typer.Option("--all", help="Of every layer, not only the nearest.")
    ] = False,
    kb: KbDir = None,
) -> None:
    """Write entries for other programs; `kb import` reads them again.

    JSON holds whole entries with their files, a table what its columns carry. Exit 1: none.
    """
    wanted = format or _by_name(output)
    found = _found(kb, ids or [], domain, everywhere=everywhere)
    text = written(found, wanted, columns.split(",") if columns else ())
    if output is not None and found:
        _save(output, text, wanted)
    elif output is not None:
        typer.echo(f"kb: no entry fits; {printable(str(output))} is left as it is", err=True)
    else:
        print(printable(text) if sys.stdout.isatty() else text, end="")
    if not found:
        raise typer.Exit(1)


def _by_name(file: Path | None) -> str:
    """The format that the name of `file` says; Markdown without one. Raises Refused."""
    if file is None or not file.suffix:
        return "markdown"
    if file.suffix.lower() not in SUFFIXES:
        endings = ", ".join(SUFFIXES)
        raise Refused(f"{file} ends in none of {endings}; name it so, or say --format")
    return SUFFIXES[file.suffix.lower()]


def _found(kb: Path | None, ids: list[str], domain: str | None, *, everywhere: bool) -> list[Fault]:
    layers = find_layers(kb)
    base = load_all(layers)
    tell(base.problems)
    if not ids and not everywhere:
        tell_own_alone(layers)
    of_domain = chosen(base, domain=domain, node=None, having=None)
    if ids:
        wanted = {base.fault(id).id for id in ids}
    else:
        wanted = set(base.faults if everywhere else load(nearest(layers)).faults)
    return [fault for fault in of_domain if fault.id in wanted]


def _save(file: Path, text: str, format: str) -> None:
    # without the mark Excel takes UTF-8 for the code page of the machine
    content = text.encode("utf-8-sig" if format == "csv" else "utf-8")
    try:
        if file.is_file() or not os.path.lexists(file):
            replace_all({file.resolve(): content})  # what was there stays whole on a full disk
        else:
            file.write_bytes(content)
    except OSError as error:
        raise CannotWrite(f"cannot write {file}: {error.strerror}; name another FILE") from error
