"""One job, one sandbox: the order of events around bubblewrap.

The cgroup is made, bubblewrap is started and waits at its gate, its first process goes into
the cgroup, the gate opens, the sandbox proves from inside that it holds, the command starts,
the pipes are read and the limits watched, and everything inside is killed. Only then is
anything handed back.
"""

from __future__ import annotations

import mmap
import sys
from contextlib import ExitStack
from functools import lru_cache

from kb.errors import NoSandbox
from kb.model.job import MIB, Job, Ran
from kb.sandbox import cgroup, identity, live, refusal
from kb.sandbox.attend import attend
from kb.sandbox.cgroup import CannotCount, Cgroup
from kb.sandbox.engine import Engine, engines
from kb.sandbox.start import started
from kb.sandbox.view import view

_held: list[Engine] = []
"""The engine that held last."""


def run(job: Job, engine: Engine | None = None) -> Ran:
    """Run `job` in a fresh sandbox and return what came of it, when all of it is gone.

    Raises `NoSandbox` if this machine gives none: nothing has run then. Raises `Refused` for
    a project, an interpreter or a file that may not be shown. Safe from many threads and
    processes; threads other than the main one are interrupted by `stop()`.
    """
    if sys.platform != "linux":
        raise NoSandbox(refusal.OTHER_SYSTEM)
    too_large = _too_large(job)
    if too_large:
        return Ran(None, "disk", b"", b"", 0.0, 0, detail=too_large)
    _sweep()
    refused: NoSandbox | None = None
    for tried in (engine,) if engine else _order():
        try:
            ran = _run(job, tried)
        except NoSandbox as error:
            refused = refused or error
        else:
            _held[:] = [tried]
            return ran
    raise refused or NoSandbox(refusal.NOTHING_FOUND)


def _too_large(job: Job) -> str:
    pages = sum(-(-len(content) // mmap.PAGESIZE) for content in job.files.values())
    size = pages * mmap.PAGESIZE
    if size <= job.bounds.work:
        return ""
    return f"the files take {size // MIB} MiB, the work folder {job.bounds.work // MIB} MiB"


def _order() -> tuple[Engine, ...]:
    return tuple(dict.fromkeys((*_held, *engines())))


@lru_cache(maxsize=1)
def _sweep() -> None:
    cgroup.sweep()


def _run(job: Job, engine: Engine) -> Ran:
    group = cgroup.make(job.bounds)
    try:
        return _attempt(job, engine, group)
    except CannotCount:
        # the watchdog counts then, and the filter is the stricter one
        return _attempt(job, engine, None)


def _attempt(job: Job, engine: Engine, group: Cgroup | None) -> Ran:
    since = live.stops()
    with ExitStack() as stack:
        if group:
            stack.callback(group.remove)
        guest = stack.enter_context(identity.guest())
        seen = view(job, guest)
        child = stack.enter_context(started(engine, job, seen, guest, counted=bool(group)))
        child.hold()
        stack.enter_context(live.living(child.pidfd, since))
        if group:
            group.add(child.pid)
        child.tell("gate")
        child.wait_until_it_holds()
        ran = attend(child, job, group)
    if live.stops() != since:
        raise KeyboardInterrupt
    return ran
