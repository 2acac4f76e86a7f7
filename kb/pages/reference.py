"""The page for those who write entries or read the dump: every field, every rule."""

from __future__ import annotations

from pydantic import BaseModel

from kb.lint import RULES
from kb.model import Correction, Entry, Node, Placeholder
from kb.model.about import about
from kb.pages.view import REFERENCE, View

_PARTS: dict[str, tuple[type[BaseModel], str]] = {
    "verify.values": (Placeholder, "verify.values.NAME."),
    "corrects": (Correction, "corrects[]."),
}
"""Models that stand in a map or a list of the entry, by its field."""


def reference_page(view: View) -> tuple[str, str]:
    """Path and text: the fields of an entry and of a node, the rules of the linter, the dump."""
    return REFERENCE, view.render(
        "reference.md.j2",
        REFERENCE,
        entry=entry_fields(),
        node=about(Node),
        rules=sorted(RULES, key=lambda rule: rule.name),
    )


def entry_fields() -> dict[str, str]:
    """Dotted name → description of each field of an entry, each part below what holds it."""
    fields: dict[str, str] = {}
    for name, text in about(Entry).items():
        fields[name] = text
        if name in _PARTS:
            fields |= about(*_PARTS[name])
    return fields
