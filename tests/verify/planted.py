"""A fault with a case, and a runner that answers by what lies in the work folder."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kb.model.entry import Entry
from kb.model.fault import Fault
from kb.model.job import Job, Ran
from kb.verify import Here

ERROR = "ValueError: Expected more than 1 value per channel, got input size [1, 16]"
PRESENT = "a batch of one"


def ran(exit_code: int | None = 0, stdout: str = "", stderr: str = "", **more: Any) -> Ran:
    """What a sandbox hands back."""
    given: dict[str, Any] = {"limit": None, "seconds": 0.5, "peak": 32 << 20, **more}
    return Ran(exit_code, stdout=stdout.encode(), stderr=stderr.encode(), **given)


def searched(job: Job) -> Ran:
    """What the search for `case.shows` says."""
    pattern, output = (job.files[name].decode() for name in ("pattern", "output"))
    return ran(10 if re.search(pattern, output, re.MULTILINE) else 11)


GOOD = {
    "faulty-run": ran(1, stderr=f"Traceback …\n{ERROR}\n"),
    "faulty-check": ran(1, f"smallest batch 1 - {PRESENT}\n"),
    "fixed-run": ran(0, "epoch 1 done\n"),
    "fixed-check": ran(0, "smallest batch 16\n"),
    "empty-check": ran(1, stderr="ModuleNotFoundError: No module named 'train'\n"),
}


@dataclass
class Runner:
    """Answers each of the five runs with what it was given; a list is answered in turn."""

    answers: Mapping[str, Ran | list[Ran]] = field(default_factory=dict)
    jobs: list[Job] = field(default_factory=list)

    def __call__(self, job: Job) -> Ran:
        if "pattern" in job.files:
            return searched(job)
        self.jobs.append(job)
        answer = {**GOOD, **self.answers}[self.step(job)]
        return answer.pop(0) if isinstance(answer, list) else answer

    def step(self, job: Job) -> str:
        if job.command.startswith("python claim"):
            return "correction"
        side = {b"faulty": "faulty", b"fixed": "fixed"}.get(job.files.get("train.py", b""), "empty")
        return f"{side}-{'run' if job.command == 'python train.py' else 'check'}"


def entry(**changes: Any) -> Entry:
    """A whole entry with dotted fields exchanged: `entry(case__shows="x")`; None takes away."""
    raw: dict[str, Any] = {
        "title": "BatchNorm is given a single sample",
        "domain": "model-building",
        "parent": "normalisation",
        "symptom": {"error": ERROR},
        "root_cause": "The last batch holds one sample.",
        "verify": {"command": "python check.py", "present": PRESENT},
        "fix": "Use drop_last=True.",
        "case": {"run": "python train.py"},
        "origin": {"kind": "handbook"},
    }
    for dotted, value in changes.items():
        *path, last = dotted.split("__")
        part = raw
        for name in path:
            part = part[name]
        part[last] = value
        if value is None:
            del part[last]
    return Entry.model_validate(raw)


def fault(id: str = "batchnorm-single-sample", **changes: Any) -> Fault:
    """That entry with its two sides as files."""
    sides = {"faulty": {"train.py": b"faulty"}, "fixed": {"train.py": b"fixed"}}
    return Fault(id, entry(**changes), "team", Path("entries", id), **sides)


HERE = Here(
    today=dt.date(2026, 11, 30),
    python="3.11.9",
    kernel="6.18",
    machine="x86_64",
    packages={"torch": "2.13.0", "numpy": "2.4.0"},
    tools=frozenset({"bash", "lsof"}),
    prefixes=("/home/ada/venv",),
)
