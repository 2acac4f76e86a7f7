"""The limits that the kernel holds for each process, as words for bash's `ulimit`."""

from __future__ import annotations

import math
import os
import platform
import re
import sys
from pathlib import Path

from kb.model.job import MIB, Bounds

if sys.platform != "win32":
    import resource

_KIB = 1024
_ADDRESS_SPACE = 16 * 1024 * MIB
"""A backstop: importing torch alone takes close to 1 GiB of it."""
_LOCKED = 8 * MIB


def ulimits(bounds: Bounds, guest: int | None) -> str:
    """`-c 0 -n 1024 ...`. Nothing is asked above what this process may give.

    `guest` is the id that a real root changes to; None where the command keeps the user's.
    """
    processors = os.cpu_count() or 1
    wanted = [
        ("-c", resource.RLIMIT_CORE, 0, _KIB),
        ("-q", resource.RLIMIT_MSGQUEUE, 0, 1),
        ("-l", resource.RLIMIT_MEMLOCK, _LOCKED, _KIB),
        # above every private folder, so that a full one says "no space left" itself
        ("-f", resource.RLIMIT_FSIZE, max(bounds.work, bounds.tmp, bounds.shm) + MIB, _KIB),
        ("-v", resource.RLIMIT_AS, max(_ADDRESS_SPACE, 8 * bounds.memory), _KIB),
        ("-t", resource.RLIMIT_CPU, math.ceil(bounds.seconds) * processors + 1, 1),
        ("-n", resource.RLIMIT_NOFILE, bounds.open_files, 1),
        ("-u", resource.RLIMIT_NPROC, bounds.processes + _outside(guest), 1),
    ]
    return " ".join(
        f"{option} {_at_most(kind, value) // unit}" for option, kind, value, unit in wanted
    )


def _at_most(kind: int, value: int) -> int:
    hard = resource.getrlimit(kind)[1]
    return value if hard == resource.RLIM_INFINITY else min(value, hard)


def _outside(guest: int | None) -> int:
    """Threads that count together with those inside: none since Linux 5.14, where the limit is
    counted per user namespace (commit 21d1c5e386bc); before, all of this user's."""
    major, minor = map(int, re.findall(r"\d+", platform.release())[:2])
    if guest is not None or (major, minor) >= (5, 14):
        return 0
    mine = (path for path in Path("/proc").glob("[0-9]*") if _owner(path) == os.geteuid())
    return sum(_threads(path) for path in mine)


def _owner(path: Path) -> int:
    try:
        return path.stat().st_uid
    except OSError:
        return -1


def _threads(process: Path) -> int:
    try:
        return len(list((process / "task").iterdir()))
    except OSError:
        return 0
