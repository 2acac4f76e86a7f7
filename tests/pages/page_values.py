"""Faults with evidence or a withdrawal, and their pages as elements."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from page_dom import by_mkdocs

from kb.model import Evidence, Fault, KnowledgeBase, Run, digest
from kb.pages import Kept, Settings, stream


def run(name: str, found: str, output: str, *, passed: bool = True) -> Run:
    return Run.model_validate(
        {
            "name": name,
            "passed": passed,
            "expected": "present",
            "found": found,
            "exit_code": 1,
            "output": output,
            "seconds": 1.234,
            "peak_mib": 210,
        }
    )


def proven(fault: Fault, **other: object) -> Fault:
    runs = (
        run("faulty-run", "exit 1, shows the symptom", "ValueError: Expected more"),
        run("faulty-check", "present", "33 samples\nhere is a batch of one"),
        run("fixed-check", "absent", "17"),
    )
    evidence = Evidence.model_validate(
        {
            "outcome": "proven",
            "digest": digest(fault),
            "recorded": dt.date(2026, 11, 30),
            "environment": {"torch": "2.13.0"},
            "runs": runs,
            **other,
        }
    )
    return replace(fault, evidence=evidence)


def with_fault(knowledge: KnowledgeBase, fault: Fault) -> KnowledgeBase:
    return replace(knowledge, faults={**knowledge.faults, fault.id: fault})


def withdrawn(fault: Fault, how: str) -> Fault:
    data = fault.entry.model_dump(by_alias=True)
    data["withdrawn"] = {"as": how, "on": dt.date(2026, 12, 1), "reason": "It raises."}
    return replace(fault, entry=type(fault.entry).model_validate(data))


def page_of(knowledge: KnowledgeBase, path: str, settings: Settings | None = None):
    return by_mkdocs(text_of(knowledge, path, settings))


def text_of(knowledge: KnowledgeBase, path: str, settings: Settings | None = None) -> str:
    """What `pages` makes at `path`, without those after it."""
    made = stream(knowledge, settings or Settings(), Kept(), boxed=False)
    return next(text for each, text in made if each == path)
