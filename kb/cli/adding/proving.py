"""The proof of an entry that was just recorded, and another try where its check tells nothing."""

from __future__ import annotations

from collections.abc import Callable

import typer

from kb.cli.adding import questions
from kb.cli.adding.keyboard import can_ask
from kb.cli.adding.wish import Wish
from kb.cli.correcting import correction
from kb.cli.verify import carried_out
from kb.errors import InvalidFiles, NoSandbox
from kb.model import Fault
from kb.store.layers import Layer
from kb.store.read import load_fault
from kb.text import printable
from kb.verify import Outcome

REPEAT = 2
"""Times each run is done for evidence, as by `kb verify --record`."""


def proof(wish: Wish, layer: Layer, fault: Fault, say: Callable[[str], None]) -> dict[str, object]:
    """Run the entry on both sides, keep the evidence, and `say` what came out.

    Returns `result` and `why` for programs. A person may mend a check that tells nothing.
    """
    again = f"kb verify {fault.id} --record"
    try:
        outcome = _outcome(layer, fault)
        while outcome.result == "broken" and _mended(wish, outcome):
            outcome = _outcome(layer, load_fault(layer, fault.id))
    except NoSandbox as error:
        say(f"not proven: {error}")
        say(f"it stays claimed; where there is a sandbox: {again}")
        return {"result": "claimed", "why": [str(error)]}
    except (KeyboardInterrupt, typer.Abort):
        say(f"\nit is recorded, and not proven yet; go on with: {again}")
        raise
    if outcome.result == "broken":
        say(f"{_told(outcome)}\nit is recorded all the same; mend it, then: {again}")
    elif outcome.result == "skipped":
        say(f"{_told(outcome)}\nit stays claimed; where that is to be had: {again}")
    else:
        say(f"{_told(outcome)}; look at it with: kb show {fault.id}")
    return {"result": outcome.result, "why": list(outcome.why)}


def _outcome(layer: Layer, fault: Fault) -> Outcome:
    (outcome,) = carried_out([fault], 1, REPEAT, {layer.name: layer})
    return outcome


def _told(outcome: Outcome) -> str:
    return printable(": ".join([outcome.result, "; ".join(outcome.why)]).removesuffix(": "))


def _mended(wish: Wish, outcome: Outcome) -> bool:
    """Whether the person gave another check, where that is all that is wrong."""
    runs = [trial for trial in outcome.trials if trial.step.does == "run"]
    if wish.quiet or not can_ask() or not all(trial.passed for trial in runs):
        return False
    for why in outcome.why[1:]:  # the first stands in the line of the progress
        typer.echo(f"  also: {printable(why)}", err=True)
    while fields := questions.another_check(outcome.fault.entry.verify.present):
        try:
            correction(outcome.fault.id, wish.kb, team=False).set(fields)
        except InvalidFiles as error:
            typer.echo(printable(str(error)), err=True)
        else:
            return True
    return False
