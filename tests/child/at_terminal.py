"""A terminal of one's own: a program is started in it and typed to, and what it shows is read."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

TOP = Path(__file__).parent.parent.parent
PATIENCE = 60.0
"""Seconds after which a test fails that waits for something to happen."""

FOLLOWED = [
    sys.executable,
    "-c",
    "import sys; sys.path.insert(0, sys.argv.pop(1)); "
    "from kb.child.foreground import follow; from kb.child.leave import leave; "
    "leave(follow(sys.argv[1:]))",
    str(TOP),
]
"""What stands before a command to have it followed."""


def asleep(pid: int) -> None:
    """Return when the process waits: right before it begins to, Python misses a Ctrl-C."""
    stat, end = Path(f"/proc/{pid}/stat"), time.monotonic() + PATIENCE
    while stat.read_bytes().rpartition(b")")[2].split()[0] != b"S":
        assert time.monotonic() < end, "it does not come to rest"
        select.select([], [], [], 0.01)


class Terminal:
    """A session of its own with a controlling terminal of 24 rows and 80 columns.

    `found` is the mode that the command finds it in.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self.shown = b""
        self._ended = False
        self.master, slave = pty.openpty()
        self.resize(24, 80)
        self.found = self.mode()
        name = os.ttyname(slave)
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, name, os.O_RDWR, 0),
            (os.POSIX_SPAWN_DUP2, 0, 1),
            (os.POSIX_SPAWN_DUP2, 0, 2),
        ]
        self.pid = os.posix_spawnp(
            command[0],
            list(command),
            os.environ,
            file_actions=actions,
            setsid=True,
            setsigmask=(),
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if not self._ended:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        self.hang_up()

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys: bytes) -> None:
        os.write(self.master, keys)

    def until(self, text: bytes) -> bytes:
        """Read until `text` is shown; all that was shown up to it since the last time."""
        while text not in self.shown:
            if not (piece := self._read()):
                raise AssertionError(f"the terminal was closed before {text!r}: {self.shown!r}")
            self.shown += piece
        before, _, self.shown = self.shown.partition(text)
        return before + text

    def rest(self) -> bytes:
        """Read until every process has closed the terminal."""
        while piece := self._read():
            self.shown += piece
        shown, self.shown = self.shown, b""
        return shown

    def status(self) -> int:
        """Wait for its end: an exit code, or the negative of a signal's number."""
        pidfd = os.pidfd_open(self.pid)
        try:
            if not select.select([pidfd], [], [], PATIENCE)[0]:
                raise AssertionError(f"it did not end: {self.shown!r}")
        finally:
            os.close(pidfd)
        self._ended = True
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def mode(self) -> list[object]:
        return termios.tcgetattr(self.master)

    def hang_up(self) -> None:
        if self.master >= 0:
            os.close(self.master)
        self.master = -1

    def _read(self) -> bytes:
        if not select.select([self.master], [], [], PATIENCE)[0]:
            raise AssertionError(f"nothing more is shown: {self.shown!r}")
        try:
            return os.read(self.master, 65536)
        except OSError:  # nobody has it open any more
            return b""


def seen_and_ended(command: Sequence[str], keys: bytes = b"") -> tuple[bytes, int]:
    """All that a command shows that waits for `ready` to be answered by `keys`, and its end."""
    with Terminal(command) as terminal:
        shown = b""
        if keys:
            shown = terminal.until(b"ready")
            terminal.type(keys)
        return shown + terminal.rest(), terminal.status()


class Held:
    """A named pipe that processes hold open, to know when all of them are gone."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "held"
        os.mkfifo(self.path)
        self._read = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK)

    def gone(self) -> bool:
        """Wait until nobody holds it; False when somebody still does after a long time."""
        while True:
            if not select.select([self._read], [], [], PATIENCE)[0]:
                return False
            if not os.read(self._read, 4096):
                os.close(self._read)
                return True
