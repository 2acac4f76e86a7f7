"""All entries as one JSON document, for other programs."""

from __future__ import annotations

import json
from typing import Any

from kb.model import Evidence, Fault
from kb.pages.view import DUMP, View


def dump(view: View) -> tuple[str, str]:
    """Path and text: a list, one entry a line, with id, status and a summary of the evidence."""
    lines = ",\n".join(_line(view, fault) for fault in view.base.faults.values())
    return DUMP, f"[\n{lines}\n]\n"


def _line(view: View, fault: Fault) -> str:
    shown = (fault, view.standings[fault.id])
    place = f"{DUMP}#{fault.id}"
    return view.kept.page(place, shown, lambda: json.dumps(_one(view, fault), ensure_ascii=False))


def _one(view: View, fault: Fault) -> dict[str, Any]:
    entry = fault.entry.model_dump(mode="json", by_alias=True, exclude_none=True)
    return {
        "id": fault.id,
        "status": view.standings[fault.id],
        "layer": fault.layer,
        "entry": entry,
        "evidence": _summary(fault.evidence) if fault.evidence else None,
    }


def _summary(evidence: Evidence) -> dict[str, Any]:
    return {
        "outcome": evidence.outcome,
        "recorded": evidence.recorded.isoformat(),
        "environment": evidence.environment,
        "runs": [run.model_dump(mode="json", exclude={"output"}) for run in evidence.runs],
    }
