"""An incident to work with."""

from __future__ import annotations

from typing import Any

from kb.model.incident import Incident


def incident(**other: Any) -> Incident:
    """`python train.py` in /w failed after ten seconds, at 1000 s."""
    given: dict[str, Any] = {
        "id": "20261130-154213-train",
        "command": ("python", "train.py"),
        "program": "python train.py",
        "folder": "/w",
        "started": 990.0,
        "ended": 1000.0,
        "exit_code": 1,
        "signal": None,
        "tail": "ValueError: the spoon has 3 tines",
        "symptom": "ValueError: the spoon has 3 tines",
        "first": 1000.0,
    }
    return Incident(**(given | other))
