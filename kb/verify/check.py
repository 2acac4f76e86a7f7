"""An entry's command on the reader's own project or machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kb.errors import Refused
from kb.model.command import fill
from kb.model.evidence import Verdict
from kb.model.fault import Fault
from kb.model.job import Bounds, Job, Runner
from kb.verify.compare import printed
from kb.verify.contract import judge
from kb.verify.lacks import next_step, small_file


@dataclass(frozen=True, slots=True)
class Checked:
    """What the command says here. `why`: the line that says present, or what was missing.

    `next` says what to do about an inconclusive check, where that can be told.
    """

    verdict: Verdict
    why: str
    command: str
    output: str = ""
    next: str = ""


def check(
    fault: Fault,
    values: Mapping[str, str],
    runner: Runner,
    project: Path,
    python: Path | None = None,
    bounds: Bounds | None = None,
) -> Checked:
    """Run the command of `fault` in `project`, its placeholders filled from `values`.

    Where a value is missing or does not fit, or the runner refuses the command (it raises
    Refused), the verdict is `inconclusive` with that reason.
    """
    verify = fault.entry.verify
    command = verify.command
    try:
        command = fill(verify, values)
        ran = runner(Job(command, bounds=bounds or Bounds(), project=project, python=python))
    except Refused as error:
        step = "" if verify.values.keys() <= values.keys() else small_file(verify)
        return Checked("inconclusive", str(error), command, next=step)
    judgement = judge(ran, verify.present)
    step = next_step(ran, verify, project) if judgement.verdict == "inconclusive" else ""
    return Checked(judgement.verdict, judgement.why, command, printed(ran), step)
