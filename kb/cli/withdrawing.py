"""What `kb retire` and `kb refute` share: the date, the reason, the place."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import typer

from kb.cli.edit import layer_of
from kb.errors import Refused
from kb.store.layers import find_layers
from kb.store.read import load_all
from kb.store.write import Change, change


def withdraw(id: str, how: str, reason: str, kb: Path | None) -> None:
    """Write `withdrawn` into the entry. Refused when it is withdrawn already."""
    layers = find_layers(kb)
    fault = load_all(layers).fault(id)
    if fault.entry.withdrawn:
        before = fault.entry.withdrawn
        raise Refused(f"{id} was {before.as_} on {before.on}; change that with: kb edit {id}")
    made = {"as": how, "on": dt.date.today(), "reason": reason}
    change(layer_of(layers, fault), [Change(id, {"withdrawn": made})])
    typer.echo(f"{how} {id}: {fault.folder / 'entry.yaml'}")
