"""Runs a line as it is, unprotected: `kb check` of an entry that looks at the machine.

Only for a line that a person was shown and said yes to. Bounded in time and output; the
process group is killed at the end, so that nothing of the line is left behind (a process that
leaves the group with setsid is out of reach).
"""

from __future__ import annotations

import os
import select
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import IO

from kb.errors import ToolMissing
from kb.model.job import MIB, Limit, Ran

CAP = 1 * MIB
"""Most bytes kept of each stream."""

_HANDLE = "BASH_FUNC_command_not_found_handle%%"
_NOTES = (
    "() {{ printf '%s\\n' \"$1\" >&{fd}; "
    "printf 'bash: %s: command not found\\n' \"$1\" >&2; return 127; }}"
)
"""The name and the text of the function that bash calls for a program that is not there."""


def run_line(line: str, cwd: Path, python: Path | None = None, seconds: float = 60.0) -> Ran:
    """Run `line` by `bash -o pipefail -c` in `cwd`; `python` is what its word `python` means.

    As in the sandbox: `exit_code` is None when a limit ended it, 128 + n after signal n.
    `peak` is 0, not measured. `missing`: what bash looked for and did not find, in a pipe and
    behind `!` too, but not what `env` or `xargs` did. ToolMissing when there is no bash.
    """
    bash = shutil.which("bash")
    if bash is None:
        raise ToolMissing("bash is not here and the check is a line for bash; install bash")
    with _path_to(python) as path, tempfile.TemporaryFile() as missing:
        command = [bash, "-o", "pipefail", "-c", line]
        env = os.environ | {"PATH": path, _HANDLE: _NOTES.format(fd=missing.fileno())}
        ran = _watch(command, cwd, env, seconds, missing.fileno())
        missing.seek(0)
        names = missing.read().decode(errors="replace").split("\n")
    return replace(ran, missing=tuple(dict.fromkeys(name for name in names if name)))


@contextmanager
def _path_to(python: Path | None) -> Iterator[str]:
    """A PATH on which `python` and `python3` are that interpreter (its venv included)."""
    path = os.environ.get("PATH", os.defpath)
    if python is None:
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="kb-python-") as folder:
        for name in ("python", "python3"):
            script = Path(folder, name)
            script.write_text(f'#!/bin/sh\nexec {shlex.quote(str(python))} "$@"\n')
            script.chmod(0o755)
        yield os.pathsep.join([folder, str(python.parent), path])


def _watch(command: list[str], cwd: Path, env: dict[str, str], seconds: float, missing: int) -> Ran:
    started = time.monotonic()
    limits: list[Limit] = []
    child = subprocess.Popen(  # noqa: S603 - the person said yes to this line
        command,
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        pass_fds=(missing,),
    )
    readers = [
        _Reader(stream, lambda: _stop(child, limits, "output"))
        for stream in (child.stdout, child.stderr)
        if stream
    ]
    try:
        child.wait(seconds)
    except subprocess.TimeoutExpired:
        limits.append("time")
    finally:
        _kill(child)
        child.wait()
        stdout, stderr = (reader.content() for reader in readers)
    took = time.monotonic() - started
    code = child.returncode if child.returncode >= 0 else 128 - child.returncode
    if limits:
        return Ran(None, limits[0], stdout, stderr, took, 0, _detail(limits[0], seconds))
    return Ran(code, None, stdout, stderr, took, 0)


class _Reader(Thread):
    """Reads one stream up to the cap; over it, calls `full` once and reads no further."""

    def __init__(self, stream: IO[bytes], full: Callable[[], None]) -> None:
        super().__init__(daemon=True)
        self._stream, self._full, self._read = stream, full, bytearray()
        self._over, self._tell = os.pipe()
        self.start()

    def run(self) -> None:
        """Until the stream ends or is full, or nothing waits in it and `content` was called."""
        while self._waits() and (chunk := os.read(self._stream.fileno(), 65_536)):
            self._read += chunk
            if len(self._read) > CAP:
                self._full()
                return

    def content(self) -> bytes:
        """What was written, when the process group is gone."""
        # not to its end: a process that left the group may hold the pipe open for ever
        os.close(self._tell)
        self.join()
        os.close(self._over)
        self._stream.close()
        return bytes(self._read[:CAP])

    def _waits(self) -> bool:
        stream = self._stream.fileno()
        return stream in select.select([stream, self._over], [], [])[0]


def _stop(child: subprocess.Popen[bytes], limits: list[Limit], limit: Limit) -> None:
    limits.append(limit)
    _kill(child)


def _kill(child: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        child.kill()


def _detail(limit: Limit, seconds: float) -> str:
    if limit == "time":
        return f"did not end in {seconds:g} s"
    return f"printed more than {CAP // MIB} MiB"
