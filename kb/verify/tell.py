"""Outcomes in words: a line for each entry, all about a broken one, the summary."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence

from kb.model.fault import status
from kb.text import printable
from kb.verify.compare import printed
from kb.verify.evidence import cut
from kb.verify.harness import Outcome, Result
from kb.verify.trial import Correction, Trial, ended

_ORDER: tuple[Result, ...] = ("proven", "simulated", "claimed", "skipped", "broken")


def line(outcome: Outcome) -> str:
    """One line: result, id, seconds, and the first reason."""
    why = f"  {outcome.why[0]}" if outcome.why else ""
    if outcome.result == "skipped" and outcome.fault.evidence is not None:
        why += f"; evidence on file: {status(outcome.fault)}"
    return printable(f"{outcome.result:9}  {outcome.fault.id}  {outcome.seconds:.1f} s{why}")


def failure(outcome: Outcome, alone: Sequence[str] = ()) -> str:
    """Why an entry is broken: reasons, the runs that failed, and the line to run it alone.

    `alone`: further words of that line, such as --kb and its folder.
    """
    parts = [f"{outcome.fault.id} is broken"]
    parts += [f"  - {why}" for why in outcome.why]
    parts += [text for trial in outcome.trials if not trial.passed for text in _trial(trial)]
    parts += [text for each in outcome.corrections if not each.passed for text in _correction(each)]
    parts.append("  run it alone:  " + shlex.join(["kb", "verify", outcome.fault.id, *alone]))
    return printable("\n".join(parts))


def _trial(trial: Trial) -> Iterator[str]:
    yield f"  {trial.step.name}"
    yield f"    command   {trial.job.command}"
    yield f"    expected  {trial.step.expected}"
    yield f"    found     {trial.flaky or trial.found}"
    yield f"    output    {_indented(trial.output)}"


def _correction(correction: Correction) -> Iterator[str]:
    yield "  correction"
    yield f"    command   {correction.job.command}"
    yield f"    found     {ended(correction.ran)}"
    yield f"    output    {_indented(printed(correction.ran))}"


def _indented(output: str) -> str:
    return cut(output).replace("\n", "\n    | ") or "(nothing)"


def summary(outcomes: Sequence[Outcome]) -> str:
    """One line: how many of each result, in how many entries."""
    count = Counter(outcome.result for outcome in outcomes)
    told = ", ".join(f"{count[result]} {result}" for result in _ORDER if count[result])
    entries = "1 entry" if len(outcomes) == 1 else f"{len(outcomes)} entries"
    return f"{entries}: {told or 'nothing checked'}"


def checked(outcomes: Sequence[Outcome]) -> int:
    """How many entries had at least one run carried out or were found broken."""
    return sum(1 for each in outcomes if each.trials or each.corrections or each.result == "broken")


def document(outcomes: Sequence[Outcome]) -> dict[str, object]:
    """All outcomes as plain data for `--json`; output is cut but not masked."""
    count = Counter(outcome.result for outcome in outcomes)
    return {
        "summary": {result: count[result] for result in _ORDER},
        "entries": [_entry(outcome) for outcome in outcomes],
    }


def _entry(outcome: Outcome) -> dict[str, object]:
    return {
        "id": outcome.fault.id,
        "layer": outcome.fault.layer,
        "result": outcome.result,
        "why": list(outcome.why),
        "seconds": round(outcome.seconds, 3),
        "runs": [
            {
                "name": trial.step.name,
                "command": trial.job.command,
                "passed": trial.passed,
                "expected": trial.step.expected,
                "found": trial.flaky or trial.found,
                "exit_code": trial.ran.exit_code,
                "output": cut(trial.output),
                "seconds": round(trial.ran.seconds, 3),
                "peak_bytes": trial.ran.peak,
            }
            for trial in outcome.trials
        ],
        "corrections": [
            {
                "claim": each.claim,
                "command": each.job.command,
                "exit_code": each.ran.exit_code,
                "output": cut(printed(each.ran)),
            }
            for each in outcome.corrections
        ],
    }
