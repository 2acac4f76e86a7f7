"""`kb wrong`: what a paste should have led to."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from kb.capture.searched import searched
from kb.cli.completing import entry_ids
from kb.cli.options import Json, KbDir, print_json
from kb.cli.paths import short
from kb.cli.redaction import own
from kb.errors import NotFound, Refused
from kb.redact import in_force
from kb.store.correct import correct
from kb.store.layers import Layer, find_layers
from kb.store.searched import Searched, last, no_miss
from kb.text import printable

app = typer.Typer()

WIDE = 60


@app.command(epilog="Example: kb wrong shared-memory-too-small < paste.txt")
def wrong(
    id: Annotated[
        str | None,
        typer.Argument(metavar="[ID]", help="The entry that was meant.", autocompletion=entry_ids),
    ] = None,
    nothing: Annotated[
        bool, typer.Option("--nothing", help="No entry was meant: it is no fault, or not known.")
    ] = False,
    as_json: Json = False,
    kb: KbDir = None,
) -> None:
    """Say which entry a paste should have led to; the same paste leads there from now on.

    The paste comes from stdin; without one it is the last that was searched. Secrets are taken
    out. It is kept with the entry, or in your own layer when the entry is not yours to write.
    """
    if id is not None and nothing:
        raise Refused("say which entry was meant, or --nothing, and not both")
    if id is None and not nothing:
        raise Refused("say which entry was meant: kb wrong ID, or kb wrong --nothing")
    layers = find_layers(kb)
    paste = _paste(layers)
    if not paste.fingerprint:
        said = f"{_shown(paste.paste)} holds no words to know it by, only values and names of files"
        raise Refused(f"{said}; give more of the paste: kb wrong ID < paste.txt")
    file = correct(layers, id, paste.fingerprint, paste.paste)
    no_miss(paste.fingerprint)
    if as_json:
        print_json({"id": id, "file": str(file), "fingerprint": paste.fingerprint})
        return
    print(f"{_shown(paste.paste)} leads to {id or 'nothing'} from now on")
    print(f"kept in {printable(short(file))}")


def _paste(layers: tuple[Layer, ...]) -> Searched:
    given = "" if sys.stdin is None or sys.stdin.isatty() else _read()
    if not given.strip():
        if (before := last()) is None:
            raise NotFound("no paste was searched yet; give it: kb wrong ID < paste.txt")
        return before
    with in_force(own(layers)):
        return searched(given)


def _read() -> str:
    return sys.stdin.buffer.read().decode("utf-8", "replace")


def _shown(paste: str) -> str:
    """The last line of a paste, which mostly names the error, in quotes."""
    lines = [line for line in printable(paste).splitlines() if line.strip()]
    line = " ".join(lines[-1].split()) if lines else ""
    return f'"{line if len(line) <= WIDE else line[: WIDE - 1] + "…"}"'
