"""What `kb add` asks first: what was seen, whether it is known already, which files show it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import typer

from kb.capture.draft import Draft
from kb.capture.remembered import Changed
from kb.capture.symptom import symptom
from kb.cli.adding.given import pasted
from kb.cli.adding.keyboard import ask, confirm, keyboard, line, put
from kb.cli.adding.pasting import with_the_rest
from kb.cli.adding.questions import BACK, QUESTIONS, ask_for
from kb.cli.answer_screen import WORTH_NAMING
from kb.cli.cleaning import clean
from kb.cli.options import fitted, styled
from kb.match import Answer
from kb.text import printable

DIFF_LINES = 40
"""Lines of a diff that are shown."""


@dataclass(frozen=True, slots=True)
class Same:
    """The person says that an entry already covers it."""

    id: str


def the_symptom(draft: Draft) -> Draft:
    """The draft with the error or what is observed, and with the paste when more than a line
    was given."""
    if "symptom.error" in draft.values:
        typer.echo(f"The error: {printable(str(draft.values['symptom.error']))}", err=True)
    if draft.symptom:
        return draft
    with keyboard():
        while (seen := _seen(draft)) is None:
            pass
    return seen


def the_same(answer: Answer) -> Same | None:
    """The entry that covers it already, as the person says."""
    if answer.verdict == "none":
        return None
    first, *others = answer.matches
    likely = (first, *(one for one in others if one.confidence >= WORTH_NAMING))
    answer = replace(answer, matches=likely)
    typer.echo("It may be known already:", err=True)
    for number, match in enumerate(likely, 1):
        typer.echo(fitted(f"  {number}  {match.id}: {printable(match.title)}"), err=True)
    with keyboard():
        while True:
            choice = ask("Is it one of these? Number, or n", default="n")
            if choice.lower() in ("n", "no"):
                return None
            if same := _chosen(answer, choice):
                return same


def the_case(draft: Draft, changed: Changed) -> Draft:
    """The draft with the files of its incident as its case, if the person wants them."""
    diff = changed.diff()
    if not diff or changed.run is None or "case.run" in draft.values:
        return draft
    typer.echo("What changed between the failing and the passing run:", err=True)
    for changed_line in diff[:DIFF_LINES]:
        colour = {"+": "green", "-": "red"}.get(changed_line[:1])
        typer.echo(styled(f"  {printable(changed_line)[:200]}", fg=colour), err=True)
    if len(diff) > DIFF_LINES:
        typer.echo(f"  … and {len(diff) - DIFF_LINES} lines more", err=True)
    with keyboard():
        files = ", ".join(sorted({*changed.failing, *changed.passing}))
        question = f"Keep these as its case, run by `{changed.run}`: {files}?"
        kept = confirm(printable(question), default=False)
    return changed.case(draft) if kept else draft


def _seen(draft: Draft) -> Draft | None:
    """None when the person goes back, to where this begins."""
    put(*QUESTIONS["symptom.error"])
    given = line("> ")
    if given.strip() == BACK:
        return None
    if given.strip() and symptom(given) is None:
        given = with_the_rest(given)
    raw = given
    given = str(clean(given)).strip("\n")
    if not given.strip():
        observed = ask_for("symptom.observed")
        return None if observed == BACK else draft.having({"symptom.observed": observed})
    if "\n" not in given:
        return draft.having({"symptom.error": given.strip()})
    error = symptom(given) or ask("The line of it that is the error")
    if error == BACK:
        return None
    typer.echo(f"The error: {printable(error)}", err=True)
    return pasted(draft.having({"symptom.error": error}), raw, f"{given}\n")


def _chosen(answer: Answer, choice: str) -> Same | None:
    if choice.isdecimal() and 0 < int(choice) <= len(answer.matches):
        return Same(answer.matches[int(choice) - 1].id)
    return None
