"""What a person asks of `kb add`, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FIELDS: Mapping[str, tuple[str, str, Any]] = {
    "--title": ("title", "TEXT", str),
    "--error": ("symptom.error", "TEXT", str),
    "--observed": ("symptom.observed", "TEXT", str),
    "--also": ("symptom.also", "TEXT", list[str]),
    "--limit": ("symptom.limit", "TEXT", str),
    "--cause": ("root_cause", "TEXT", str),
    "--fix": ("fix", "TEXT", str),
    "--check": ("verify.command", "LINE", str),
    "--present": ("verify.present", "TEXT", str),
    "--looks-at": ("verify.looks_at", "WHAT", str),
    "--parent": ("parent", "NODE", str),
    "--domain": ("domain", "NODE", str),
    "--minutes-to-fix": ("origin.minutes_to_fix", "N", int),
    "--run": ("case.run", "LINE", str),
    "--shows": ("case.shows", "REGEX", str),
}
"""Flag → the field it gives, by dotted name; what stands for the value in the help; its type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """`given` goes by dotted field name; the rest as the options of `kb add`."""

    given: Mapping[str, Any]
    source: str | None
    incident: str | None
    draft: Path | None
    fixed_at: str | None
    fixed: str | None
    same: str | None
    case: Path | None
    draft_case: bool
    id: str | None
    editor: bool
    quiet: bool
    personal: bool
    no_redact: bool
    commit: bool
    dry: bool
    kb: Path | None
    as_json: bool

    @property
    def names_a_fault(self) -> bool:
        """Whether it says itself what was seen, or where that stands."""
        seen = self.given.get("symptom.error") or self.given.get("symptom.observed")
        return bool(self.source or self.draft or seen)


def flags_of(fields: tuple[str, ...]) -> str:
    """The flags that give these fields, in words."""
    flag = {dotted: flag for flag, (dotted, *_) in FIELDS.items()}
    flag["symptom.error"] = "--error or --observed"
    return ", ".join(flag[name] for name in fields)
