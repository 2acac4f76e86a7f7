"""What `kb edit`, `retire` and `refute` share: the entry itself, or a copy of what is read-only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from kb.capture.compose import problems_of
from kb.cli.cleaning import clean
from kb.cli.paths import short, typed
from kb.cli.redaction import redaction
from kb.errors import Problem, Refused
from kb.model import Entry, Fault, KnowledgeBase, Tree
from kb.store.changes import Fields
from kb.store.copy import can_write, copy_changed, copy_rewritten
from kb.store.layers import PERSONAL, TEAM, Layer, find_layers
from kb.store.read import load_all
from kb.store.write import Change, change, rewrite
from kb.text import printable

Team = Annotated[
    bool, typer.Option("--team", help="A copy of a read-only entry goes to the team, not to you.")
]


@dataclass(frozen=True, slots=True)
class Correction:
    """An entry about to be corrected in `layer`: its own, or the one that takes a copy of it."""

    layers: Sequence[Layer]
    base: KnowledgeBase
    fault: Fault
    layer: Layer
    copied: bool

    @property
    def file(self) -> Path:
        """The entry.yaml that is written."""
        return self.layer.root / self.fault.id / "entry.yaml"

    def set(self, fields: Fields) -> None:
        """Give fields new values, without secrets, or take them away."""
        with redaction(self.layers, self.layer):
            fields = {name: clean(value) for name, value in fields.items()}
        if self.copied:
            copy_changed(self.layer, self.fault, fields, self._fits)
        else:
            change(self.layer, [Change(self.fault.id, fields)], self._fits)

    def rewrite(self, text: str) -> None:
        """Put `text` in place of the entry's."""
        if self.copied:
            copy_rewritten(self.layer, self.fault, text, self._fits)
        else:
            rewrite(self.layer, self.fault.id, text, self._fits)

    def tell(self, done: str) -> None:
        """Say what was done, and to which file; of a copy, what it stands before."""
        if not self.copied:
            typer.echo(printable(f"{done} {short(self.file)}"))
            return
        before = f"stands before that of the {self.fault.layer} layer"
        until = (
            "" if self.layer.trusted else f" once you trust it (kb trust {typed(self.layer.root)})"
        )
        where = f"a copy in the {self.layer.name} layer; it {before}{until}: {short(self.file)}"
        typer.echo(printable(f"{done} {where}"))

    def _fits(self, file: Path, entry: Entry | Tree) -> list[Problem]:
        """What is wrong with the corrected entry that was not wrong with it before."""
        if not isinstance(entry, Entry):
            return []
        found = problems_of(self.base, replace(self.fault, entry=entry, folder=file.parent))
        known = problems_of(self.base, self.fault) if found else ()
        old = {(problem.rule, problem.field, problem.message) for problem in known}
        return [one for one in found if (one.rule, one.field, one.message) not in old]


def correction(id: str, kb: Path | None, team: bool) -> Correction:
    """The correction of entry `id`, in place where that can be. Raises NotFound and Refused."""
    layers = find_layers(kb)
    base = load_all(layers)
    fault = base.fault(id)
    layer = _named(layers, fault.layer)
    if can_write(layer, fault):
        return Correction(layers, base, fault, layer, copied=False)
    own = _named(layers, TEAM if team else PERSONAL)
    return Correction(layers, base, fault, own, copied=True)


def _named(layers: Sequence[Layer], name: str) -> Layer:
    for layer in layers:
        if layer.name == name:
            return layer
    raise Refused("there is no team layer here; stand in its work tree, or leave --team out")
