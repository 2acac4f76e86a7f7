"""Work folders that outlive a run, so that a person can step into them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import PurePath

from kb.model.fault import Fault
from kb.model.job import MIB, Bounds, Job
from kb.verify.plan import STEPS, Step, files, job


def kept_files(fault: Fault) -> dict[str, bytes]:
    """What lies in the work folders of both sides: `faulty/train.py`, `fixed/train.py`."""
    sides: dict[str, Mapping[str, bytes]] = {
        step.side: files(step, fault) for step in _steps(fault)
    }
    return {
        f"{side}/{path}": content for side, held in sides.items() for path, content in held.items()
    }


def step_into(fault: Fault, folder: PurePath) -> str:
    """The lines that run each of the first four runs again in `folder`, one below the other."""
    return "\n".join(
        f"  {step.name:12}  {shlex.join(_again(job(step, fault), folder / step.side))}"
        for step in _steps(fault)
    )


def _again(work: Job, folder: PurePath) -> list[str]:
    """The words that run `work` again on the files in `folder`, with the limits of its own."""
    words = ["kb", "sandbox", "--work", str(folder)]
    bounds, usual = work.bounds, Bounds()
    if work.beside:
        words += ["--beside", work.beside]
    if bounds.seconds != usual.seconds:
        words += ["--timeout", f"{bounds.seconds:g}"]
    for name in ("memory", "tmp", "shm"):
        size = getattr(bounds, name)
        words += [f"--{name}", f"{size // MIB}M"] if size != getattr(usual, name) else []
    if bounds.open_files != usual.open_files:
        words += ["--open-files", str(bounds.open_files)]
    return [*words, "--", work.command]


def _steps(fault: Fault) -> tuple[Step, ...]:
    return STEPS[:4] if fault.entry.case else ()
