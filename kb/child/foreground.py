"""Runs the person's command as if `kb` were not there, and sees how it ends."""

from __future__ import annotations

import errno
import os
import select
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

from kb.child import family
from kb.child.channel import Channel, channels
from kb.child.ended import RECENT, Alarm, Ended, ended
from kb.child.listener import Listener
from kb.child.start import start
from kb.child.tail import Tail

_SHELLS = frozenset("bash csh dash elvish fish ksh nu sh tcsh xonsh zsh".split())


def follow(command: Sequence[str], alarms: Sequence[Alarm] = ()) -> Ended:
    """Run `command` to its end in the current folder, with our streams and environment.

    What it prints goes out at once, and the end of it is kept. After Ctrl-C, SIGTERM or a
    closed terminal nothing of it is left. An interactive shell is not listened to, and always
    ends as somebody wanted. Raises NoProgram or NotExecutable.
    """
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    shell = _is_shell(command)
    run = _Run([] if shell else channels(), sorted(alarms, key=lambda alarm: alarm[0]))
    try:
        ended = run.to_its_end(command)
        return ended._replace(stopped=ended.stopped or shell, lost=run.lost())
    finally:
        run.close()


def _is_shell(command: Sequence[str]) -> bool:
    """Whether it is a shell that a person types into.

    For its job control it must own the terminal of its stderr, and its exit code is that of
    whatever was typed last.
    """
    first, *words = command
    options = all(word.startswith("--") or (word[:1] == "-" and "c" not in word) for word in words)
    return os.path.basename(first) in _SHELLS and options and os.isatty(0)  # noqa: PTH119


class _Run:
    def __init__(self, open_: list[Channel], alarms: list[Alarm]) -> None:
        self._channels = open_
        self._alarms = alarms
        self._tail = Tail()
        self._before = family.already()
        self._listener = Listener(self._resize)
        self._pid = 0
        self._status: int | None = None
        self._began = 0.0

    def to_its_end(self, command: Sequence[str]) -> Ended:
        self._resize()
        family.adopt(True)
        started, self._began = time.time(), time.monotonic()
        streams = {number: each.given for each in self._channels for number in each.numbers}
        self._pid = start(command, streams, self._listener.mask)
        self._listener.begin(self._pid)
        for each in self._channels:
            each.started()
        while self._status is None:
            self._step()
        seconds = time.monotonic() - self._began
        self._rest()
        stopped = self._stopped()
        if stopped:
            family.end_all(self._before)
        return ended(self._status, started, seconds, self._tail.content(), stopped)

    def close(self) -> None:
        family.adopt(False)
        for each in self._channels:
            each.restore()
            each.close()
        self._listener.end()

    def _step(self) -> None:
        """Wait for output, a signal or an alarm, and do what it asks for."""
        reading = {each.read: each for each in self._channels if each.read >= 0}
        typed = {each.out: each for each in self._channels if each.wants_keys}
        watched = [*reading, *typed, self._listener.wake]
        ready, _, _ = select.select(watched, [], [], self._patience())
        for number in ready:
            if number in reading:
                self._tail.add(reading[number].move())
            elif number in typed:
                typed[number].hand_keys()
            else:
                os.read(number, 4096)
                self._look()
        if self._patience() == 0:
            with suppress(Exception):  # no reason to leave the command alone
                self._alarms.pop(0)[1]()

    def _patience(self) -> float | None:
        """Seconds until the next alarm."""
        if not self._alarms:
            return None
        return max(0.0, self._began + self._alarms[0][0] - time.monotonic())

    def _look(self) -> None:
        for pid, status in self._listener.look():
            if pid != self._pid:
                continue
            if os.WIFSTOPPED(status):
                self._stop()
            elif not os.WIFCONTINUED(status):
                self._status = os.waitstatus_to_exitcode(status)

    def _stop(self) -> None:
        """It was stopped (Ctrl-Z): so are we, and the shell has the terminal, until `fg`."""
        if not os.isatty(0):
            return
        self._rest()
        for each in self._channels:
            each.restore()
        stopped = time.monotonic()
        os.kill(os.getpid(), signal.SIGSTOP)
        self._began += time.monotonic() - stopped
        self._resize()
        for each in self._channels:
            each.follow()

    def _rest(self) -> None:
        for each in self._channels:
            for piece in each.rest():
                self._tail.add(piece)

    def _resize(self) -> int | None:
        changed = [each.out for each in self._channels if each.resize()]
        return changed[0] if changed else None

    def lost(self) -> str | None:
        """Why output was lost, but for a reader or a terminal that is gone."""
        usual = (errno.EPIPE, errno.EIO)
        errors = (each.lost for each in self._channels)
        return next((one.strerror for one in errors if one and one.errno not in usual), None)

    def _stopped(self) -> bool:
        """Whether somebody wanted it to end: see `Ended`."""
        seen, now = self._listener.seen, time.monotonic()
        if signal.SIGTERM in seen or signal.SIGHUP in seen:
            return True
        status = self._status or 0
        if -status in seen or status == 128 + signal.SIGINT or status == -signal.SIGINT:
            return True
        if any(now - moment < RECENT for moment in seen.values()):
            return True
        return any(each.lost for each in self._channels)
