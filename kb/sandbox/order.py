"""One job, one sandbox: the order of events around bubblewrap.

The cgroup is made, bubblewrap is started and waits at its gate, its first process goes into
the cgroup, the gate opens, the sandbox proves from inside that it holds, the command starts,
the pipes are read and the limits watched, and everything inside is killed. Only then is
anything handed back.
"""

from __future__ import annotations

import mmap
import sys
from contextlib import ExitStack, closing
from functools import lru_cache

from kb.errors import NoSandbox
from kb.model.job import MIB, Job, Ran
from kb.sandbox import cgroup, identity, live, refusal
from kb.sandbox.attend import attend
from kb.sandbox.cgroup import CannotCount, Cgroup
from kb.sandbox.engine import Engine, engines
from kb.sandbox.start import started
from kb.sandbox.view import view
from kb.sandbox.watch import Watch, memory_limit

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
    since, refused = live.stops(), None
    for tried, layered in _ways(job, engine):
        try:
            ran = _run(job, tried, since, layered=layered)
        except NoSandbox as error:
            if live.stops() != since:
                raise KeyboardInterrupt from error
            # overlayfs may be missing where a sandbox is not
            refused = refused if layered else refused or error
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


def _before_the_command(job: Job, group: Cgroup | None, error: Exception) -> Ran:
    """Memory may be bounded so tightly that nothing starts; anything else is a refusal."""
    if group and group.killed():
        limit, detail = memory_limit(job.bounds.memory)
        return Ran(None, limit, b"", b"", 0.0, group.peak(), detail=detail)
    if isinstance(error, NoSandbox):
        raise error
    raise NoSandbox(refusal.words(f"the watch cannot look inside: {error}".encode())) from error


def _ways(job: Job, engine: Engine | None) -> list[tuple[Engine, bool]]:
    """Each engine to try; where there is a project, first with a layer for what it writes."""
    tried = (engine,) if engine else _order()
    return [
        (each, layered)
        for layered in ((True, False) if job.project else (False,))
        for each in tried
    ]


def _order() -> tuple[Engine, ...]:
    return tuple(dict.fromkeys((*_held, *engines())))


@lru_cache(maxsize=1)
def _sweep() -> None:
    cgroup.sweep()


def _run(job: Job, engine: Engine, since: int, *, layered: bool) -> Ran:
    group = cgroup.make(job.bounds)
    try:
        return _attempt(job, engine, group, since, layered=layered)
    except CannotCount:
        # the watchdog counts then, and the filter is the stricter one
        return _attempt(job, engine, None, since, layered=layered)


def _attempt(job: Job, engine: Engine, group: Cgroup | None, since: int, *, layered: bool) -> Ran:
    with ExitStack() as stack:
        if group:
            stack.callback(group.remove)
        guest = stack.enter_context(identity.guest())
        seen = view(job, guest, layered=layered)
        child = stack.enter_context(started(engine, job, seen, guest, counted=bool(group)))
        child.hold()
        stack.enter_context(live.living(child.pidfd, since))
        if group:
            group.add(child.pid)
        child.tell("gate")
        try:
            child.wait_until_it_holds()
            watch = stack.enter_context(closing(Watch(child.pid, job.bounds, group, seen.layer)))
        except (NoSandbox, OSError) as error:
            ran = _before_the_command(job, group, error)
        else:
            ran = attend(child, job, group, watch)
    if live.stops() != since:
        raise KeyboardInterrupt
    return ran
