"""An entry's command on the reader's own project or machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kb.errors import Refused
from kb.model.command import fill
from kb.model.evidence import Verdict
from kb.model.fault import Fault
from kb.model.job import Job, Runner
from kb.verify.compare import printed
from kb.verify.contract import judge


@dataclass(frozen=True, slots=True)
class Checked:
    """What the command says here. `why`: the line that says present, or what was missing."""

    verdict: Verdict
    why: str
    command: str
    output: str = ""


def check(
    fault: Fault,
    values: Mapping[str, str],
    runner: Runner,
    project: Path,
    python: Path | None = None,
) -> Checked:
    """Run the command of `fault` in `project`, its placeholders filled from `values`.

    Where a value is missing or does not fit, or the runner refuses the command (it raises
    Refused), the verdict is `inconclusive` with that reason.
    """
    command = fault.entry.verify.command
    try:
        command = fill(fault.entry.verify, values)
        ran = runner(Job(command, project=project, python=python))
    except Refused as error:
        return Checked("inconclusive", str(error), command)
    judgement = judge(ran, fault.entry.verify.present)
    return Checked(judgement.verdict, judgement.why, command, printed(ran))
