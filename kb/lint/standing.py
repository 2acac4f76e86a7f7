"""Rules for where an entry stands: its evidence, its origin, its withdrawal."""

from __future__ import annotations

from collections.abc import Iterator

from kb.lint.rule import Finding, at, in_file, rule
from kb.lint.view import View
from kb.model import status

LATE = 15
"""Minutes after the fix until which an entry counts as recorded in time."""


@rule(
    "warning",
    bad="evidence.json: {outcome: broken}",
    good="evidence.json: {outcome: proven}",
)
def evidence_broken(view: View) -> Iterator[Finding]:
    """The last proof failed: what the entry says did not come out when it was run."""
    for fault in view.faults():
        if status(fault) == "broken" and fault.evidence is not None:
            failed = [run.name for run in fault.evidence.runs if not run.passed]
            message = f"the proof failed at {', '.join(failed) or 'no run that it names'}"
            remedy = f"repair the entry or its case, then: kb verify --record {fault.id}"
            yield in_file(fault, "evidence.json", None, message, remedy)


@rule(
    "warning",
    bad="evidence.json: {digest: of an earlier version}",
    good="evidence.json: {outcome: proven}",
)
def evidence_stale(view: View) -> Iterator[Finding]:
    """What was proven is not what stands there now: verify, case or symptom changed since."""
    for fault in view.faults():
        if status(fault) == "stale":
            remedy = f"prove it again: kb verify --record {fault.id}"
            yield in_file(fault, "evidence.json", None, "is of an earlier version", remedy)


@rule(
    "warning",
    bad="""
entry.yaml: {withdrawn: {as: refuted, on: 2026-11-30, reason: It raises and never yields nan.}}
""",
    good="""
entry.yaml:
  withdrawn: {as: refuted, on: 2026-11-30, reason: It raises and never yields nan.}
  corrects: [{claim: It yields nan, found: it raises, run: python train.py}]
""",
)
def refuted_without_run(view: View) -> Iterator[Finding]:
    """An entry is refuted, and no run under `corrects` shows that its claim does not hold."""
    for fault in view.faults():
        gone = fault.entry.withdrawn
        if gone and gone.as_ == "refuted" and not fault.entry.corrects:
            remedy = "add `corrects: [{claim: …, found: …, run: …}]`"
            yield at(fault, "withdrawn", "is refuted by no run", remedy)


@rule(
    "error",
    bad="""
entry.yaml: {withdrawn: {as: refuted, on: 2026-11-30, reason: It raises and never yields nan.}}
evidence.json: {outcome: proven}
""",
    good="""
entry.yaml: {withdrawn: {as: retired, on: 2026-11-30, reason: Common sense by now.}}
evidence.json: {outcome: proven}
""",
)
def refuted_yet_proven(view: View) -> Iterator[Finding]:
    """An entry is withdrawn as refuted while its evidence proves it. One of the two is wrong."""
    for fault in view.faults():
        gone = fault.entry.withdrawn
        if gone and gone.as_ == "refuted" and status(fault) == "proven":
            message = "says refuted, and evidence.json proves the entry"
            yield at(fault, "withdrawn.as", message, "write retired, or correct the case")


@rule(
    "error",
    bad="""
entry.yaml:
  origin: {kind: incident, met: 2026-11-30}
  withdrawn: {as: retired, on: 2026-11-01, reason: Gone since 2.0.}
""",
    good="""
entry.yaml:
  origin: {kind: incident, met: 2026-11-01}
  withdrawn: {as: retired, on: 2026-11-30, reason: Gone since 2.0.}
""",
)
def withdrawn_before_met(view: View) -> Iterator[Finding]:
    """An entry is withdrawn on a day before its fault was met."""
    for fault in view.faults():
        gone, met = fault.entry.withdrawn, fault.entry.origin.met
        if gone and met and gone.on < met:
            message = f"is before origin.met ({met})"
            yield at(fault, "withdrawn.on", message, "correct one of the two dates")


@rule(
    "warning",
    bad="entry.yaml: {origin: {kind: incident, met: 2026-11-30, minutes_to_record: 40}}",
    good="entry.yaml: {origin: {kind: incident, met: 2026-11-30, minutes_to_record: 6}}",
)
def late_not_said(view: View) -> Iterator[Finding]:
    """The entry was recorded more than 15 minutes after the fix and does not say so, or says so
    and was not.
    """
    for fault in view.faults():
        origin = fault.entry.origin
        taken = origin.minutes_to_record
        if taken is not None and (taken > LATE) != origin.late:
            remedy = f"write `late: {str(taken > LATE).lower()}`"
            yield at(fault, "origin.late", f"does not fit {taken} minutes to record", remedy)


@rule(
    "warning",
    bad="entry.yaml: {origin: {kind: incident}}",
    good="entry.yaml: {origin: {kind: incident, met: 2026-11-30}}",
)
def incident_without_day(view: View) -> Iterator[Finding]:
    """An entry from an incident does not say when it was met, so no review can place it."""
    for fault in view.faults():
        if fault.entry.origin.kind == "incident" and fault.entry.origin.met is None:
            yield at(fault, "origin.met", "is missing", "write the day, as 2026-11-30")
