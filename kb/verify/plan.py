"""The five runs of an entry, as data, and the job that each of them hands to the sandbox."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kb.model.case import Limits
from kb.model.command import fill
from kb.model.evidence import RunName
from kb.model.fault import Fault
from kb.model.job import MIB, Bounds, Job


@dataclass(frozen=True, slots=True)
class Step:
    """One of the five: on which side, the case's program or the check, and what must come."""

    name: RunName
    side: Literal["faulty", "fixed", "empty"]
    does: Literal["run", "check"]
    expected: str


STEPS = (
    Step("faulty-run", "faulty", "run", "shows the symptom"),
    Step("faulty-check", "faulty", "check", "present"),
    Step("fixed-run", "fixed", "run", "exit 0, the symptom gone"),
    Step("fixed-check", "fixed", "check", "absent"),
    Step("empty-check", "empty", "check", "not present"),
)


def steps(fault: Fault) -> tuple[Step, ...]:
    """What can be run of this entry: all five, or the check in an empty folder alone.

    That is all for an entry without a case, and for a refuted one, whose symptom no case can
    show. A command with placeholders that nobody has given values cannot be run at all.
    """
    withdrawn = fault.entry.withdrawn
    refuted = withdrawn is not None and withdrawn.as_ == "refuted"
    if fault.entry.case is not None:
        return STEPS[-1:] if refuted else STEPS
    return () if fault.entry.verify.values else STEPS[-1:]


def job(step: Step, fault: Fault) -> Job:
    """The job of one step. Raises Refused when the case's values do not fit the command."""
    case = fault.entry.case
    if step.does == "run" and case is not None:
        command = case.run
    else:
        command = fill(fault.entry.verify, case.values if case else {})
    if case is None or step.side == "empty":
        return Job(command)
    return Job(command, files(step, fault), case.beside, bounds(case.limits))


def correction_jobs(fault: Fault) -> tuple[Job, ...]:
    """The runs behind `corrects`, in the faulty folder."""
    case = fault.entry.case
    limits = bounds(case.limits) if case else Bounds()
    return tuple(
        Job(correction.run, fault.faulty, bounds=limits) for correction in fault.entry.corrects
    )


def files(step: Step, fault: Fault) -> Mapping[str, bytes]:
    """What lies in the work folder of a step."""
    if step.side == "empty":
        return {}
    return fault.faulty if step.side == "faulty" else fault.fixed_files()


def bounds(limits: Limits) -> Bounds:
    """The sandbox's limits with the case's own over them."""
    usual = Bounds()
    return Bounds(
        seconds=limits.seconds or usual.seconds,
        memory=limits.memory * MIB if limits.memory else usual.memory,
        tmp=limits.tmp * MIB if limits.tmp else usual.tmp,
        shm=limits.shm * MIB if limits.shm else usual.shm,
        open_files=limits.open_files or usual.open_files,
    )
