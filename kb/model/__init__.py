"""The words of the domain: frozen values that import nothing of ours but errors.

Each name is loaded when it is asked for, so that plain values (`kb.model.job`) come
without pydantic.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.model.case import Case, Limits
    from kb.model.command import fill
    from kb.model.entry import Correction, Entry, Origin, Placeholder, Symptom, Verify, Withdrawal
    from kb.model.evidence import CorrectionRun, Evidence, Run, RunName, Status, Verdict
    from kb.model.fault import Fault, digest, status
    from kb.model.knowledge import KnowledgeBase, Patterns
    from kb.model.tree import Node, Tree

_FILES = {
    "case": ("Case", "Limits"),
    "command": ("fill",),
    "entry": ("Correction", "Entry", "Origin", "Placeholder", "Symptom", "Verify", "Withdrawal"),
    "evidence": ("CorrectionRun", "Evidence", "Run", "RunName", "Status", "Verdict"),
    "fault": ("Fault", "digest", "status"),
    "knowledge": ("KnowledgeBase", "Patterns"),
    "tree": ("Node", "Tree"),
}
_HOME = {name: file for file, names in _FILES.items() for name in names}

__all__ = [
    "Case",
    "Correction",
    "CorrectionRun",
    "Entry",
    "Evidence",
    "Fault",
    "KnowledgeBase",
    "Limits",
    "Node",
    "Origin",
    "Patterns",
    "Placeholder",
    "Run",
    "RunName",
    "Status",
    "Symptom",
    "Tree",
    "Verdict",
    "Verify",
    "Withdrawal",
    "digest",
    "fill",
    "status",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
