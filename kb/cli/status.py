"""`kb status`: what failed and is not fixed, what was fixed and is not recorded."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from kb.capture import window
from kb.capture.keeping import left
from kb.cli.moments import duration, ending
from kb.cli.options import Json, fitted, print_json, styled, tell
from kb.cli.paths import short
from kb.model.incident import Incident
from kb.store.incidents import every
from kb.store.mark import mark
from kb.text import printable

app = typer.Typer()

EXAMPLES = """In a shell prompt, for a mark such as kb:12m while there are 12 minutes left:

  bash   PS1='$(kb status --prompt)'"$PS1"

  zsh    setopt prompt_subst; RPROMPT='$(kb status --prompt)'

  fish   function fish_right_prompt; kb status --prompt; end
"""


@app.command(epilog=EXAMPLES)
def status(
    prompt: Annotated[
        bool, typer.Option("--prompt", help="A short mark for the shell prompt, or nothing.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Those open for over 30 days too.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show what failed and is not fixed, what was fixed and is not recorded, and entries begun.

    Exit 0: there is something. 1: there is nothing.
    """
    now = time.time()
    if prompt:
        print(mark(now), end="")
        return
    incidents, problems = every()
    tell(problems, rest=" like these")
    shown = [one for one in incidents if everything or not window.is_forgotten(one, now)]
    open_ = [one for one in shown if one.fixed is None]
    fixed = sorted(
        (one for one in shown if one.fixed is not None),
        key=lambda one: window.seconds_left(one, now),
        reverse=True,
    )
    begun = [draft.name for _, draft in left()]
    if as_json:
        data = {"fixed": [_data(o, now) for o in fixed], "open": [_data(o, now) for o in open_]}
        print_json({**data, "begun": begun})
    else:
        for line in [*_lines(fixed, open_, len(incidents) - len(shown), now), *_begun(begun)]:
            print(fitted(line))
    if not shown and not begun:
        raise typer.Exit(1)


def _begun(names: Sequence[str]) -> Iterator[str]:
    if names:
        yield ""
        yield styled("Begun; go on with: kb add", bold=True)
        yield from (f"  {printable(name)}" for name in names)


def _data(one: Incident, now: float) -> dict[str, Any]:
    names = "id program command folder started ended first times exit_code signal symptom".split()
    return {name: getattr(one, name) for name in names} | {
        "verdict": one.verdict,
        "matched": [match[0] for match in one.matched],
        "fixed": one.fixed,
        "minutes_left": window.minutes_left(one, now),
        "late": window.is_late(one, now),
        "minutes_to_fix": window.minutes_to_fix(one),
    }


def _lines(
    fixed: Sequence[Incident], open_: Sequence[Incident], old: int, now: float
) -> Iterator[str]:
    if fixed:
        yield styled("Fixed; record it with: kb add", bold=True)
        for one in fixed:
            yield from _one(one, _left(one, now))
    if open_:
        if fixed:
            yield ""
        yield styled("Open; run it again with kb run, or say so: kb fixed", bold=True)
        for one in open_:
            yield from _one(one, f"failed {duration(now - one.ended)} ago{_times(one)}")
    if not fixed and not open_:
        yield "Nothing waits to be recorded."
    if old:
        yield f"{old} older: kb status --all"


def _left(one: Incident, now: float) -> str:
    if window.is_late(one, now):
        return f"fixed {duration(now - (one.fixed or now))} ago, so late"
    left = window.minutes_left(one, now)
    return f"{left} minute{'s' if left > 1 else ''} left"


def _times(one: Incident) -> str:
    return f", {one.times} times" if one.times > 1 else ""


def _one(one: Incident, when: str) -> Iterator[str]:
    yield f"  {one.id}  {when}"
    yield f"    {_line(one.program)}  in {_line(short(Path(one.folder)))}"
    what = one.symptom or ending(one.exit_code, one.signal)
    yield f"    {_line(what)}"
    if one.matched and one.verdict != "none":
        yield f"    may be: kb show {one.matched[0][0]}"


def _line(text: str) -> str:
    return printable(" ".join(text.split()))
