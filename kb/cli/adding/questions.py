"""The fields of a new entry, asked one after the other, each with what is proposed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from textwrap import TextWrapper

import typer

from kb.capture import compose
from kb.capture.draft import Draft
from kb.cli.adding.keyboard import ask, confirm, keyboard, line, put
from kb.cli.cleaning import clean
from kb.cli.paths import short
from kb.errors import Problem
from kb.match import Answer
from kb.model import KnowledgeBase
from kb.text import printable

Keep = Callable[[Draft], Draft]
"""Puts the draft on disk, and hands it back."""

EXAMPLE = "[ -f train.py ] || exit 2; ! grep 'shuffle=False' train.py"
"""A check, for who is asked for one: the line that grep prints is the text of it."""

QUESTIONS = {
    "symptom.error": ("Error", "the message as it was printed; empty for a silent fault"),
    "symptom.observed": ("Observed", "what one sees of it, in a few words"),
    "title": ("Title", "the fault in one line: what is wrong, not what is seen"),
    "root_cause": ("Root cause", "the pattern behind it, in one or two sentences"),
    "fix": ("Fix", "what to change, what it costs, when not to"),
    "verify.command": (
        "Check",
        "one line to run: it prints a text and exits 1 when the fault is there, else exits 0; "
        "2 when there is nothing to look at; for one:\n" + EXAMPLE,
    ),
    "verify.present": ("Text of the check", "what it prints when the fault is there"),
    "case.shows": ("Shows", "a regex on what the run prints when the fault is there"),
}
"""Field → what is asked for, and how to answer."""

BACK = "<"
"""The answer that goes back to the question before."""

_PRINTED = re.compile(r"""\b(?:echo +|print\()(\\?['"])([^'"\\\n$`{}]+)\1""")

_IN_TWO_LINES = TextWrapper(
    80, subsequent_indent="  ", max_lines=2, placeholder=" …", break_on_hyphens=False
)


def the_rest(base: KnowledgeBase, draft: Draft, found: Answer, keep: Keep) -> Draft:
    """The draft with every required field as the person answers; `keep` gets each answer.

    `found` is what search says to it.
    """

    def answer(name: str, draft: Draft) -> str:
        return _node(base, draft, found) if name == "parent" else _answer(name, draft)

    if wanted := draft.missing():
        typer.echo(f"{BACK} goes back a question; after Ctrl-C, kb add goes on here", err=True)
    return keep(compose.hung(base, _through(draft, wanted, answer, keep)))


def once_more(draft: Draft, problems: Sequence[Problem], keep: Keep) -> Draft | None:
    """The draft with the answers that are wrong given anew; None when no question asks for them."""
    wrong = [name for name in QUESTIONS if any(one.field == name for one in problems)]
    for one in problems:
        told = f"{one.field or short(one.file)}: {one.message}; {one.remedy}"
        typer.echo(printable(told), err=True)
    if wrong:
        return _through(draft, wrong, _answer, keep)
    with keyboard():
        if "case.run" in draft.values and confirm("Leave its case out for now?", default=True):
            return keep(draft.without_case())
    return None


def another_check(present: str) -> dict[str | tuple[str | int, ...], str]:
    """The fields of a better check, from the person; empty when it is to stay as it is."""
    with keyboard():
        while True:
            put("Another check", "one line, as before; Enter leaves it for later")
            command = str(clean(line("> "))).strip()
            if command in ("", BACK):
                return {}
            guess = _guess("verify.present", Draft({"verify.command": command}))
            text = ask_for("verify.present", default=guess or present)
            if text != BACK:
                return {"verify.command": command, "verify.present": text}


def ask_for(name: str, *, default: str = "") -> str:
    """The person's answer for a field, never empty."""
    question, hint = QUESTIONS[name]
    return ask(question, hint=hint, default=default)


def _through(
    draft: Draft, fields: Sequence[str], answer: Callable[[str, Draft], str], keep: Keep
) -> Draft:
    """The draft with `fields` as the person answers, and others that they went back to."""
    required = draft.required()
    order = [*(name for name in fields if name not in required), *required]
    wanted, place = set(fields), 0
    with keyboard():
        while place < len(order):
            name = order[place]
            if name not in wanted:
                place += 1
            elif (given := answer(name, draft)) != BACK:
                draft = keep(draft.having({name: given}))
                place += 1
            else:
                place = max(place - 1, 0)
                wanted.add(order[place])
    return draft


def _answer(name: str, draft: Draft) -> str:
    return ask_for(name, default=_guess(name, draft) or str(draft.values.get(name, "")))


def _guess(name: str, draft: Draft) -> str:
    """The text that a check prints, where it is plain to see: its last `echo '…'` or print."""
    if name != "verify.present":
        return ""
    printed = _PRINTED.findall(str(draft.values.get("verify.command", "")))
    return str(printed[-1][1]) if printed else ""


def _node(base: KnowledgeBase, draft: Draft, found: Answer) -> str:
    offered = compose.places(base, draft, found)
    for each in offered:
        reasons = printable("; ".join(each.reasons))
        told = f"{each.node} ({'a domain' if each.node == each.domain else each.domain}): {reasons}"
        typer.echo("\n".join(_IN_TWO_LINES.wrap(told)), err=True)
    while True:
        node = ask("Node of the fault tree", default=offered[0].node if offered else "")
        if node == BACK or node in base.tree.nodes:
            return node
        typer.echo(f"no node {printable(node)!r}; `kb tree` shows them all", err=True)
