"""What `kb search` does: read the paste, look it up, print the answer, keep it. No Typer."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kb.cli.answer_screen import answer_lines
from kb.cli.reading import paste
from kb.cli.remembering import Held, remember
from kb.search.answer import search
from kb.store.homes import cache_home
from kb.store.layers import find_layers
from kb.text import printable_json

if TYPE_CHECKING:
    from kb.match import Answer
    from kb.store.layers import Layer

MANY = 20
"""So many entries take long enough to read that one is told."""


def answered(
    text: str | None,
    kb: Path | None,
    *,
    clip: bool = False,
    limit: int = 3,
    domain: str | None = None,
    explain: bool = False,
    as_json: bool = False,
) -> int:
    """Print the answer to `text` (None and - are stdin). 0 when an entry may match, 1 when none.

    A text that names a file here means what the file holds, but not for a program, whose text may
    come from anywhere. Raises what `paste` and the layers raise.
    """
    layers, cache = find_layers(kb), cache_home() / "search"
    given = Held(paste(text, clip=clip, files=not as_json))
    if explain:
        from kb.search.explain import explained

        print("\n".join(explained(given, layers, cache)))
        return 0
    most = 5 if as_json else limit
    with reading() as tell:
        answer = search(given, layers, limit=most, domain=domain, cache=cache, tell=tell)
    found = answer.verdict != "none"
    if domain is not None and not answer.matches:
        _check(domain, layers)
    try:
        _print(answer, as_json=as_json)
    finally:  # the reader may have gone after the first lines (`| head`)
        remember(given.text, [match.id for match in answer.matches if found], layers)
    return 0 if found else 1


def _check(domain: str, layers: Sequence[Layer]) -> None:
    """Raises NotFound when there is no such domain, and so no answer was to be had."""
    from kb.store.read import load_all  # brings pydantic and YAML

    load_all(layers).node(domain)


def _print(answer: Answer, *, as_json: bool) -> None:
    if as_json:
        print(printable_json(as_data(answer)))
    else:
        print("\n".join(answer_lines(answer, colour=_colour(), narrow=sys.stdout.isatty())))


def as_data(answer: object) -> dict[str, object]:
    """The answer as `kb search --json` prints it."""
    from dataclasses import asdict

    data = asdict(answer)  # type: ignore[call-overload]
    del data["domain"], data["first_action"]
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
