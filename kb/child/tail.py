"""The end of an output of any length, in bounded memory."""

from __future__ import annotations

import time
from collections.abc import Callable

MOST = 256 * 1024
"""Bytes kept of the end."""

HEAD = 32 * 1024
"""Bytes kept of where the trouble began, when so much followed that the end lacks it."""

BURST = 60.0
"""Seconds within which one traceback belongs to the one before; a caught one of long ago does
not belong to the end."""

_MARK = b"Traceback (most recent call last)"


class Tail:
    """Takes pieces of output; `content` is their end. `clock` counts seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept = bytearray()
        self._before = 0  # bytes that were let go
        self._head = b""
        self._began: int | None = None  # where the first traceback of the burst stands
        self._last = 0.0

    def add(self, piece: bytes) -> None:
        """The next piece."""
        start = max(0, len(self._kept) - len(_MARK) + 1)
        self._kept += piece
        found = self._kept.find(_MARK, start)
        if found >= 0:
            self._failed(self._before + found)
        if len(self._kept) > 2 * MOST:
            self._let_go()

    def content(self) -> bytes:
        """The last `MOST` bytes; before them the head of the first traceback that led there."""
        end = bytes(self._kept[-MOST:])
        if self._began is None or self._clock() - self._last > BURST:
            return end
        begins = self._began - self._before
        head = self._head or bytes(self._kept[begins : begins + HEAD])
        lost = begins < len(self._kept) - len(end)
        return head + b"\n...\n" + end if lost else end

    def _failed(self, place: int) -> None:
        now = self._clock()
        if self._began is None or now - self._last > BURST:
            self._began, self._head = place, b""
        self._last = now

    def _let_go(self) -> None:
        gone = len(self._kept) - MOST
        begins = -1 if self._began is None else self._began - self._before
        if 0 <= begins < gone and not self._head:
            self._head = bytes(self._kept[begins : begins + HEAD])
        del self._kept[:gone]
        self._before += gone
