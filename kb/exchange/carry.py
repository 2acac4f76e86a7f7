"""A plan carried out: entries made and changed, and a draft for each row that is left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kb.exchange.plan import Left, Plan
from kb.store.bulk import create_all, keep_draft
from kb.store.layers import Layer
from kb.store.write import Change, change
from kb.text import printable


@dataclass(frozen=True, slots=True)
class Carried:
    """Where things lie now: folders of new entries by id, and the draft of each row left."""

    folders: Mapping[str, Path]
    drafts: tuple[Path, ...]


def carry_out(plan: Plan, layer: Layer, source: str) -> Carried:
    """Write what `plan` says, all new entries or none, then the changes, all or none, then drafts.

    `source` names the file for a person. Raises Refused, InvalidFiles and CannotWrite.
    """
    made = create_all(layer, {one.fault.id: (one.text, one.row.files) for one in plan.new})
    change(layer, [Change(one.fault.id, one.fields) for one in plan.updates])
    drafts = tuple(
        keep_draft(layer, one.name, _text(one, source), one.row.files) for one in plan.left
    )
    return Carried({folder.name: folder for folder in made}, drafts)


def _text(left: Left, source: str) -> str:
    """The draft with what is wrong on top."""
    said = (f"{left.row.place} of {source}", *left.reasons, *filter(None, [left.row.raw]))
    head = "".join(f"# {' '.join(printable(line).split())}\n" for line in said)
    return head + left.text
