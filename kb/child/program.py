"""Runs one program to its end and hands back what it said."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.errors import ToolMissing


@dataclass(frozen=True, slots=True)
class Said:
    """Exit code (negative: the signal that ended it), stdout as bytes, stderr as text."""

    code: int
    out: bytes
    err: str


def found(name: str) -> bool:
    """Whether `name` is a program on the PATH, the folder one stands in left out."""
    return _located(name, os.environ) is not None


def run(
    command: Sequence[str],
    *,
    cwd: Path | None = None,
    given: str = "",
    env: Mapping[str, str] | None = None,
    seconds: float | None = 60.0,
    remedy: str,
) -> Said:
    """Run `command` with `given` on its stdin; `env` replaces the environment.

    Raises ToolMissing, ending in `remedy`, when it cannot be started or takes over `seconds`.
    """
    name = Path(command[0]).name
    try:
        done = subprocess.run(  # noqa: S603 - a list, no shell
            [_located(command[0], os.environ if env is None else env) or command[0], *command[1:]],
            cwd=cwd,
            input=given.encode(),
            env=dict(os.environ if env is None else env),
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise ToolMissing(f"{name} gave no answer in {seconds:g} s; {remedy}") from late
    except OSError as error:
        raise ToolMissing(f"{name} cannot be started ({error.strerror}); {remedy}") from error
    return Said(done.returncode, done.stdout, done.stderr.decode(errors="replace"))


def _located(name: str, env: Mapping[str, str]) -> str | None:
    """Where the PATH has `name`. What it names relative to the folder one stands in does not
    count: that may be a stranger's repository, and nobody asked for its programs."""
    path = env.get("PATH", os.defpath)
    fixed = [folder for folder in path.split(os.pathsep) if Path(folder).is_absolute()]
    return shutil.which(name, path=os.pathsep.join(fixed))


def last_line(text: str) -> str:
    """The last line of `text` that is not blank; programs say there why they failed."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no message"
