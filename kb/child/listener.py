"""Signals while a command runs: what the terminal sends reaches it anyway, the rest is passed on.

The command is in our process group, so Ctrl-C, Ctrl-\\ and Ctrl-Z reach it from the kernel; a
signal that was sent to us alone (by `kill`, a supervisor, a scheduler) it gets from us. All are
blocked here and taken by a thread that is told who sent them.
"""

from __future__ import annotations

import _thread
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress

_WANTED = ("INT", "TERM", "HUP", "QUIT", "USR1", "USR2", "TSTP", "CONT", "WINCH", "CHLD")
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
_FROM_KERNEL = 0x80
"""SI_KERNEL of Linux: the terminal sent it, to the whole group."""


class Listener:
    """Takes signals from `begin` to `end`; `wake` can be read when one came.

    `resize` follows the size of the terminal and returns it when that has changed, else None.
    `seen`: when a signal that is meant to end us came last, by the monotonic clock.
    """

    def __init__(self, resize: Callable[[], int | None]) -> None:
        self._resize = resize
        self._lock = _thread.allocate_lock()
        self._pid: int | None = None
        self._listening = self._over = False
        self.seen: dict[int, float] = {}
        self.wake, self._bell = os.pipe()
        os.set_blocking(self._bell, False)
        # ignored, it would take the exit code away; and where other threads run, one of them may
        # be given it: the bell is rung all the same
        self._before = signal.signal(signal.SIGCHLD, lambda *_: None)
        self._rung = signal.set_wakeup_fd(self._bell, warn_on_full_buffer=False)
        wanted = (signal.Signals[f"SIG{name}"] for name in _WANTED)
        self._set = {each for each in wanted if signal.getsignal(each) != signal.SIG_IGN}
        self.mask = signal.pthread_sigmask(signal.SIG_BLOCK, self._set)
        """The mask as it was, which is the command's."""

    def begin(self, pid: int) -> None:
        """Pass on to `pid`."""
        self._pid, self._listening = pid, True
        self._thread = _thread.start_new_thread(self._listen, ())

    def look(self) -> list[tuple[int, int]]:
        """Pid and wait status of each child that has ended, stopped or gone on since."""
        found = []
        flags = os.WNOHANG | os.WUNTRACED | os.WCONTINUED
        with self._lock, suppress(ChildProcessError):
            while (one := os.waitpid(-1, flags))[0]:
                found.append(one)
                if one[0] == self._pid and (os.WIFEXITED(one[1]) or os.WIFSIGNALED(one[1])):
                    self._pid = None
        return found

    def end(self) -> None:
        """Take no more; signals do again what they did before."""
        signal.set_wakeup_fd(self._rung)
        if self._listening:
            os.set_blocking(self._bell, True)
            self._over = True
            signal.pthread_kill(self._thread, signal.SIGCHLD)
            while b"e" not in os.read(self.wake, 4096):
                pass
        signal.pthread_sigmask(signal.SIG_SETMASK, self.mask)
        signal.signal(signal.SIGCHLD, self._before)
        os.close(self.wake)
        os.close(self._bell)

    def _listen(self) -> None:
        while True:
            number, from_kernel = self._next()
            if self._over:
                os.write(self._bell, b"e")
                return
            self._take(number, from_kernel)
            with suppress(BlockingIOError):
                os.write(self._bell, b".")

    def _next(self) -> tuple[int, bool]:
        if hasattr(signal, "sigwaitinfo"):
            info = signal.sigwaitinfo(self._set)
            # a terminal that is closed tells the leader of its session alone
            alone = info.si_signo == signal.SIGHUP and os.getsid(0) == os.getpid()
            return info.si_signo, info.si_code == _FROM_KERNEL and not alone
        number = signal.sigwait(self._set)
        return number, number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP)

    def _take(self, number: int, from_kernel: bool) -> None:
        if number == signal.SIGCHLD:
            return
        if number in _ENDING:
            self.seen[number] = time.monotonic()
        if number == signal.SIGWINCH:
            self._pass_size_on()
        elif not from_kernel:
            self._send(number)

    def _pass_size_on(self) -> None:
        """Say again that the size has changed: the command may have looked before it had."""
        terminal = self._resize()
        if terminal is not None:
            try:
                os.killpg(os.tcgetpgrp(terminal), signal.SIGWINCH)
            except OSError:
                self._send(signal.SIGWINCH)

    def _send(self, number: int) -> None:
        with self._lock, suppress(ProcessLookupError, PermissionError):
            if self._pid is not None:
                os.kill(self._pid, number)
