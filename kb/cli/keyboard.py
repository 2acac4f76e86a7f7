"""Questions to the person at the keyboard, also when the paste came through a pipe."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

import typer

from kb.cli.cleaning import clean


def can_ask() -> bool:
    """Whether a person can answer."""
    if sys.stdin.isatty():
        return True
    try:
        with Path("/dev/tty").open():
            return sys.stderr.isatty()
    except OSError:  # no terminal controls this process
        return False


@contextlib.contextmanager
def keyboard() -> Iterator[None]:
    """Read answers from the terminal even when stdin was the paste."""
    if sys.stdin.isatty():
        yield
        return
    before = sys.stdin
    with Path("/dev/tty").open(encoding="utf-8") as tty:
        sys.stdin = tty
        try:
            yield
        finally:
            sys.stdin = before


def ask(question: str, *, hint: str = "", default: str | None = None) -> str:
    """The answer, never empty, without secrets."""
    if hint:
        typer.echo(typer.style(f"  {hint}", dim=True), err=True)
    while True:
        answer = str(clean(str(typer.prompt(question, default=default, err=True)))).strip()
        if answer:
            return answer


def confirm(question: str, *, default: bool) -> bool:
    """Whether the answer is yes."""
    return typer.confirm(question, default=default, err=True)
