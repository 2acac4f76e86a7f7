"""A plan carried out: entries made and changed, and a draft for each row that is left."""

from __future__ import annotations

from pathlib import Path

from kb.exchange.plan import Left, Plan
from kb.store.bulk import create_all, keep_draft
from kb.store.layers import Layer
from kb.store.write import Change, change
from kb.text import printable


def carry_out(plan: Plan, layer: Layer, source: str) -> tuple[Path, ...]:
    """Write what `plan` says, all new entries or none, then the changes, all or none, then drafts.

    Returns the draft of each row that is left. `source` names the file for a person. Raises
    Refused, InvalidFiles and CannotWrite.
    """
    create_all(layer, {one.fault.id: (one.text, one.row.files) for one in plan.new})
    change(layer, [Change(one.fault.id, one.fields) for one in plan.updates])
    return tuple(
        keep_draft(layer, one.name, _text(one, source), one.row.files) for one in plan.left
    )


def _text(left: Left, source: str) -> str:
    """The draft with what is wrong on top."""
    said = (f"{left.row.place} of {source}", *left.reasons, *filter(None, [left.row.raw]))
    head = "".join(f"# {' '.join(printable(line).split())}\n" for line in said)
    return head + left.text
