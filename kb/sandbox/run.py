"""One job, one sandbox: the order of events around bubblewrap.

The cgroup is made, bubblewrap is started and waits at its gate, its first process goes into
the cgroup, the gate opens, the sandbox proves from inside that it holds, the command starts,
the pipes are read and the limits watched, and everything inside is killed. Only then is
anything handed back.
"""

from __future__ import annotations

from contextlib import ExitStack
from functools import lru_cache

from kb.errors import NoSandbox
from kb.model.job import Job, Ran
from kb.sandbox import cgroup, identity, live, refusal
from kb.sandbox.attend import attend
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


def _order() -> tuple[Engine, ...]:
    return tuple(dict.fromkeys((*_held, *engines())))


@lru_cache(maxsize=1)
def _sweep() -> None:
    cgroup.sweep()


def _run(job: Job, engine: Engine) -> Ran:
    since = live.stops()
    with ExitStack() as stack:
        guest = stack.enter_context(identity.guest())
        seen = view(job, guest)
        group = cgroup.make(job.bounds)
        if group:
            stack.callback(group.remove)
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
