"""The same where there are no pseudo-terminals: on Windows, through pipes."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from threading import Thread, Timer
from typing import IO

from kb.child.ended import Alarm, Ended, ended
from kb.child.start import cannot_start
from kb.child.tail import Tail

PIECE = 64 * 1024
_TURNS = 100
"""Waits of ten milliseconds for what the command left in its pipe."""


def follow(command: Sequence[str], alarms: Sequence[Alarm] = ()) -> Ended:
    """Run `command` to its end; what it prints goes out at once, and the end of it is kept.

    Ctrl-C reaches it from the console. Raises NoProgram or NotExecutable.
    """
    started, began, tail = time.time(), time.monotonic(), Tail()
    interrupts: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    timers = [Timer(seconds, call) for seconds, call in alarms]
    try:
        child = _started(command)
        copies = [Thread(target=_copy, args=each, daemon=True) for each in _pairs(child, tail)]
        for thread in (*copies, *timers):
            thread.daemon = True
            thread.start()
        while (status := _waited(child)) is None:
            pass
        for copy in copies:
            _let_end(copy)
    finally:
        signal.signal(signal.SIGINT, before)
        for timer in timers:
            timer.cancel()
    seconds = time.monotonic() - began
    return ended(status, started, seconds, tail.content(), bool(interrupts))


def _started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(  # noqa: S603 - the person's own command
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
    except (OSError, ValueError) as error:
        raise cannot_start(command[0], error) from error


def _waited(child: subprocess.Popen[bytes]) -> int | None:
    # with a limit, for a wait without one does not notice Ctrl-C on Windows
    with suppress(subprocess.TimeoutExpired):
        return child.wait(0.5)
    return None


def _let_end(copy: Thread) -> None:
    """Not without limit: a process that outlives the command may hold the pipe open.

    Turns are counted and not seconds, for after a second in which all stood still nothing is read.
    """
    for _ in range(_TURNS):
        copy.join(0.01)
        if not copy.is_alive():
            return


def _pairs(child: subprocess.Popen[bytes], tail: Tail) -> list[tuple[IO[bytes], int, Tail]]:
    streams = ((child.stdout, 1), (child.stderr, 2))
    return [(stream, number, tail) for stream, number in streams if stream]


def _copy(stream: IO[bytes], number: int, tail: Tail) -> None:
    with stream, suppress(OSError):
        while piece := stream.read(PIECE):
            tail.add(piece)
            while piece:
                piece = piece[os.write(number, piece) :]
