"""What `kb add` says and asks about what it remembers: entries begun, incidents not fixed."""

from __future__ import annotations

import datetime as dt
import time

import typer

from kb.capture import window
from kb.capture.draft import Draft
from kb.cli.adding.keyboard import ask, confirm, keyboard
from kb.cli.moments import clock, duration
from kb.model.incident import Incident
from kb.text import printable


def go_on(draft: Draft, begun: float) -> str:
    """Whether to go on with an entry `begun` then: `y`, `n` (leave it), or `drop`."""
    ago = duration(time.time() - begun)
    typer.echo(f"Begun {ago} ago: {printable(draft.name)}", err=True)
    known = {"y": "y", "yes": "y", "n": "n", "no": "n", "later": "n", "d": "drop", "drop": "drop"}
    with keyboard():
        while True:
            answer = ask("Go on with it? y, n (later) or drop", default="y").lower()
            if answer in known:
                return known[answer]


def is_meant(incident: Incident) -> bool:
    """Whether this is the one, as the person says: its fix was not seen, or is long ago."""
    question = "Is it fixed, and is this its entry?"
    if incident.fixed is not None:
        ago = duration(time.time() - incident.fixed)
        question = f"It was fixed {ago} ago; is this its entry?"
    with keyboard():
        return confirm(f"{failed(incident)}. {question}", default=True)


def failed(incident: Incident) -> str:
    """`python train.py failed at 15:20`; with the day when it is another one."""
    then = dt.date.fromtimestamp(incident.ended)
    day = "" if then == dt.date.today() else f"{then} "
    return printable(f"{incident.program} failed at {day}{clock(incident.ended)}")


def tell_incident(incident: Incident) -> None:
    """Say which failure is recorded, and how much of the window is left."""
    now, told = time.time(), failed(incident)
    if incident.fixed and window.minutes_to_fix(incident):
        told += f", fixed {duration(incident.fixed - incident.first)} later"
    if incident.fixed and incident.fixed <= now:
        left = window.minutes_left(incident, now)
        told += f"; {left} min left" if left else "; late, and welcome"
    typer.echo(told, err=True)


def tell_clock() -> None:
    """Say why no minutes are measured."""
    typer.echo("kb: the clock was set back since the fix; minutes_to_record is left out", err=True)
