"""One writer at a time, across processes and threads."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kb.errors import CannotWrite

LOCK = ".kb-lock"
PATIENCE = 30.0
"""Seconds to wait for another writer. A write takes milliseconds, so this means a stuck one."""


@contextmanager
def locked(root: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock of the knowledge base `root`, which must exist. Raises CannotWrite.

    The lock goes with the process that holds it, however that ends.
    """
    file = root / LOCK
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    try:
        handle = os.open(file, flags, 0o644)
    except OSError as error:
        raise cannot_write(file, error) from error
    try:
        _wait(handle, file, patience)
        yield
    finally:
        os.close(handle)


def cannot_write(file: Path, error: OSError) -> CannotWrite:
    """The error to raise for `error`, which stopped a write of `file`, with its remedy."""
    full = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
    closed = {errno.EROFS, errno.EACCES, errno.EPERM}
    remedy = "look at its folder"
    if error.errno in full:
        remedy = "free some space and try again"
    elif error.errno in closed:
        remedy = "make it writable, or name another knowledge base with --kb DIR"
    elif error.errno == errno.ELOOP:
        remedy = "remove that symlink"
    return CannotWrite(f"cannot write {file}: {error.strerror}; nothing was changed; {remedy}")


def _wait(handle: int, file: Path, patience: float) -> None:
    end = time.monotonic() + patience
    while not locks(handle):
        if time.monotonic() > end:
            raise CannotWrite(f"another kb is writing ({file} is locked); end it and try again")
        time.sleep(0.02)


if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30

    def locks(handle: int, *, shared: bool = False) -> bool:
        """Whether this process could lock the open file, until it is closed."""
        del shared  # Windows has the other kind alone
        # what is locked cannot be read there, so it is a byte that no file has
        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def locks(handle: int, *, shared: bool = False) -> bool:
        """Whether this process could lock the open file, until it is closed."""
        try:
            fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
