"""Evidence from trials: masked, cut and rounded, so that recording twice changes little."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Literal

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from kb.model.evidence import CorrectionRun, Evidence, Run
from kb.model.fault import Fault, digest
from kb.model.job import MIB
from kb.verify.compare import printed
from kb.verify.here import Here
from kb.verify.plan import STEPS
from kb.verify.trial import Correction, Trial

LINES, WIDTH, HEAD = 60, 400, 15
"""Most lines kept of an output, most characters of a line, and how many lines of the start."""

_VOLATILE = (
    (re.compile(r"\b0x[0-9a-fA-F]{4,}\b"), "<hex>"),
    (re.compile(r"\b(pid)([ =:]*\(?)\d+\b", re.I), r"\1\2<number>"),
    (re.compile(r"\b(process|thread|job)([ =:]*\(?)\d{3,}\b", re.I), r"\1\2<number>"),
    (re.compile(r"\btorch_\d+_\d+(_\d+)?"), "torch_<number>"),
    (re.compile(r"(?<=_)\d{6,}(?=_|\b)"), "<number>"),
    (re.compile(r"(?<=/tmp/)[\w.-]+"), "<name>"),
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?([.,]\d+)?(Z|[+-]\d\d:?\d\d)?"), "<time>"),
    (re.compile(r"\b\d\d:\d\d:\d\d([.,]\d+)?\b"), "<time>"),
    (re.compile(r"\b\d+\.\d+(?= ?(s|ms|us|µs|ns|sec|secs|seconds|min|minutes)\b)"), "<number>"),
    (re.compile(r"\b\d+(?= ?(ms|us|µs|ns)\b)"), "<number>"),
)


def record(
    fault: Fault,
    passed: bool,
    trials: Sequence[Trial],
    corrections: Sequence[Correction],
    here: Here,
) -> Evidence:
    """What was run and what came out, as `evidence.json` will hold it.

    Where nothing but time and memory changed, and those not much, it is the old evidence.
    """
    new = Evidence(
        outcome=_best(fault, len(trials)) if passed else "broken",
        digest=digest(fault),
        recorded=here.today,
        environment=environment(fault, here),
        runs=tuple(_run(trial, here) for trial in trials),
        corrections=tuple(_correction(each, here) for each in corrections),
    )
    old = fault.evidence
    return new if old is None else _settled(old, new)


def _best(fault: Fault, runs: int) -> Literal["proven", "simulated", "claimed"]:
    """What it is called when all that was run has passed."""
    if runs < len(STEPS):
        return "claimed"
    return "simulated" if fault.entry.case and fault.entry.case.simulated else "proven"


def environment(fault: Fault, here: Here) -> dict[str, str]:
    """Interpreter, kernel, machine, and the packages that the entry names or imports."""
    installed = {
        name: here.packages[name] for name in sorted(_packages(fault)) if name in here.packages
    }
    base = {"python": here.python, "kernel": here.kernel, "machine": here.machine}
    return base | installed


def _packages(fault: Fault) -> set[str]:
    named = set()
    for requirement in fault.entry.case.requires if fault.entry.case else ():
        try:
            named.add(canonicalize_name(Requirement(requirement).name))
        except InvalidRequirement:
            continue
    sources = b"\n".join([fault.entry.verify.command.encode(), *fault.faulty.values()])
    imported = re.findall(rb"\b(?:import|from)\s+(torch|numpy)\b", sources)
    return named | {name.decode() for name in imported}


def _run(trial: Trial, here: Here) -> Run:
    return Run(
        name=trial.step.name,
        passed=trial.passed,
        expected=trial.step.expected,
        found=steady(trial.found, here),
        exit_code=trial.ran.exit_code,
        output=cut(steady(trial.output, here)),
        seconds=round(trial.ran.seconds, 1),
        peak_mib=math.ceil(trial.ran.peak / MIB / 16) * 16,
    )


def _correction(correction: Correction, here: Here) -> CorrectionRun:
    return CorrectionRun(
        claim=correction.claim,
        exit_code=correction.ran.exit_code,
        output=cut(steady(printed(correction.ran), here)),
    )


def steady(text: str, here: Here) -> str:
    """`text` without what differs between two equal runs or two machines' folders."""
    for prefix in sorted(here.prefixes, key=len, reverse=True):
        text = text.replace(prefix + "/", "/python/")
    for pattern, put in _VOLATILE:
        text = pattern.sub(put, text)
    return text


def cut(text: str) -> str:
    """`text` within the bound: its start and its end, and how many lines are left out."""
    lines = [line if len(line) <= WIDTH else line[:WIDTH] + "…" for line in text.splitlines()]
    if len(lines) <= LINES:
        return "\n".join(lines)
    tail = LINES - HEAD - 1
    gap = f"… {len(lines) - HEAD - tail} lines left out …"
    return "\n".join([*lines[:HEAD], gap, *lines[-tail:]])


def _settled(old: Evidence, new: Evidence) -> Evidence:
    """`new`, with the old figures of each run where they did not move much.

    Where nothing else changed either it is `old` with its date, so that the file stays as it is.
    """
    if (old.digest, old.environment) != (new.digest, new.environment):
        return new
    before = {run.name: run for run in old.runs}
    runs = tuple(_steadied(before.get(run.name, run), run) for run in new.runs)
    settled = new.model_copy(update={"runs": runs})
    return old if settled.model_copy(update={"recorded": old.recorded}) == old else settled


def _steadied(old: Run, new: Run) -> Run:
    same_time = _close(old.seconds, new.seconds, slack=2)
    same_size = _close(old.peak_mib, new.peak_mib, slack=64)
    return new.model_copy(
        update={
            "seconds": old.seconds if same_time else new.seconds,
            "peak_mib": old.peak_mib if same_size else new.peak_mib,
        }
    )


def _close(old: float, new: float, slack: float) -> bool:
    """Within a factor of three, which a busy machine makes, or too small to matter."""
    return max(old, new) <= max(3 * min(old, new), min(old, new) + slack)
