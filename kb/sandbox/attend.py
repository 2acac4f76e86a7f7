"""Sees one command through: from the moment the sandbox holds until all of it is gone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from kb.model.job import MIB, Job, Limit, Ran
from kb.sandbox.cgroup import Cgroup
from kb.sandbox.start import Child
from kb.sandbox.watch import Watch, memory_limit

MOST_OUTPUT = 16 * MIB
"""Bytes of one stream that end a run."""

_TICK, _FIRST_TICK = 0.1, 0.01
_MOST_MISSING, _LONGEST_NAME = 20, 200

_Ended = tuple[Limit, str] | None


def attend(child: Child, job: Job, group: Cgroup | None, watch: Watch) -> Ran:
    """Read and watch until the command ends or a limit is reached; kill; tell what came.

    The sandbox must have said that it holds.
    """
    began = time.monotonic()
    ended = _until_ready(child, job, watch) if job.beside else None
    if not ended:
        began = time.monotonic()
        child.tell("go")
        ended = _watched(child, watch, lambda: _over(child), job.bounds.seconds)
    seconds = time.monotonic() - began
    child.end()
    if group and group.killed():
        ended = memory_limit(job.bounds.memory)
    code = None if ended else child.status("exit-code")
    if code is None and not ended:
        ended = ("machine", "the sandbox was ended from outside")
    limit, detail = ended or (None, "")
    return Ran(
        exit_code=code,
        limit=limit,
        stdout=child.pipes.said("stdout"),
        stderr=child.pipes.said("stderr"),
        seconds=seconds,
        peak=max(watch.peak, group.peak() if group else 0),
        detail=detail,
        missing=_missing(child.pipes.said("missing")),
    )


def _watched(child: Child, watch: Watch, reached: Callable[[], bool], seconds: float) -> _Ended:
    """Read until `reached()`. The limit that came first, else None."""
    now = time.monotonic()
    end, tick = now + seconds, _FIRST_TICK
    look = now + tick
    while not reached():
        now = time.monotonic()
        if now >= end:
            # what came while this process itself was held up is in the pipes
            child.pipes.read(0)
            return None if reached() else ("time", f"more than {seconds:g} s")
        if child.pipes.longest() > MOST_OUTPUT:
            return "output", f"more than {MOST_OUTPUT // MIB} MiB of output"
        if now >= look:
            found = watch.look()
            if found:
                return found
            tick = min(_TICK, 2 * tick)
            look = now + tick
        child.pipes.read(min(end, look) - now)
    return None


def _over(child: Child) -> bool:
    return child.status("exit-code") is not None or "status" not in child.pipes.open


def _until_ready(child: Child, job: Job, watch: Watch) -> _Ended:
    """Wait for the line `ready` of what runs beside."""

    def ready() -> bool:
        return bool(re.search(rb"^ready\r?$", child.pipes.said("beside"), re.MULTILINE))

    def decided() -> bool:
        return ready() or "beside" not in child.pipes.open or _over(child)

    ended = _watched(child, watch, decided, job.bounds.seconds)
    if not ended and ready():
        return None
    if ended and ended[0] != "time":
        return ended
    how = f"was not ready in {job.bounds.seconds:g} s" if ended else "ended before it was ready"
    return "beside", f"the background command {how}{_last_words(child)}"


def _last_words(child: Child) -> str:
    said = child.pipes.said("beside").decode("utf-8", "replace").strip()
    return f": {said[-2000:]}" if said else " and said nothing"


def _missing(said: bytes) -> tuple[str, ...]:
    names = (line.decode("utf-8", "replace")[:_LONGEST_NAME] for line in said.split(b"\n"))
    plain = ("".join(filter(str.isprintable, name)) for name in names)
    return tuple(dict.fromkeys(filter(None, plain)))[:_MOST_MISSING]
