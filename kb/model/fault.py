"""A fault: one folder of a knowledge base, as a value. Its status is computed from evidence."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kb.model.entry import Entry
from kb.model.evidence import CONTRACT_VERSION, Evidence, Status


@dataclass(frozen=True, slots=True)
class Fault:
    """One entry with all that lies in its folder. Paths are relative POSIX paths.

    `layer` is the name of the layer it comes from, `folder` where it lies on disk, `lines`
    the line of each field of entry.yaml (dotted path, counted from 1).
    """

    id: str
    entry: Entry
    layer: str
    folder: Path
    faulty: Mapping[str, bytes] = field(default_factory=dict)
    fixed: Mapping[str, bytes] = field(default_factory=dict)
    pastes: Mapping[str, str] = field(default_factory=dict)
    evidence: Evidence | None = None
    lines: Mapping[str, int] = field(default_factory=dict)

    def fixed_files(self) -> dict[str, bytes]:
        """The files of the fixed case: `faulty/` less `removes`, overlaid by `fixed/`."""
        removed = self.entry.case.removes if self.entry.case else ()
        kept = {
            path: content
            for path, content in self.faulty.items()
            if not any(path == gone or path.startswith(gone.rstrip("/") + "/") for gone in removed)
        }
        return kept | dict(self.fixed)


def digest(fault: Fault) -> str:
    """SHA-256 over what was proven: verify, case, its files, the symptom, the contract.

    Prose is left out, so that a better sentence does not make the evidence stale.
    """
    entry = fault.entry
    case = entry.case.model_dump(mode="json", exclude={"note"}) if entry.case else None
    parts = {
        "contract": CONTRACT_VERSION,
        "symptom": entry.symptom.main,
        "verify": entry.verify.model_dump(mode="json"),
        "case": case,
        "corrects": [correction.run for correction in entry.corrects],
        "faulty": {path: hashlib.sha256(data).hexdigest() for path, data in fault.faulty.items()},
        "fixed": {path: hashlib.sha256(data).hexdigest() for path, data in fault.fixed.items()},
    }
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def status(fault: Fault) -> Status:
    """What the evidence says of this fault today."""
    if fault.evidence is None or fault.evidence.outcome == "claimed":
        return "claimed"
    if fault.evidence.digest != digest(fault):
        return "stale"
    return fault.evidence.outcome
