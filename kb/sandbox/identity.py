"""Under which id the command runs when kb itself runs as a real root."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path

_FIRST, _LAST = 64001, 64999


@contextlib.contextmanager
def guest() -> Iterator[int | None]:
    """An id that no other sandbox uses meanwhile; None where kb is not a real root.

    Real: id 0 with the guest's id mapped. The id is held by an abstract socket's name, which
    the kernel gives back however the holder ends.
    """
    if os.geteuid() != 0 or not _mapped(_LAST):
        yield None
        return
    holder = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        yield _hold(holder)
    finally:
        holder.close()


def _hold(holder: socket.socket) -> int:
    for number in range(_FIRST, _LAST + 1):
        with contextlib.suppress(OSError):
            holder.bind(f"\0kb-sandbox-{number}")
            return number
    # shared, then: both count their processes together
    return _LAST


def _mapped(number: int) -> bool:
    for line in Path("/proc/self/uid_map").read_text("ascii").splitlines():
        first, _, length = map(int, line.split())
        if first <= number < first + length:
            return True
    return False
