"""`kb search`: the entry for a pasted error."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from kb.cli.options import Json, KbDir, print_json
from kb.errors import Refused
from kb.store.homes import cache_home
from kb.store.layers import find_layers

if TYPE_CHECKING:
    from kb.match import Answer

app = typer.Typer()

HOW = "Paste the error here, then press Enter and Ctrl-D.  (Or: python train.py 2>&1 | kb search)"
PIECE = 1 << 20
MANY = 20
"""So many entries take long enough to read that one is told."""


@app.command(epilog="Example: python train.py 2>&1 | kb search")
def search(
    text: Annotated[
        str | None,
        typer.Argument(metavar="[TEXT|-]", show_default=False, help="The error; - reads stdin."),
    ] = None,
    clip: Annotated[
        bool, typer.Option("--clip", help="Read the error from the clipboard.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, max=5, help="How many entries to name.")] = 3,
    domain: Annotated[
        str | None, typer.Option(help="Only entries of this domain.", show_default=False)
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show what counted, and how.")] = False,
    as_json: Json = False,
    kb: KbDir = None,
) -> None:
    """Find the entry for an error: give its text, paste it, or pipe a whole log in.

    Exit 0: an entry matches, or may. 1: nothing matches. 2: it could not be searched.

    The paste is kept on this machine, without secrets, for `kb wrong`; KB_NO_HISTORY=1 keeps none.
    """
    from kb.cli.remembering import Held, remember
    from kb.search.answer import search as find

    layers, cache = find_layers(kb), cache_home() / "search"
    paste = Held(_paste(text, clip))
    if explain:
        from kb.search.explain import explained

        print("\n".join(explained(paste, layers, cache)))
        return
    most = 5 if as_json else limit
    with reading() as tell:
        answer = find(paste, layers, limit=most, domain=domain, cache=cache, tell=tell)
    found = answer.verdict != "none"
    try:
        _print(answer, as_json=as_json)
    finally:  # the reader may have gone after the first lines (`| head`)
        remember(paste.text, [match.id for match in answer.matches if found], layers)
    if not found:
        raise typer.Exit(1)


def _print(answer: Answer, *, as_json: bool) -> None:
    if as_json:
        print_json(as_data(answer))
    else:
        from kb.cli.answer_screen import answer_lines

        print("\n".join(answer_lines(answer, colour=_colour(), narrow=sys.stdout.isatty())))


def _paste(text: str | None, clip: bool) -> Iterable[str]:
    if clip and text is not None:
        raise Refused("the error is given twice; give TEXT or --clip, not both")
    if clip:
        from kb.child.clipboard import paste

        return [paste()]
    return _stdin() if text is None or text == "-" else [text]


def as_data(answer: object) -> dict[str, object]:
    """The answer as `kb search --json` prints it."""
    from dataclasses import asdict

    data = asdict(answer)  # type: ignore[call-overload]
    del data["first_action"]
    for match in data["matches"]:
        del match["proof"], match["values"]
    return dict(data)


@contextmanager
def reading() -> Iterator[Callable[[int, int], None] | None]:
    """Who is told how far the first reading of the entries is: a line of stderr, on a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    shown = False

    def tell(done: int, total: int) -> None:
        nonlocal shown
        if total >= MANY and done % (1 + total // 100) == 0:
            shown = True
            print(f"\rreading the entries, once: {done} of {total} ", end="", file=sys.stderr)
            sys.stderr.flush()

    try:
        yield tell
    finally:
        if shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _colour() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _stdin() -> Iterator[str]:
    """What is piped or pasted, in pieces; bytes that are no UTF-8 are kept as marks."""
    if sys.stdin is None or sys.stdin.closed:
        raise Refused("there is no stdin to read; give the error as an argument")
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    if sys.stdin.isatty():
        print(HOW, file=sys.stderr)
        yield decoder.decode(sys.stdin.buffer.read(), True)  # one Ctrl-D ends it
        return
    while piece := sys.stdin.buffer.read(PIECE):
        yield decoder.decode(piece)
    yield decoder.decode(b"", True)
