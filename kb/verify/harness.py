"""The harness: one entry, its runs, and what they prove."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from packaging.requirements import InvalidRequirement

from kb.errors import Refused
from kb.model.evidence import Evidence
from kb.model.fault import Fault
from kb.model.job import Runner
from kb.verify.evidence import record
from kb.verify.here import Here, lacking
from kb.verify.plan import correction_jobs, steps
from kb.verify.rejection import proven_before, reasons
from kb.verify.trial import Correction, Trial, attempt, ended

Result = Literal["proven", "simulated", "claimed", "broken", "skipped"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one entry.

    `why` has a sentence for each thing that is wrong (broken), is not here (skipped) or was
    not run (claimed). `evidence` is None when nothing was run; the old one then stands.
    """

    fault: Fault
    result: Result
    why: tuple[str, ...] = ()
    trials: tuple[Trial, ...] = ()
    corrections: tuple[Correction, ...] = ()
    evidence: Evidence | None = None

    @property
    def seconds(self) -> float:
        """Wall time of all its runs."""
        rans = [trial.ran for trial in self.trials] + [each.ran for each in self.corrections]
        return sum(ran.seconds for ran in rans)


def verify(fault: Fault, runner: Runner, here: Here, repeat: int = 1) -> Outcome:
    """Carry out the runs of section 4 of the design, each in a fresh sandbox.

    All of them run even when one fails, so that the reason can be told. `repeat` carries out
    each run so many times. Raises NoSandbox when the runner cannot run anything.
    """
    case = fault.entry.case
    try:
        missing = lacking(case.requires, here) if case else ()
    except InvalidRequirement as error:
        return Outcome(fault, "broken", (f"case.requires: {error}",))
    if missing:
        return Outcome(fault, "skipped", tuple(f"needs {each}" for each in missing))
    try:
        trials = tuple(attempt(step, fault, runner, repeat) for step in steps(fault))
        corrections = _corrections(fault, runner)
    except Refused as error:
        return Outcome(fault, "broken", (f"case: {error}",))
    if not trials and not corrections:
        names = ", ".join(fault.entry.verify.values)
        why = f"not run: the command needs a value for {names}, and there is no case"
        return Outcome(fault, "claimed", (why,))
    return _concluded(fault, trials, corrections, here)


def _corrections(fault: Fault, runner: Runner) -> tuple[Correction, ...]:
    pairs = zip(fault.entry.corrects, correction_jobs(fault), strict=True)
    return tuple(Correction(item.claim, work, runner(work)) for item, work in pairs)


def _concluded(
    fault: Fault, trials: tuple[Trial, ...], corrections: tuple[Correction, ...], here: Here
) -> Outcome:
    why = reasons(fault, trials) + tuple(
        f"the run behind the correction of {each.claim!r} shows nothing: {ended(each.ran)}"
        for each in corrections
        if not each.passed
    )
    evidence = record(fault, not why, trials, corrections, here)
    why += proven_before(fault, evidence) if why else ()
    return Outcome(fault, evidence.outcome, why, trials, corrections, evidence)
