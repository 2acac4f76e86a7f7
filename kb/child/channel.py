"""What a command gets for its stdout and stderr: like to like, and a copy of all that goes by.

A terminal stands in for a terminal, a pipe for anything else. Streams that lead to one place
share one channel, so that their order stays as it was written. Input is not touched: the
command reads the real one, and so echo, prompts, Ctrl-C, Ctrl-Z and what is typed ahead go the
way they always do. The exception is a program that opens the terminal of its stderr to read
keys from it, as `less` does: it is handed them as long as it has that terminal in its own mode.
"""

from __future__ import annotations

import fcntl
import os
import select
import signal
import termios
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from kb.child import family

PIECE = 64 * 1024
_LARGE = 1 << 20
_ENOUGH = 4 << 20
"""Most bytes taken over after the command has ended: what it left in the pipe, not what a
process that outlives it still writes."""


class Channel:
    """A pipe to one place. `given` is the command's end, `read` ours, `out` the real one."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.numbers = tuple(numbers)
        self.out = self.numbers[0]
        self.lost: OSError | None = None
        self.wants_keys = False
        self.read, self.given = self._made()

    def _made(self) -> tuple[int, int]:
        read, given = os.pipe()
        with suppress(OSError, AttributeError):
            fcntl.fcntl(read, fcntl.F_SETPIPE_SZ, _LARGE)
        return read, given

    def started(self) -> None:
        """The command has its end; a pipe ends when it closes it."""
        os.close(self.given)
        self.given = -1

    def move(self) -> bytes:
        """What waits goes out, and is returned; b"" at the end of it."""
        try:
            piece = os.read(self.read, PIECE)
            self.follow()
            _write(self.out, piece)
        except OSError as error:
            # as the command would have met it: nobody reads, or nothing more can be written
            self.lost = error
            piece = b""
        if not piece:
            self.close()
        return piece

    def rest(self) -> Iterable[bytes]:
        """What still waits, to be asked for when the command is gone."""
        room = _ENOUGH
        while self.read >= 0 and room > 0 and select.select([self.read], [], [], 0)[0]:
            piece = self.move()
            room -= len(piece)
            yield piece

    def resize(self) -> bool:
        """Follow the size of the real terminal; whether it had changed."""
        return False

    def follow(self) -> None:
        """Follow the mode that the command set for its terminal."""

    def restore(self) -> None:
        """Leave the real terminal as it was found."""

    def hand_keys(self) -> None:
        """What is typed goes to the terminal that the command reads."""

    def close(self) -> None:
        """Give up both ends."""
        for end in (self.read, self.given):
            if end >= 0:
                os.close(end)
        self.read = self.given = -1


class Screen(Channel):
    """A terminal that stands in for the real one. It changes nothing in what it passes on.

    A program may set the mode of the terminal through its stdout (curses does): the real one
    follows, and gets back what it had.
    """

    def _made(self) -> tuple[int, int]:
        read, given = os.openpty()
        self._size = b""
        self._found = termios.tcgetattr(self.out)
        raw = termios.tcgetattr(self.out)
        raw[1] &= ~termios.OPOST
        termios.tcsetattr(given, termios.TCSANOW, raw)
        self._plain = self._mode = termios.tcgetattr(given)
        return read, given

    def started(self) -> None:
        """The command's end stays open here, so that nothing it wrote last is lost."""

    def resize(self) -> bool:
        """Follow the size of the real terminal; whether it had changed."""
        if self.given < 0:
            return False
        try:
            size = fcntl.ioctl(self.out, termios.TIOCGWINSZ, b"\0" * 8)
            if changed := size != self._size:
                fcntl.ioctl(self.given, termios.TIOCSWINSZ, size)
        except OSError:
            return False
        self._size = size
        return changed

    def follow(self) -> None:
        """Give the real terminal the mode that the command set, if it set one."""
        if self.given < 0 or (mode := termios.tcgetattr(self.given)) == self._mode:
            return
        self._mode = mode
        taken = mode[3] & termios.ICANON == 0
        self.wants_keys = taken and family.holds(os.ttyname(self.given))
        processed = (mode[1] & ~termios.OPOST) | (self._found[1] & termios.OPOST)
        _set(self.out, [mode[0], processed, *mode[2:]])

    def restore(self) -> None:
        """Leave the real terminal as it was found, until `follow`."""
        if self._mode != self._plain:
            _set(self.out, self._found)
            self._mode = self._plain
        self.wants_keys = False

    def hand_keys(self) -> None:
        """What is typed goes to the terminal that the command reads."""
        try:
            os.write(self.read, os.read(self.out, 1024))
        except OSError:
            self.wants_keys = False


def channels() -> list[Channel]:
    """One for stdout and one for stderr, or one for both where they lead to one place."""
    if os.path.sameopenfile(1, 2):
        return [_channel((1, 2))]
    return [_channel((1,)), _channel((2,))]


def _channel(numbers: tuple[int, ...]) -> Channel:
    return Screen(numbers) if os.isatty(numbers[0]) else Channel(numbers)


def _set(terminal: int, mode: list[Any]) -> None:
    """Also from the background, where a shell may have put us by now."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTTOU])
    try:
        with suppress(OSError, termios.error):
            termios.tcsetattr(terminal, termios.TCSANOW, mode)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _write(out: int, piece: bytes) -> None:
    """All of `piece`, however long it takes; the other end may have made `out` non-blocking."""
    while piece:
        try:
            piece = piece[os.write(out, piece) :]
        except BlockingIOError:
            select.select([], [out], [])
