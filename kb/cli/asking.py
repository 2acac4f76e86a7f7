"""The questions of `kb add`: only what could not be worked out, each with what is proposed."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from kb.capture import compose
from kb.capture.draft import Draft
from kb.cli.pasting import first_line, with_the_rest
from kb.errors import Problem
from kb.match import Answer
from kb.model import KnowledgeBase
from kb.model.about import about
from kb.store.layers import Layer
from kb.text import printable

QUESTIONS = {
    "symptom.error": "The error, as printed (empty for a silent fault)",
    "symptom.observed": "What is observed",
    "title": "Title: what was wrong, in one line",
    "root_cause": "Root cause: why it happened",
    "fix": "Fix: what you changed",
    "verify.command": "Check: one line that exits 1 when the fault is there, 0 when not",
    "verify.present": "Text that the check prints when the fault is there",
}


@dataclass(frozen=True, slots=True)
class Same:
    """The person says that an entry already covers it."""

    id: str


def can_ask() -> bool:
    """Whether a person can answer: at the keyboard, also when the paste came through a pipe."""
    if sys.stdin.isatty():
        return True
    try:
        with Path("/dev/tty").open():
            return sys.stderr.isatty()
    except OSError:  # no terminal controls this process
        return False


def symptom(draft: Draft, clean: Callable[[str], str]) -> tuple[Draft, str | None]:
    """The draft with the error or what is observed, and the paste when more than a line was given.

    `clean` takes out what must not be kept.
    """
    if "symptom.error" in draft.values:
        typer.echo(f"The error: {printable(str(draft.values['symptom.error']))}", err=True)
    if draft.values.keys() & {"symptom.error", "symptom.observed"}:
        return draft, None
    with _keyboard():
        given = first_line(QUESTIONS["symptom.error"])
        if given.strip() and compose.symptom(given) is None:
            given = with_the_rest(given)
        given = clean(given).strip("\n")
        if not given.strip():
            return draft.having({"symptom.observed": _ask(QUESTIONS["symptom.observed"], "")}), None
        if "\n" not in given:
            return draft.having({"symptom.error": given.strip()}), None
        error = compose.symptom(given) or _ask("The line of it that is the error", "")
    typer.echo(f"The error: {printable(error)}", err=True)
    return draft.having({"symptom.error": error}), f"{given}\n"


def complete(
    base: KnowledgeBase, layers: Sequence[Layer], draft: Draft, paste: str | None
) -> Draft | Same:
    """The draft, its symptom known, with every required field as the person answers; or Same."""
    with _keyboard():
        known = _ask_same(compose.near(draft, paste, layers))
        if known is not None:
            return Same(known)
        for name in draft.missing():
            if name != "parent":
                draft = draft.having({name: _ask(QUESTIONS[name], about()[name])})
        return compose.hung(base, _ask_parent(base, draft, paste))


def correct(draft: Draft, problems: Sequence[Problem]) -> Draft | None:
    """The draft with the answers that are wrong given anew; None when no question asks for them."""
    wrong = [name for name in QUESTIONS if any(one.field == name for one in problems)]
    for one in problems:
        typer.echo(f"{one.field or one.file}: {one.message}; {one.remedy}", err=True)
    if not wrong:
        return None
    with _keyboard():
        answers = {name: _ask(QUESTIONS[name], "") for name in wrong}
    return draft.having(answers)


@contextlib.contextmanager
def _keyboard() -> Iterator[None]:
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


def _ask_same(answer: Answer) -> str | None:
    if answer.verdict == "none":
        return None
    typer.echo("It may be known already:", err=True)
    for number, match in enumerate(answer.matches, 1):
        typer.echo(f"  {number}  {match.id}: {printable(match.title)}", err=True)
    choice = _ask("Is it one of these? Number, or n", "", default="n")
    if choice.isdigit() and 0 < int(choice) <= len(answer.matches):
        return answer.matches[int(choice) - 1].id
    return None


def _ask_parent(base: KnowledgeBase, draft: Draft, paste: str | None) -> Draft:
    if "parent" in draft.values:
        return draft
    offered = compose.places(base, draft, paste)
    for place in offered:
        reasons = printable("; ".join(place.reasons))
        typer.echo(f"  {place.node} ({place.domain}): {reasons}", err=True)
    while True:
        node = _ask("Node of the fault tree", "", default=offered[0].node if offered else None)
        if node in base.tree.nodes:
            return draft.having({"parent": node})
        typer.echo(f"no node {printable(node)!r}; `kb tree` shows them all", err=True)


def _ask(question: str, hint: str, default: str | None = None) -> str:
    if hint:
        typer.echo(typer.style(f"  {hint}", dim=True), err=True)
    while True:
        answer = str(typer.prompt(question, default=default, err=True)).strip()
        if answer:
            return answer
