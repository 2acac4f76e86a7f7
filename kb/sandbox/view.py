"""What one job sees beside the system: its interpreter, and its project if it has one."""

from __future__ import annotations

import sys
from pathlib import Path

from kb.model.job import Job
from kb.sandbox.interpreter import interpreter
from kb.sandbox.policy import CASE, WORK, View
from kb.sandbox.shown import shown

_PATH = ("/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin")


def view(job: Job, guest: int | None, *, layered: bool = False) -> View:
    """The view of `job`; `layered`: its project may be written, in memory alone.

    Raises `Refused` for what may not be shown.
    """
    python = interpreter(job.python or Path(sys.executable))
    # an interpreter in the current folder would be found by every `grep -r`
    crowded = any(Path(place).is_relative_to(WORK) for _, place in python.binds)
    files = work = CASE if crowded else WORK
    binds, links, layer, copy = python.binds, python.links, "", b""
    if job.project:
        project = shown(
            job.project, guest, layered=layered, beside=[place for _, place in python.binds]
        )
        binds, links = (*binds, *project.binds), (*links, *project.links)
        work, layer, copy = str(project.folder), project.layer, project.copy
    path = ":".join(dict.fromkeys((*python.path, *_PATH)))
    return View(tuple(dict.fromkeys(binds)), links, path, files, work, layer, copy)
