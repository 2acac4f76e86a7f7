"""One step carried out: the job, what came back, and whether it is what must come."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from kb.model.fault import Fault
from kb.model.job import Job, Ran, Runner
from kb.verify.compare import printed, shows, still_shows
from kb.verify.contract import judge, line_with
from kb.verify.plan import Step, job

READ_ONLY = "Read-only file system"
"""What is said when a command writes to anything of the sandbox that is not its own."""


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
    trials = [_once(step, fault, work, runner) for _ in range(max(1, repeat))]
    kept = next((trial for trial in trials if not trial.passed), trials[0])
    said = Counter(trial.said for trial in trials)
    if len(said) == 1:
        return kept
    flaky = ", ".join(f"{finding} {times}×" for finding, times in sorted(said.items()))
    return replace(kept, passed=False, flaky=flaky)


def _once(step: Step, fault: Fault, work: Job, runner: Runner) -> Trial:
    ran = runner(work)
    if step.does == "check":
        passed, said, found = _check(step, fault, ran)
    else:
        passed, said, found = _run(step, fault, ran, runner)
    return Trial(step, work, ran, passed, said, found)


def _check(step: Step, fault: Fault, ran: Ran) -> tuple[bool, str, str]:
    verify = fault.entry.verify
    judgement = judge(ran, verify.present)
    said, found = judgement.verdict, str(judgement)
    if said == "absent" and line_with(verify.present, ran.stdout) is not None:
        return False, said, f"absent, yet it prints {verify.present!r}"
    if (line := line_with(READ_ONLY, ran.stderr)) is not None:
        return False, said, f"{found}, yet it writes outside its folder: {line.strip()}"
    if step.side == "faulty":
        return said == "present", said, found
    if step.side == "fixed":
        return said == "absent", said, found
    # a check of a project that is content with no project at all has looked at nothing
    silent = {"inconclusive"} if verify.looks_at == "project" else {"absent", "inconclusive"}
    return said in silent, said, found


def _run(step: Step, fault: Fault, ran: Ran, runner: Runner) -> tuple[bool, str, str]:
    look, words = (shows, _FAULTY) if step.side == "faulty" else (still_shows, _FIXED)
    shown = look(fault.entry, printed(ran), runner)
    found = f"{ended(ran)}, {words[shown]}"
    if step.side == "faulty":
        return shown is True, words[shown], found
    return shown is False and ran.exit_code == 0, found, found


_UNSEARCHED = "case.shows could not be searched in time"
_FAULTY = {True: "shows the symptom", False: "symptom not found", None: _UNSEARCHED}
_FIXED = {True: "the symptom is still there", False: "the symptom gone", None: _UNSEARCHED}


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
