"""`kb list`: entries by domain, node and status."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Annotated, get_args

import typer

from kb.cli import completing
from kb.cli.completing import OfDomain
from kb.cli.options import Json, KbDir, fitted, place, print_json, styled, tell
from kb.errors import Refused
from kb.model import Fault, KnowledgeBase, Status
from kb.store.layers import find_layers
from kb.store.read import load_all
from kb.text import printable
from kb.tree import state

app = typer.Typer()

STATES = (*get_args(Status), "refuted", "retired")


Node = Annotated[
    str | None,
    typer.Option(
        metavar="ID", help="Only entries at or below this node.", autocompletion=completing.nodes
    ),
]
Having = Annotated[
    str | None,
    typer.Option(
        "--status",
        metavar="STATUS",
        help=f"One of: {', '.join(STATES)}.",
        autocompletion=completing.words(*STATES),
    ),
]


@app.command(epilog="Example: kb list --domain serving --status proven")
def listing(
    domain: OfDomain = None,
    node: Node = None,
    having: Having = None,
    kb: KbDir = None,
    as_json: Json = False,
) -> None:
    """List entries by domain and node. Exit 1 when there are none."""
    base = load_all(find_layers(kb))
    tell(base.problems)
    found = chosen(base, domain=domain, node=node, having=having)
    if as_json:
        print_json([_row(fault) for fault in found])
    else:
        _print(found)
    if not found:
        raise typer.Exit(1)


def chosen(
    base: KnowledgeBase, *, domain: str | None, node: str | None, having: str | None
) -> list[Fault]:
    """The faults that fit all given filters, ordered as the tree is. Raises Refused or NotFound."""
    if having is not None and having not in STATES:
        raise Refused(f"no status {having!r}; choose one of {', '.join(STATES)}")
    for wanted in (domain, node):
        if wanted is not None:
            base.node(wanted)
    places = list(base.tree.nodes)
    found = [
        fault
        for fault in base.faults.values()
        if (domain is None or fault.entry.domain == domain)
        and (node is None or base.under(fault, node))
        and (having is None or state(fault) == having)
    ]
    return sorted(
        found, key=lambda fault: (_place(places, fault.entry.domain), fault.entry.parent, fault.id)
    )


def _place(places: list[str], node: str) -> int:
    return places.index(node) if node in places else len(places)


def _row(fault: Fault) -> dict[str, str]:
    return {
        "id": fault.id,
        "title": fault.entry.title,
        "domain": fault.entry.domain,
        "parent": fault.entry.parent,
        "status": state(fault),
        "layer": fault.layer,
    }


def _print(found: Sequence[Fault]) -> None:
    width = max((len(fault.id) for fault in found), default=0)
    for (domain, parent), faults in groupby(found, _branch):
        typer.echo(styled(place(domain, parent), bold=True))
        for fault in faults:
            line = f"  {state(fault):<9} {fault.id:<{width}}  {printable(fault.entry.title)}"
            typer.echo(fitted(line))


def _branch(fault: Fault) -> tuple[str, str]:
    return fault.entry.domain, fault.entry.parent
