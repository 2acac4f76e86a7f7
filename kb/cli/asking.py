"""The questions of `kb add`: only what could not be worked out, each with what is proposed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from textwrap import TextWrapper

import typer

from kb.capture import compose
from kb.capture.draft import PASTE, Draft
from kb.capture.remembered import Changed
from kb.capture.symptom import symptom
from kb.cli.answer_screen import WORTH_NAMING
from kb.cli.cleaning import clean
from kb.cli.keyboard import ask, confirm, keyboard, line, put
from kb.cli.options import fitted, styled
from kb.cli.pasting import with_the_rest
from kb.cli.paths import short
from kb.errors import Problem
from kb.match import Answer
from kb.model import KnowledgeBase
from kb.text import printable

Keep = Callable[[Draft], Draft]
"""Puts the draft on disk, and hands it back."""

QUESTIONS = {
    "symptom.error": ("Error", "the message as it was printed; empty for a silent fault"),
    "symptom.observed": ("Observed", "what one sees of it, in a few words"),
    "title": ("Title", "the fault in one line: what is wrong, not what is seen"),
    "root_cause": ("Root cause", "the pattern behind it, in one or two sentences"),
    "fix": ("Fix", "what to change, what it costs, when not to"),
    "verify.command": (
        "Check",
        "one line to run: it prints a text and exits 1 when the fault is there, else exits 0; "
        "2 when there is nothing to look at",
    ),
    "verify.present": ("Text of the check", "what it prints when the fault is there"),
    "case.shows": ("Shows", "a regex on what the run prints when the fault is there"),
}
"""Field → what is asked for, and how to answer."""

_PRINTED = re.compile(r"""\b(?:echo +|print\()(\\?['"])([^'"\\\n$`{}]+)\1""")

_IN_TWO_LINES = TextWrapper(
    80, subsequent_indent="  ", max_lines=2, placeholder=" …", break_on_hyphens=False
)

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
        put(*QUESTIONS["symptom.error"])
        given = line("> ")
        if given.strip() and symptom(given) is None:
            given = with_the_rest(given)
        given = str(clean(given)).strip("\n")
        if not given.strip():
            return draft.having({"symptom.observed": _ask("symptom.observed")})
        if "\n" not in given:
            return draft.having({"symptom.error": given.strip()})
        error = symptom(given) or ask("The line of it that is the error")
    typer.echo(f"The error: {printable(error)}", err=True)
    return draft.having({"symptom.error": error}).beside({PASTE: f"{given}\n".encode()})


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


def the_rest(base: KnowledgeBase, draft: Draft, found: Answer, keep: Keep) -> Draft:
    """The draft with every required field as the person answers; `keep` gets each answer.

    `found` is what search says to it.
    """
    with keyboard():
        for name in draft.missing():
            if name != "parent":
                draft = keep(draft.having({name: _ask(name, default=_guess(name, draft))}))
        return keep(compose.hung(base, _parent(base, draft, found)))


def once_more(draft: Draft, problems: Sequence[Problem]) -> Draft | None:
    """The draft with the answers that are wrong given anew; None when no question asks for them."""
    wrong = [name for name in QUESTIONS if any(one.field == name for one in problems)]
    for one in problems:
        told = f"{one.field or short(one.file)}: {one.message}; {one.remedy}"
        typer.echo(printable(told), err=True)
    with keyboard():
        if wrong:
            return draft.having({name: _ask(name) for name in wrong})
        if "case.run" in draft.values and confirm("Leave its case out for now?", default=True):
            return draft.without_case()
    return None


def another_check(present: str) -> dict[str | tuple[str | int, ...], str]:
    """The fields of a better check, from the person; empty when it is to stay as it is."""
    with keyboard():
        put("Another check", "one line, as before; Enter leaves it for later")
        command = str(clean(line("> "))).strip()
        if not command:
            return {}
        guess = _guess("verify.present", Draft({"verify.command": command}))
        text = _ask("verify.present", default=guess or present)
    return {"verify.command": command, "verify.present": text}


def _ask(name: str, *, default: str = "") -> str:
    question, hint = QUESTIONS[name]
    return ask(question, hint=hint, default=default)


def _chosen(answer: Answer, choice: str) -> Same | None:
    if choice.isdecimal() and 0 < int(choice) <= len(answer.matches):
        return Same(answer.matches[int(choice) - 1].id)
    return None


def _guess(name: str, draft: Draft) -> str:
    """The text that a check prints, where it is plain to see: its last `echo '…'` or print."""
    if name != "verify.present":
        return ""
    printed = _PRINTED.findall(str(draft.values.get("verify.command", "")))
    return str(printed[-1][1]) if printed else ""


def _parent(base: KnowledgeBase, draft: Draft, found: Answer) -> Draft:
    if "parent" in draft.values:
        return draft
    offered = compose.places(base, draft, found)
    for each in offered:
        reasons = printable("; ".join(each.reasons))
        told = f"{each.node} ({'a domain' if each.node == each.domain else each.domain}): {reasons}"
        typer.echo("\n".join(_IN_TWO_LINES.wrap(told)), err=True)
    while True:
        node = ask("Node of the fault tree", default=offered[0].node if offered else "")
        if node in base.tree.nodes:
            return draft.having({"parent": node})
        typer.echo(f"no node {printable(node)!r}; `kb tree` shows them all", err=True)
