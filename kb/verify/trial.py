"""One step carried out: the job, what came back, and whether it is what must come."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from kb.model.fault import Fault
from kb.model.job import Job, Ran, Runner
from kb.verify.compare import printed, shows, still_shows
from kb.verify.contract import judge, line_with
from kb.verify.plan import Step, job


@dataclass(frozen=True, slots=True)
class Trial:
    """A step and how it went. `said` is the bare verdict or finding, `found` says it in words.

    `flaky` tells in words how often each finding came when it was not always the same.
    """

    step: Step
    job: Job
    ran: Ran
    passed: bool
    said: str
    found: str
    flaky: str = ""

    @property
    def output(self) -> str:
        """All that was printed, as it came."""
        return printed(self.ran)


def attempt(step: Step, fault: Fault, runner: Runner, repeat: int = 1) -> Trial:
    """Carry out a step `repeat` times; the first that fails is kept, else the first."""
    work = job(step, fault)
    trials = [_judged(step, fault, work, runner(work)) for _ in range(max(1, repeat))]
    kept = next((trial for trial in trials if not trial.passed), trials[0])
    said = Counter(trial.said for trial in trials)
    if len(said) == 1:
        return kept
    flaky = ", ".join(f"{finding} {times}×" for finding, times in sorted(said.items()))
    return Trial(kept.step, work, kept.ran, False, kept.said, kept.found, flaky)


def _judged(step: Step, fault: Fault, work: Job, ran: Ran) -> Trial:
    decide = _check if step.does == "check" else _faulty if step.side == "faulty" else _fixed
    passed, said, found = decide(step, fault, ran)
    return Trial(step, work, ran, passed, said, found)


def _check(step: Step, fault: Fault, ran: Ran) -> tuple[bool, str, str]:
    verify = fault.entry.verify
    judgement = judge(ran, verify.present)
    said, found = judgement.verdict, str(judgement)
    if step.side == "faulty":
        return said == "present", said, found
    if said == "absent" and line_with(verify.present, ran.stdout) is not None:
        return False, said, f"absent, yet it prints {verify.present!r}"
    if step.side == "fixed":
        return said == "absent", said, found
    # a check of a project that is content with no project at all has looked at nothing
    silent = {"inconclusive"} if verify.looks_at == "project" else {"absent", "inconclusive"}
    return said in silent, said, found


def _faulty(step: Step, fault: Fault, ran: Ran) -> tuple[bool, str, str]:
    del step
    shown = shows(fault.entry, printed(ran))
    said = "symptom" if shown else "no symptom"
    return shown, said, f"{ended(ran)}, {'shows the symptom' if shown else 'symptom not found'}"


def _fixed(step: Step, fault: Fault, ran: Ran) -> tuple[bool, str, str]:
    del step
    shown = still_shows(fault.entry, printed(ran))
    passed = ran.exit_code == 0 and not shown
    symptom = "the symptom is still there" if shown else "the symptom gone"
    return passed, "gone" if passed else "not gone", f"{ended(ran)}, {symptom}"


def ended(ran: Ran) -> str:
    """How a run came to its end, in words."""
    if ran.exit_code is None:
        return f"{ran.limit} limit ({ran.detail})" if ran.detail else f"{ran.limit} limit"
    missing = f", not found: {', '.join(ran.missing)}" if ran.missing else ""
    return f"exit {ran.exit_code}{missing}"


@dataclass(frozen=True, slots=True)
class Correction:
    """The run behind one `corrects` item; it fails when it could not show anything."""

    claim: str
    job: Job
    ran: Ran

    @property
    def passed(self) -> bool:
        """Any exit code will do, but the run must have started and come to its own end."""
        return self.ran.exit_code not in (None, 126, 127) and not self.ran.missing
