"""`kb import`: entries out of a Markdown table, CSV or JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Any

import typer

from kb.cli.options import Json, KbDir, place, print_json, tell
from kb.cli.paths import typed
from kb.cli.redaction import NO_REDACT, redaction
from kb.errors import NotFound, Refused
from kb.exchange.carry import carry_out
from kb.exchange.plan import Plan
from kb.exchange.redacting import redacted
from kb.exchange.row import Reading
from kb.exchange.sort import plan
from kb.exchange.source import FORMATS, MOST, read
from kb.redact import Replacement
from kb.store.layers import find_layers, for_new
from kb.store.read import load, load_all
from kb.text import printable

app = typer.Typer()


Source = Annotated[
    str, typer.Argument(metavar="FILE|-", help="A Markdown table, CSV or JSON; - is stdin.")
]
Format = Annotated[
    str | None,
    typer.Option("--format", "-f", metavar="|".join(FORMATS), help="Else by name or content."),
]
Update = Annotated[bool, typer.Option("--update", help="Change entries whose id is there already.")]
Dry = Annotated[bool, typer.Option("--dry-run", help="Say what would be; write nothing.")]
Personal = Annotated[bool, typer.Option("--personal", help="Into your own layer, not the team's.")]
NoRedact = Annotated[bool, typer.Option("--no-redact", help=NO_REDACT)]


@app.command(name="import", epilog="Example: kb import faults.md --dry-run")
def import_(
    source: Source,
    format: Format = None,
    update: Update = False,
    dry: Dry = False,
    personal: Personal = False,
    no_redact: NoRedact = False,
    kb: KbDir = None,
    as_json: Json = False,
) -> None:
    """Make entries of the rows of a table, or of whole entries in JSON.

    A row that lacks something becomes a draft beside the entries. Exit 0: every row is an entry.
    1: some are drafts. 2: nothing could be read.
    """
    layers = find_layers(kb)
    layer = for_new(layers, personal=personal)
    base = load_all(layers)
    tell(base.problems)
    reading = _read(source, format)
    with redaction(layers, layer, off=no_redact):
        rows, replaced = redacted(reading.rows)
        _warn(reading, replaced)
        made = plan(rows, base, load(layer), layer, update=update)
    drafts = () if dry else carry_out(made, layer, Path(source).name)
    if as_json:
        print_json(_data(made, drafts))
    else:
        print(printable("\n".join(_lines(made, drafts, layer.name, dry=dry))))
    if made.left:
        raise typer.Exit(1)


def _read(source: str, format: str | None) -> Reading:
    try:
        with nullcontext(sys.stdin.buffer) if source == "-" else Path(source).open("rb") as stream:
            raw = stream.read(MOST + 1)
    except OSError as error:
        raise NotFound(f"cannot read {source} ({error.strerror}); give a file or -") from error
    try:
        return read(raw, source, format)
    except Refused as refused:
        raise Refused(f"nothing is read from {source}: {refused}") from None


def _warn(reading: Reading, replaced: Sequence[Replacement]) -> None:
    if reading.unknown:
        names = ", ".join(dict.fromkeys(reading.unknown))
        typer.echo(f"kb: these columns are left out: {printable(names)}", err=True)
    for one in replaced:
        typer.echo(f"kb: {one.placeholder} stands for {printable(one.hint())}", err=True)


def _lines(made: Plan, drafts: Sequence[Path], layer: str, *, dry: bool) -> Iterator[str]:
    would = "would be " if dry else ""
    if made.new:
        yield f"{_many(len(made.new), 'entry', 'entries')} {would}recorded in the {layer} layer"
    for new in made.new:
        entry = new.fault.entry
        why = f" (proposed: {new.why})" if new.why else ""
        yield f"  {new.row.place:<8} {new.fault.id}  {place(entry.domain, entry.parent)}{why}"
    if made.updates:
        yield f"{_many(len(made.updates), 'entry', 'entries')} {would}changed"
    for update in made.updates:
        fields = ", ".join(".".join(map(str, path)) for path in update.fields)
        yield f"  {update.row.place:<8} {update.fault.id}  {fields}"
    if made.same:
        yield f"{_many(len(made.same), 'row', 'rows')} there already"
    for same in made.same:
        if same.differs:
            yield f"  {same.row.place:<8} {same.id}  which says it in part otherwise by now"
    if made.left:
        yield f"{_many(len(made.left), 'row', 'rows')} {would}left as drafts"
    for left, file in zip_longest(made.left, drafts):
        yield f"  {left.row.place:<8} {left.name}  {'; '.join(left.reasons)}"
        if file:
            id = f" --id {left.id}" if left.id else ""
            case = f" --case {typed(file.with_suffix(''))}" if left.row.files else ""
            yield f"           kb add --draft {typed(file)}{id}{case}"


def _data(made: Plan, drafts: Sequence[Path]) -> dict[str, Any]:
    files = [*map(str, drafts), *(None for _ in made.left)]
    return {
        "recorded": [
            {
                "row": new.row.place,
                "id": new.fault.id,
                "domain": new.fault.entry.domain,
                "parent": new.fault.entry.parent,
                "proposed": new.why or None,
                "folder": str(new.fault.folder),
            }
            for new in made.new
        ],
        "changed": [
            {
                "row": one.row.place,
                "id": one.fault.id,
                "fields": [".".join(map(str, path)) for path in one.fields],
            }
            for one in made.updates
        ],
        "same": [{"row": one.row.place, "id": one.id, "differs": one.differs} for one in made.same],
        "drafts": [
            {"row": one.row.place, "reasons": list(one.reasons), "file": file}
            for one, file in zip(made.left, files, strict=False)
        ],
    }


def _many(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"
