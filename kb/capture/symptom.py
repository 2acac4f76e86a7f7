"""What a paste says in one line. Light: no entry is looked at."""

from __future__ import annotations

from kb.text import clean, report


def symptom(paste: str) -> str | None:
    """The message of the first failure in a paste that is no consequence of another, or None.

    A warning counts only where nothing failed.
    """
    raised = [one for one in report(clean(paste)).raised if one.type]
    if not raised:
        return None
    chosen = min(raised, key=lambda one: (one.type.endswith("Warning"), one.role != "root"))
    first = chosen.message.strip().split("\n", 1)[0]
    return f"{chosen.type}: {first}" if first else chosen.type
