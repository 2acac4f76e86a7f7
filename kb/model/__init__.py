"""The words of the domain: frozen values that import nothing of ours but errors."""

from kb.model.case import Case, Limits
from kb.model.command import fill
from kb.model.entry import Correction, Entry, Origin, Placeholder, Symptom, Verify, Withdrawal
from kb.model.evidence import CorrectionRun, Evidence, Run, RunName, Status, Verdict
from kb.model.fault import Fault, digest, status
from kb.model.knowledge import KnowledgeBase
from kb.model.tree import Node, Tree

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
