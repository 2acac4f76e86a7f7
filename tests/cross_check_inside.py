"""The part of cross_check.py that runs in the sandbox: one command per folder, an answer a line.

`python -c CODE` runs in a fork of this process, which has imported torch once if any of the
commands speaks of it; any other command runs in a shell.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import traceback
import types
from pathlib import Path

OUT = ".cross-check-output"


def code_of(command: str) -> list[str] | None:
    """CODE and its arguments, when the whole command is `python -c CODE …`."""
    try:
        words = list(shlex.shlex(command, posix=True, punctuation_chars=True))
        plain = shlex.split(command)
    except ValueError:
        return None
    if plain[:2] != ["python", "-c"] or any(set(word) <= set("();<>|&") for word in words):
        return None
    return plain[2:]


def as_python(code: list[str]) -> int:
    """Run `code` as python -c would, in this process; its exit code."""
    main = types.ModuleType("__main__")
    sys.modules["__main__"] = main
    sys.argv = ["-c", *code[1:]]
    sys.path[0] = ""
    try:
        exec(compile(code[0], "<string>", "exec"), main.__dict__)
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def child(folder: str, command: str) -> None:
    """Never returns: runs the command in `folder` with its output in a file."""
    os.setsid()
    os.chdir(folder)
    os.dup2(os.open(OUT, os.O_CREAT | os.O_WRONLY), 1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    code = code_of(command)
    if code is None:
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], check=False)
        os._exit(done.returncode & 255)
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
    end = as_python(code)
    sys.stdout.flush()
    os._exit(end & 255)


def waited(pid: int, seconds: float) -> int | None:
    """Exit code of `pid`, None when it took longer than `seconds` and was ended."""
    signal.signal(signal.SIGALRM, lambda *_: os.killpg(pid, signal.SIGKILL))
    signal.alarm(int(seconds))
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    late = signal.alarm(0) == 0
    return None if late and status < 0 else status


def main() -> None:
    """Read asked.json, run each command in its folder, print what came."""
    asked = json.loads(Path("asked.json").read_text())
    if any("torch" in command for command in asked["commands"].values()):
        import torch  # noqa: F401
    for folder, command in asked["commands"].items():
        pid = os.fork()
        if pid == 0:
            child(folder, command)
        code = waited(pid, asked["seconds"])
        lines = Path(folder, OUT).read_text(errors="replace").splitlines() if code == 1 else []
        line = next((each for each in lines if asked["present"] in each), None)
        print(json.dumps({"folder": folder, "code": code, "line": line}), flush=True)


if __name__ == "__main__":
    main()
