"""The way through pipes alone, which Windows takes; it runs everywhere."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from at_terminal import FOLLOWED, TOP

from kb.child.piped import follow
from kb.child.start import cannot_start
from kb.errors import NoProgram, NotExecutable

PIPED = [word.replace("kb.child.foreground", "kb.child.piped") for word in FOLLOWED]
SPEAKS = "import sys; print('out'); print('err', file=sys.stderr); print(sys.stdin.read())"


def test_streams_stdin_and_code() -> None:
    command = [*PIPED, sys.executable, "-S", "-c", SPEAKS]
    done = subprocess.run(command, input=b"given", capture_output=True, check=True)
    assert done.stdout.split() == [b"out", b"given"]
    assert done.stderr.split() == [b"err"]


@pytest.mark.parametrize("code", [0, 1, 127, 255])
def test_exit_codes(code: int) -> None:
    ended = follow([sys.executable, "-S", "-c", f"import sys; print('end'); sys.exit({code})"])
    assert (ended.exit_code, ended.signal, ended.stopped) == (code, None, False)
    assert ended.tail.split() == [b"end"]


def test_no_module_of_unix_is_needed() -> None:
    source = (
        "import sys; import kb.child.piped, kb.child.leave, kb.child.aside; "
        "print(sorted({'pty', 'tty', 'termios', 'resource'} & sys.modules.keys()))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", source], cwd=TOP, capture_output=True, check=True
    )
    assert done.stdout.strip() == b"[]"


def test_an_alarm_is_called_while_it_runs(tmp_path: Path) -> None:
    told = tmp_path / "told"
    code = "import os, sys, time\nwhile not os.path.exists(sys.argv[1]): time.sleep(0.01)"
    ended = follow([sys.executable, "-S", "-c", code, str(told)], [(0.0, told.touch)])
    assert ended.exit_code == 0


def test_no_such_program() -> None:
    with pytest.raises(NoProgram):
        follow(["no-such-program"])


def test_a_closed_folder_of_the_path_is_no_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the system says of it is said of a file that may not be started, too."""
    (tmp_path / "here").touch(mode=0o644)
    monkeypatch.setenv("PATH", str(tmp_path))
    closed = PermissionError(13, "Permission denied")
    assert type(cannot_start("no-such-program", closed)) is NoProgram
    for name in ("here", "./no-such-program"):
        assert type(cannot_start(name, closed)) is NotExecutable
