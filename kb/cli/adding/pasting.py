"""One question that takes a paste of many lines as well as a typed line."""

from __future__ import annotations

import select
import sys
from collections.abc import Iterator

import typer

AT_ONCE = 0.1
"""Seconds within which the lines of a paste follow each other; nobody types a line so fast."""


def with_the_rest(first: str) -> str:
    """`first` with all lines that were pasted with it, its unfinished last one too."""
    return "\n".join([first, *_rest()]).strip("\n")


def _rest() -> Iterator[str]:
    """The lines that wait, and one more, until none waits. Ctrl-D ends it too."""
    while _waits():
        while _waits():
            if not (line := sys.stdin.readline()):
                return
            yield line.rstrip("\r\n")
        # the end of a paste stays in the terminal until Enter, when no line break follows it
        typer.echo("  Enter, when all of it is pasted", err=True)
        yield sys.stdin.readline().rstrip("\r\n")


def _waits() -> bool:
    try:
        return bool(select.select([sys.stdin], [], [], AT_ONCE)[0])
    except (OSError, ValueError):  # no terminal of a kind that can be asked
        return False
