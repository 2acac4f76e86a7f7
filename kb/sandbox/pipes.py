"""What a sandbox says: every pipe is read as it fills, and only so much of it is kept."""

from __future__ import annotations

import os
import selectors
import time
from collections.abc import Callable

from kb.model.job import MIB

KEPT = MIB
"""Bytes kept of one stream: its first half MiB and its last."""

_PIECE = 65536
_NOTE = b"\n[... %d bytes left out ...]\n"


class Kept:
    """The beginning and the end of a stream, and how long it was."""

    def __init__(self, most: int = KEPT) -> None:
        self._half = (most - 64) // 2
        self._head = bytearray()
        self._tail = bytearray()
        self.total = 0

    def add(self, data: bytes) -> None:
        """Take the next piece."""
        self.total += len(data)
        room = self._half - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        self._tail += data
        if len(self._tail) > 2 * self._half:
            del self._tail[: -self._half]

    def content(self) -> bytes:
        """All of it, or both ends with a line between that says how much is left out."""
        tail = self._tail[-self._half :] if self._tail else b""
        gone = self.total - len(self._head) - len(tail)
        return bytes(self._head) + (_NOTE % gone if gone else b"") + bytes(tail)


class Pipes:
    """Reads several descriptors at once. Each piece goes to the `Kept` of its name."""

    def __init__(self, ends: dict[str, int]) -> None:
        self.kept = {name: Kept() for name in ends}
        self.open = set(ends)
        self._selector = selectors.PollSelector()
        for name, end in ends.items():
            self._selector.register(end, selectors.EVENT_READ, name)

    def read(self, seconds: float) -> None:
        """Wait for at most `seconds` and take what has come."""
        if self.open:
            self._take(max(0.0, seconds))
        else:
            time.sleep(max(0.0, seconds))

    def _take(self, seconds: float) -> bool:
        ready = self._selector.select(seconds)
        for key, _ in ready:
            data = os.read(key.fd, _PIECE)
            self.kept[key.data].add(data)
            if not data:
                self._selector.unregister(key.fd)
                self.open.discard(key.data)
        return bool(ready)

    def drain(self) -> None:
        """Take what lies in the pipes, without waiting for more."""
        while self.open and self._take(0.0):
            pass

    def until(self, reached: Callable[[], bool], seconds: float) -> bool:
        """Read until `reached()`, or until `seconds` are over. Returns whether it was reached."""
        end = time.monotonic() + seconds
        while not reached():
            left = end - time.monotonic()
            if left <= 0:
                return False
            self.read(left)
        return True

    def said(self, name: str) -> bytes:
        """What the pipe of that name has said so far."""
        return self.kept[name].content()

    def longest(self) -> int:
        """Bytes that the longest stream has brought so far."""
        return max(kept.total for kept in self.kept.values())

    def close(self) -> None:
        """Stop reading. The descriptors belong to their maker."""
        self._selector.close()
