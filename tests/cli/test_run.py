"""`kb run`, `status`, `fixed`, `drop` as a person meets them."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from at_terminal import Terminal
from incidents import incident

from kb.store.incidents import every, incidents_home, keep
from tests.cli.conftest import Kb

ERROR = "ValueError: Expected more than 1 value per channel when training, got input size [1, 16]"

KB = [
    sys.executable,
    "-c",
    "from pathlib import Path; from kb.store import layers; "
    "layers.handbook_root = lambda: Path('/nonexistent'); from kb.__main__ import main; main()",
]
"""`kb` without its handbook, which takes seconds to index."""


def failing(line: str = ERROR, code: int = 1) -> list[str]:
    Path("train.sh").write_text(f"echo loading\necho '{line}' >&2\nexit {code}\n")
    return ["run", "sh", "train.sh"]


def test_success_is_silent(kb: Kb) -> None:
    said = kb("run", "sh", "-c", 'echo "$0"', "--help")
    assert (said.code, said.out, said.err) == (0, "--help\n", "")


def test_a_failure_shows_its_entry(kb: Kb) -> None:
    said = kb(*failing(code=7))
    assert (said.code, said.out) == (7, "loading\n")
    error, blank, how, *screen = said.err.splitlines()
    assert (error, blank) == (ERROR, "")
    (kept,) = every()[0]
    assert re.sub(r"\d+ s", "N s", how) == f"kb: exit code 7 after N s; kept as {kept.id}"
    assert "BatchNorm is given a single sample in training mode" in screen
    assert screen[-1].startswith("then     run it again with kb run")
    assert max(map(len, screen[:4])) <= 80


def test_nothing_known_is_said(kb: Kb) -> None:
    said = kb(*failing("frobnicated the knurled widget"))
    assert "Nothing here matches this." in said.err


def test_from_failure_to_fix(kb: Kb) -> None:
    kb(*failing())
    assert "2 times the same now" in kb(*failing()).err
    Path("train.sh").write_text("exit 0\n")
    said = kb("run", "--", "sh", "train.sh", "--lr", "0.1")
    assert (said.code, said.out) == (0, "")
    first, second = said.err.splitlines()
    assert first.startswith("kb: fixed after ")
    assert ERROR[:30] in first
    assert len(first) <= 80
    until = time.localtime((every()[0][0].fixed or 0) + 15 * 60)
    assert (
        second == f"kb: until {time.strftime('%H:%M', until)} you still know why; record it: kb add"
    )
    assert kb("run", "sh", "train.sh").err == ""


@pytest.mark.parametrize(("word", "code"), [("no-such-program", 127), ("/", 126)])
def test_what_cannot_be_started(kb: Kb, word: str, code: int) -> None:
    said = kb("run", "--", word)
    assert (said.code, said.out) == (code, "")
    assert said.err.startswith(f"kb: {word}")
    assert said.err.count("\n") == 1
    assert every() == ([], [])


def test_without_a_command_it_says_how(kb: Kb) -> None:
    assert kb("run").code == 2
    assert kb("run", "").code == 2


def test_trouble_inside_is_one_line_and_the_code_stands(
    kb: Kb, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "file"))
    said = kb(*failing(code=9))
    assert said.code == 9
    assert said.err.count("kb: incidents cannot be kept in") == 1
    assert "BatchNorm is given" in said.err  # the answer needs no state folder


def test_a_knowledge_base_that_is_broken(kb: Kb, tmp_path: Path) -> None:
    command = failing(code=9)
    said = kb(command[0], "--kb", str(tmp_path / "nowhere"), *command[1:])
    assert said.code == 9
    assert "kb: there is no folder" in said.err
    assert "matches" not in said.err
    assert len(every()[0]) == 1


def test_a_full_disk_below_its_output_is_told() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*KB, "run", "yes"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == -signal.SIGPIPE
    assert done.stderr.startswith("kb: what it prints cannot be written (No space left")
    assert every() == ([], [])


@pytest.mark.parametrize("keys", [b"\x03", b"\x1c"])
def test_ctrl_c_is_no_incident(keys: bytes) -> None:
    with Terminal([*KB, "run", "sh", "-c", "echo ready; exec sleep 1000"]) as terminal:
        terminal.until(b"ready")
        terminal.type(keys)
        shown = terminal.rest()
        assert terminal.status() == -{b"\x03": 2, b"\x1c": 3}[keys]
    assert b"kb:" not in shown
    assert every() == ([], [])


@pytest.mark.slow
def test_at_a_terminal_the_answer_stands_below_the_error() -> None:
    line = r"printf '\033[31mValueError: no \007such thing\n'; exit 4"
    with Terminal([*KB, "run", "sh", "-c", line]) as terminal:
        shown = terminal.rest().decode()
        assert terminal.status() == 4
    error, _, answer = shown.partition("\r\n")
    assert error == "\x1b[31mValueError: no \x07such thing"
    assert re.match(r"\x1b\[0m\r\nkb: exit code 4 after \d+ s; kept as ", answer)
    assert "\x07" not in answer


def test_status(kb: Kb) -> None:
    now = time.time()
    nothing = kb("status")
    assert (nothing.code, nothing.out) == (1, "Nothing waits to be recorded.\n")
    match = {"verdict": "match", "matched": (("port-in-use", "The port is taken", 0.9),)}
    keep(incident(id="a", ended=now - 3571, times=3, **match))
    keep(incident(id="b", ended=now - 7200, fixed=now - 61))
    keep(incident(id="c", ended=now - 7200, fixed=now - 6991))
    keep(incident(id="d", ended=now - 40 * 24 * 3600))
    said = kb("status")
    assert said.code == 0
    assert said.out.splitlines() == [
        "Fixed; record it with: kb add",
        "  b  14 minutes left",
        "    python train.py  in /w",
        "    ValueError: the spoon has 3 tines",
        "  c  fixed 1 h 57 min ago, so late",
        "    python train.py  in /w",
        "    ValueError: the spoon has 3 tines",
        "",
        "Open; run it again with kb run, or say so: kb fixed",
        "  a  failed 60 min ago, 3 times",
        "    python train.py  in /w",
        "    ValueError: the spoon has 3 tines",
        "    may be: kb show port-in-use",
        "1 older: kb status --all",
    ]
    assert "  d  failed 40 days ago" in kb("status", "--all").out


def test_status_for_programs(kb: Kb) -> None:
    now = time.time()
    keep(incident(id="a", ended=now - 3600))
    keep(incident(id="b", first=now - 7200, ended=now - 7200, fixed=now - 61))
    told = kb("status", "--json").json
    assert [one["id"] for one in told["open"]] == ["a"]
    (fixed,) = told["fixed"]
    assert (fixed["minutes_left"], fixed["late"], fixed["minutes_to_fix"]) == (14, False, 119)
    assert (fixed["command"], fixed["exit_code"]) == (["python", "train.py"], 1)
    assert kb("status", "--prompt").out == "kb:14m "


def test_status_says_what_is_damaged(kb: Kb) -> None:
    keep(incident(ended=time.time()))
    (incidents_home() / "bad.json").write_text("{")
    said = kb("status")
    assert said.code == 0
    assert "kb drop bad" in said.err
    assert kb("drop", "bad").out == "forgot bad\n"
    assert kb("status").err == ""


def test_fixed_by_hand(kb: Kb, tmp_path: Path) -> None:
    now = time.time()
    keep(incident(id="old-one", ended=now - 7171, first=now - 7171, folder=str(tmp_path)))
    keep(incident(id="new-one", ended=now - 3571, first=now - 3571, folder=str(tmp_path)))
    assert kb("fixed").out.startswith("kb: fixed after 60 min: ValueError: the spoon")
    assert kb("fixed", "old").out.startswith("kb: fixed after 2 h: ")
    assert kb("fixed").code == 2
    assert "no incident 'x'" in kb("fixed", "x").err
    assert "give more of it" in kb("fixed", "one").err


def test_drop(kb: Kb) -> None:
    assert kb("drop").code == 2
    for id in ("a", "b", "c"):
        keep(incident(id=id))
    assert "name one, or --all" in kb("drop").err
    assert kb("drop", "b").out == "forgot b\n"
    assert kb("drop", "--all").out == "forgot c\nforgot a\n"
    keep(incident(id="a"))
    assert kb("drop").out == "forgot a\n"
    assert every() == ([], [])
