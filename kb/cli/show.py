"""`kb show ID`: one entry, as a person reads it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import typer

from kb.cli.completing import EntryId
from kb.cli.options import Json, KbDir, place, print_json, styled, tell
from kb.model import Fault
from kb.store.layers import find_layers
from kb.store.read import load_all
from kb.text import printable
from kb.tree import state

app = typer.Typer()

WIDTH = 80


@app.command(epilog="Example: kb show port-in-use")
def show(
    id: EntryId,
    kb: KbDir = None,
    as_json: Json = False,
) -> None:
    """Show one entry: symptom, cause, check, fix, and how it was proven."""
    base = load_all(find_layers(kb))
    tell([problem for problem in base.problems if id in problem.file.parts])
    fault = base.fault(id)
    if as_json:
        print_json(as_data(fault))
        return
    typer.echo("\n".join(lines(fault)))


def as_data(fault: Fault) -> dict[str, object]:
    """The entry as `entry.yaml` holds it, with id, status, layer, folder and evidence."""
    evidence = fault.evidence.model_dump(mode="json", by_alias=True) if fault.evidence else None
    return {
        "id": fault.id,
        "status": state(fault),
        "layer": fault.layer,
        "folder": str(fault.folder),
        **fault.entry.model_dump(mode="json", by_alias=True, exclude_none=True),
        "evidence": evidence,
    }


def lines(fault: Fault) -> Iterator[str]:
    """The page of one entry for a terminal of 80 columns."""
    entry = fault.entry
    yield styled(printable(entry.title), bold=True)
    about = f"{fault.id} · {place(entry.domain, entry.parent)} · {proof(fault)} · {fault.layer}"
    yield from textwrap.wrap(about, WIDTH, break_on_hyphens=False)
    if entry.withdrawn:
        yield from block(f"Withdrawn: {entry.withdrawn.as_}", entry.withdrawn.reason)
    yield from block("Symptom", entry.symptom.main, wrap=entry.symptom.error is None)
    yield from block("Cause", entry.root_cause)
    yield from block("Check", entry.verify.command, wrap=False)
    yield f"  → kb check {fault.id}{''.join(f' --set {name}=…' for name in entry.verify.values)}"
    yield from block("Fix", entry.fix)
    if entry.symptom.limit:
        yield from block("When it is not this fault", entry.symptom.limit)
    for correction in entry.corrects:
        yield from block("It is said", f"{correction.claim}\nBut: {correction.found}")
    yield from _runs(fault)


def proof(fault: Fault) -> str:
    """The status in a few words: `proven 2026-11-30, torch 2.13.0`."""
    word = styled(state(fault), fg=_COLOURS[state(fault)])
    if not fault.evidence:
        return word
    versions = [f"{name} {version}" for name, version in fault.evidence.environment.items()]
    return f"{word} {fault.evidence.recorded}, {', '.join(versions[:2])}"


_COLOURS = {
    "proven": "green",
    "simulated": "cyan",
    "claimed": "yellow",
    "stale": "yellow",
    "broken": "red",
    "refuted": "red",
    "retired": "yellow",
}


def block(head: str, text: str, *, wrap: bool = True) -> Iterator[str]:
    """A heading and its text, indented by two; commands and messages are never rewrapped."""
    yield ""
    yield styled(head, bold=True)
    for line in printable(text).splitlines():
        if wrap:
            yield from textwrap.wrap(
                line, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
            ) or [""]
        else:
            yield f"  {line}"


def _runs(fault: Fault) -> Iterator[str]:
    if not fault.evidence:
        return
    yield ""
    yield styled("Proof", bold=True)
    for run in fault.evidence.runs:
        mark = "✓" if run.passed else "✗"
        found = textwrap.shorten(printable(run.found), 38, placeholder=" …")
        yield f"  {mark} {run.name:<13} {found:<38} {run.seconds:>5.1f} s {run.peak_mib:>5} MiB"
