"""The standard streams as every command may take them: there, and able to print any text."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys


def open_all() -> None:
    """Put the null device where the caller closed a stream; print `?` for what has no code.

    A number left free would go to the next file that is opened, and prints would end up there.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = getattr(sys, name)
        if stream is None:
            _occupy(number)
            mode = "w" if number else "r"
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
        elif number and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def are_full(error: Exception) -> bool:
    """Whether `error` is stdout that takes no more; a file's own error carries its name."""
    told = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG)
    return isinstance(error, OSError) and error.filename is None and error.errno in told


def drop() -> None:
    """Let go what stdout holds back, so that Python does not complain about it at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _occupy(number: int) -> None:
    null = os.open(os.devnull, os.O_RDWR)
    if null != number:
        os.dup2(null, number)
        os.close(null)
