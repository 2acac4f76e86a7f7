"""What `kb run` does round a run: captures it when it fails, notices when it is fixed.

Whatever goes wrong in here, how the command ended stands, and is handed back.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kb.capture.within import a_run, kept_inside
from kb.child.aside import aside
from kb.child.ended import Ended
from kb.errors import KbError, NotFound

if TYPE_CHECKING:
    from kb.capture.incident import Captured
    from kb.model.incident import Incident

if sys.platform == "win32":
    from kb.child.piped import follow
else:
    from kb.child.foreground import follow


class Attended(NamedTuple):
    """How it ended; what was captured, if it failed; what it showed to be fixed.

    `kept`: whether the incident is on disk. `trouble`: what went wrong inside, one line.
    """

    ended: Ended
    captured: Captured | None = None
    kept: bool = False
    fixed: tuple[Incident, ...] = ()
    trouble: str | None = None


def attend(command: Sequence[str], kb: Path | None = None) -> Attended:
    """Run `command` in the current folder; an answer to its failure comes from here, or `kb`.

    Raises NoProgram or NotExecutable, and nothing else.
    """
    met, trouble = _met(command, kb)
    # minutes may pass before it ends, so an incident that it outlives is closed meanwhile
    alarms = [(_outlived_after(one), partial(aside, "fixed", one.id)) for one in met]
    with a_run() as token:
        ended = follow(command, alarms)
    if trouble is None and (met or _failed(ended)):
        try:
            return _after(command, kb, ended, met, token)
        except (Exception, KeyboardInterrupt) as error:
            trouble = _line(error)
    if ended.lost:
        trouble = f"what it prints cannot be written ({ended.lost}); make room, and run it again"
    return Attended(ended, trouble=trouble)


def _failed(ended: Ended) -> bool:
    return ended.exit_code != 0 and not ended.stopped


def _met(command: Sequence[str], kb: Path | None) -> tuple[list[Incident], str | None]:
    """The open incidents that this run may show to be fixed. Light where there is none."""
    try:
        from kb.store.homes import named_home

        if not os.path.isdir(os.path.join(named_home("state"), "incidents")):  # noqa: PTH112, PTH118
            return [], None
        return _open(command, kb), None
    except Exception as error:
        return [], _line(error)


def _open(command: Sequence[str], kb: Path | None) -> list[Incident]:
    from kb.store.incidents import every

    folder = Path.cwd()
    here = [one for one in every()[0] if one.fixed is None and one.folder == str(folder)]
    if not here:
        return []
    from kb.capture.program import plain_program
    from kb.capture.window import met_by

    what = plain_program(command, str(folder))
    if any("<" in one.program for one in here):  # something was redacted there, so here too
        what = _redacted_program(command, folder, kb)
    return met_by(here, what, str(folder), command[1:])


def _redacted_program(command: Sequence[str], folder: Path, kb: Path | None) -> str:
    from kb.capture.own import own_in_force
    from kb.capture.program import program

    with own_in_force(folder, kb):
        return program(command, str(folder))


def _outlived_after(incident: Incident) -> float:
    from kb.capture.window import outlived_after

    return outlived_after(incident)


def _after(
    command: Sequence[str], kb: Path | None, ended: Ended, met: Sequence[Incident], token: str
) -> Attended:
    from kb.capture.life import remember
    from kb.store.incidents import every

    caught = _captured(command, kb, ended) if _failed(ended) else None
    fixed, again = _judged(met, ended, caught)
    try:
        closed = _closed(fixed, again)
        if caught and kept_inside(every()[0], token, caught.incident):
            return Attended(ended, fixed=closed)
        if caught:
            caught = caught._replace(incident=remember(caught.incident))
    except KbError as error:
        return Attended(ended, caught, trouble=_line(error))
    return Attended(ended, caught, True, closed, caught.trouble if caught else None)


def _captured(command: Sequence[str], kb: Path | None, ended: Ended) -> Captured:
    from kb.capture.incident import captured

    return captured(
        command,
        Path.cwd(),
        ended.started,
        ended.started + ended.seconds,
        ended.exit_code,
        ended.signal,
        ended.tail.decode("utf-8", "replace"),
        kb=kb,
    )


def _judged(
    met: Sequence[Incident], ended: Ended, caught: Captured | None
) -> tuple[list[Incident], list[Incident]]:
    """Which of them are fixed, and which were outlived and yet came back."""
    from kb.capture.window import is_same

    outlived = [one for one in met if ended.seconds >= _outlived_after(one)]
    again = [one for one in outlived if caught and is_same(one, caught.incident)]
    if ended.exit_code == 0 and not ended.stopped:
        return list(met), []
    return [one for one in outlived if one not in again], again


def _closed(fixed: Sequence[Incident], again: Sequence[Incident]) -> tuple[Incident, ...]:
    from kb.capture.life import mended, reopen

    closed = []
    for one in (*fixed, *again):
        with suppress(NotFound):  # recorded or dropped meanwhile
            closed.append(reopen(one) if one in again else mended(one, time.time()))
    return tuple(one for one in closed if one.fixed is not None)


def _line(error: BaseException) -> str:
    return str(error).split("\n", 1)[0] or type(error).__name__
