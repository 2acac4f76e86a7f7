"""Questions to the person at the keyboard, also when the paste came through a pipe."""

from __future__ import annotations

import contextlib
import shutil
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import typer

from kb.cli.cleaning import clean
from kb.cli.options import styled
from kb.text import printable

SHOWN = 60
"""Characters of a proposed answer that are shown."""


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
    with Path("/dev/tty").open(encoding="utf-8", errors="surrogateescape") as tty:
        sys.stdin = tty
        try:
            yield
        finally:
            sys.stdin = before


def ask(question: str, *, hint: str = "", default: str = "") -> str:
    """The answer, without secrets; never empty."""
    put(question, hint)
    shown = printable(textwrap.shorten(default, SHOWN, placeholder=" …"))
    while True:
        answer = str(clean(line(f"[{shown}] > " if default else "> "))).strip()
        if answer or default:
            return answer or default
        typer.echo("an entry needs this; after Ctrl-C, kb add goes on here", err=True)


def put(question: str, hint: str = "") -> None:
    """The question, on lines of its own; what stands on further lines of the hint, as it is."""
    width = min(shutil.get_terminal_size().columns, 80)
    hint, *as_it_is = hint.split("\n")
    told = textwrap.fill(f"{question}: {hint}" if hint else question, width)
    # a question of several lines is told from its hint by nothing
    bold = question if told.startswith(question) else told
    rest = "\n  ".join([told.removeprefix(bold), *as_it_is])
    typer.echo(styled(bold, bold=True) + rest, err=True)


def confirm(question: str, *, default: bool) -> bool:
    """Whether the answer is yes."""
    put(question)
    while True:
        answer = line("[Y/n] > " if default else "[y/N] > ").strip().lower()
        if not answer:
            return default
        if answer in ("y", "yes", "n", "no"):
            return answer[0] == "y"
        typer.echo("answer y or n", err=True)


def line(prompt: str) -> str:
    """One line; arrows edit it, and a paste in brackets is one, where the terminal can."""
    try:
        if sys.stdout.isatty():
            with contextlib.suppress(ImportError):  # Windows edits lines by itself
                import readline

                readline.parse_and_bind("set enable-bracketed-paste on")
            return input(prompt)
        with contextlib.redirect_stdout(sys.stderr):
            return input(prompt)
    except EOFError:
        raise typer.Abort from None
