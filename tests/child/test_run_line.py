"""The unprotected run of a line."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from kb.child import shell
from kb.child.shell import CAP, run_line
from kb.errors import ToolMissing

Plant = Callable[[Path, str, str], Path]


def test_streams_and_code(tmp_path: Path) -> None:
    ran = run_line("pwd; echo oh >&2; exit 7", tmp_path)
    assert (ran.exit_code, ran.limit) == (7, None)
    assert ran.stdout == f"{tmp_path}\n".encode()
    assert ran.stderr == b"oh\n"


def test_a_pipe_fails_as_a_whole(tmp_path: Path) -> None:
    assert run_line("false | cat", tmp_path).exit_code == 1


def test_a_signal_is_128_and_its_number(tmp_path: Path) -> None:
    assert run_line("kill -TERM $$", tmp_path).exit_code == 143


def test_stdin_is_empty(tmp_path: Path) -> None:
    assert run_line("cat; echo end", tmp_path).stdout == b"end\n"


def test_python_is_the_one_given(tmp_path: Path, plant: Plant) -> None:
    one = plant(tmp_path / "it's here", "my-python", 'echo "mine $1"')
    ran = run_line("python a; env python3 b", tmp_path, python=one)
    assert ran.stdout == b"mine a\nmine b\n"


def test_a_venv_stays_a_venv(tmp_path: Path) -> None:
    ran = run_line(
        "python -c 'import sys; print(sys.prefix)'", tmp_path, python=Path(sys.executable)
    )
    assert ran.stdout.decode().strip() == sys.prefix


def test_time(tmp_path: Path) -> None:
    ran = run_line("trap '' TERM; sleep 300 & sleep 300", tmp_path, seconds=0.3)
    assert (ran.exit_code, ran.limit, ran.stdout) == (None, "time", b"")
    assert ran.detail == "did not end in 0.3 s"


def test_what_was_said_before_time_ran_out_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "said")

    class Patient(subprocess.Popen[bytes]):
        def wait(self, timeout: float | None = None) -> int:
            if timeout is None:
                return super().wait()
            assert (tmp_path / "said").read_text() == "so\n"
            raise subprocess.TimeoutExpired(self.args, timeout)

    monkeypatch.setattr(subprocess, "Popen", Patient)
    ran = run_line("echo begun; echo so >said; sleep 300", tmp_path)
    assert (ran.exit_code, ran.limit, ran.stdout) == (None, "time", b"begun\n")


@pytest.mark.parametrize("to", ["", ">&2"])
def test_output_is_bounded(tmp_path: Path, to: str) -> None:
    ran = run_line(f"yes {to}", tmp_path)
    assert (ran.exit_code, ran.limit) == (None, "output")
    assert len(ran.stdout) + len(ran.stderr) == CAP
    assert "1 MiB" in ran.detail


def test_output_at_the_cap_is_whole(tmp_path: Path) -> None:
    ran = run_line(f"head -c {CAP} /dev/zero", tmp_path)
    assert (ran.exit_code, len(ran.stdout)) == (0, CAP)


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    # a named pipe is at its end when nobody has it open any more
    os.mkfifo(tmp_path / "held")
    end = os.open(tmp_path / "held", os.O_RDONLY | os.O_NONBLOCK)
    ran = run_line("exec 9>held; sleep 300 & sleep 300 >/dev/null 2>&1 &", tmp_path)
    assert ran.exit_code == 0
    assert select.select([end], [], [], 120)[0]
    assert os.read(end, 1) == b""
    os.close(end)


def test_what_was_said_is_read_however_late_the_reader_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Late(shell._Reader):
        def run(self) -> None:
            assert self.go.wait(60)
            super().run()

        def start(self) -> None:
            self.go = Event()
            super().start()

        def join(self, timeout: float | None = None) -> None:
            if timeout is None:  # else the time is over before it is its turn
                self.go.set()
                super().join()

    monkeypatch.setattr(shell, "_Reader", Late)
    ran = run_line("echo said; echo and more >&2; exit 3", tmp_path)
    assert (ran.exit_code, ran.stdout, ran.stderr) == (3, b"said\n", b"and more\n")


def test_who_leaves_the_group_and_holds_the_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "left")
    leaves = "setsid sh -c 'echo $$ >left; exec sleep 1000' & read pid <left; echo $pid"
    ran = run_line(leaves, tmp_path)
    os.kill(int(ran.stdout), signal.SIGKILL)  # ProcessLookupError, were it gone
    assert ran.exit_code == 0


def test_no_bash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.fspath(tmp_path))
    with pytest.raises(ToolMissing, match="install bash"):
        run_line("true", tmp_path)


@pytest.mark.parametrize(
    "line", ["! nowhere-x -l", "nowhere-x | cat", "nowhere-x 2>/dev/null || true", "(nowhere-x)"]
)
def test_a_missing_tool_is_told_wherever_it_stands(line: str, tmp_path: Path) -> None:
    assert run_line(line, tmp_path).missing == ("nowhere-x",)


def test_nothing_is_missing_when_all_is_there(tmp_path: Path) -> None:
    ran = run_line("ls -a | cat", tmp_path)
    assert (ran.exit_code, ran.missing) == (0, ())
