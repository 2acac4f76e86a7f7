"""`kb search` on a terminal and in a pipe."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from typer.testing import CliRunner

from kb.cli.reading import paste
from kb.cli.search import app
from kb.errors import NotFound, Refused

pytestmark = pytest.mark.handbook

ERROR = "ValueError: Expected more than 1 value per channel when training, got input size [1, 16]"
FIELDS = [
    "id", "title", "domain", "parent", "status", "confidence", "root_cause", "verify", "fix",
    "matched", "layer",
]  # fmt: skip


def run(*arguments: str, stdin: bytes = b"") -> Any:
    return CliRunner().invoke(app, list(arguments), input=stdin)


def test_json_has_the_agreed_shape(team: Path) -> None:
    result = run("--json", "--kb", str(team), "-", stdin=ERROR.encode())
    answer = json.loads(result.output)
    assert result.exit_code == 0
    assert list(answer) == ["verdict", "matches", "took_ms"]
    assert list(answer["matches"][0]) == FIELDS
    assert len(answer["matches"]) <= 5
    assert answer["matches"][0]["matched"] == [ERROR]


def test_the_screen_names_fault_cause_check_and_fix_in_80_columns(team: Path) -> None:
    result = run("--kb", str(team), ERROR)
    lines = result.output.splitlines()
    assert lines[0] == "BatchNorm is given a single sample in training mode"
    for field in ("seen", "cause", "check", "fix", "status", "more"):
        assert any(line.startswith(f"{field} ") for line in lines), field
    assert all(len(line) <= 80 for line in lines if not line.startswith("check"))
    assert "\x1b" not in result.output


def test_nothing_matches_says_what_to_do_next(team: Path) -> None:
    result = run("--kb", str(team), "git: fatal: refusing to merge unrelated histories")
    assert result.exit_code == 1
    assert result.output.startswith("Nothing here matches this.")
    assert "kb add" in result.output


def test_the_clipboard_is_read(team: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kb.child.clipboard.paste", lambda: ERROR)
    result = run("--kb", str(team), "--clip", "--json")
    assert json.loads(result.output)["matches"][0]["id"] == "batchnorm-single-sample"


def test_the_clipboard_and_a_text_are_one_too_many(team: Path) -> None:
    result = run("--kb", str(team), "--clip", ERROR)
    assert isinstance(result.exception, Refused)


def test_a_text_that_names_a_file_means_what_it_holds(team: Path, tmp_path: Path) -> None:
    log = tmp_path / "run 7.log"
    log.write_bytes(b"\xef\xbb\xbfepoch 3\n" + ERROR.encode() + b"\xff\n")
    result = run("--kb", str(team), str(log))
    assert result.exit_code == 0
    assert result.stdout.startswith("BatchNorm is given a single sample")
    assert result.stderr == f"kb: {log} is a file here, so what it holds is searched\n"


def test_for_a_program_a_text_is_never_a_file(team: Path, tmp_path: Path) -> None:
    log = tmp_path / "run 7.log"
    log.write_text(ERROR, "utf-8")
    result = run("--json", "--kb", str(team), str(log))
    assert json.loads(result.stdout)["verdict"] == "none"
    assert f"kb search --json - < '{log}'" in result.stderr


@pytest.mark.parametrize("name", ["/", "x" * 5000, os.devnull, "loss is nan", "a\0b"])
def test_what_is_no_file_is_a_text(name: str) -> None:
    assert paste(name, clip=False, files=True) == [name]


def test_a_file_that_is_closed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "run.log").touch()
    monkeypatch.setattr(Path, "open", Mock(side_effect=PermissionError(13, "Permission denied")))
    with pytest.raises(NotFound, match="Permission denied"):
        list(paste(str(tmp_path / "run.log"), clip=False, files=True))


def test_nothing_to_read(team: Path) -> None:
    result = run("--kb", str(team), stdin=b"")
    assert result.exit_code == 1
    assert json.loads(run("--json", "--kb", str(team)).output)["matches"] == []


def test_a_hostile_paste_cannot_act_on_the_terminal(team: Path) -> None:
    result = run("--kb", str(team), "-", stdin=b"\x1b]0;owned\x07" + ERROR.encode() + b"\xff\x9b2J")
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", result.output)


def test_explain_shows_what_counted(team: Path) -> None:
    result = run("--explain", "--kb", str(team), ERROR)
    assert result.exit_code == 0
    assert "batchnorm-single-sample" in result.output
    assert "terms:" in result.output
    assert result.output.startswith("1 line left after cleaning;")


def test_no_knowledge_base_there(tmp_path: Path) -> None:
    done = kb("search", "--kb", str(tmp_path), "x")
    assert (done.returncode, done.stdout) == (2, "")
    assert "kb init" in done.stderr


@pytest.mark.slow
def test_the_way_to_an_answer_is_light(team: Path) -> None:
    heavy = re.compile(r"\b(?:rich|pydantic|ruamel|jinja2|mkdocs|yaml)\b")
    kb("search", "--kb", str(team), ERROR)
    # the handbook of a checkout may be worked on while this runs, and be read again
    runs = [kb("search", "--kb", str(team), ERROR, "-X", "importtime") for _ in range(3)]
    assert any(not heavy.search(run.stderr) for run in runs)
    assert {run.returncode for run in runs} == {0}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_alone_on_a_terminal_it_says_how_and_one_ctrl_d_ends_it(team: Path) -> None:
    ours, theirs = os.openpty()
    os.write(ours, ERROR.encode() + b"\n\x04")
    command = [sys.executable, "-m", "kb", "search", "--kb", str(team)]
    done = subprocess.run(command, stdin=theirs, capture_output=True, text=True, timeout=600)
    os.close(ours)
    os.close(theirs)
    assert "Ctrl-D" in done.stderr
    assert done.stdout.startswith("BatchNorm is given a single sample")


def kb(*arguments: str) -> subprocess.CompletedProcess[str]:
    words = list(arguments)
    flags = words[words.index("-X") :] if "-X" in words else []
    command = [sys.executable, *flags, "-m", "kb", *words[: len(words) - len(flags)]]
    return subprocess.run(command, capture_output=True, text=True)
