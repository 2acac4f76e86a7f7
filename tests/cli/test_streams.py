"""`kb` where its streams are closed, full, or have few letters."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from kb.store.searched import last

# whole processes
pytestmark = pytest.mark.slow

KB = [sys.executable, "-c", "from kb.__main__ import main; main()"]


@pytest.fixture
def call(team: Path):
    def run(line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
        quoted = line.replace("kb ", '"$@" ')
        return subprocess.run(
            ["bash", "-c", quoted, "bash", *KB],
            cwd=team,
            env={**os.environ, "KB_DIR": str(team), "NO_COLOR": "1", **environment},
            capture_output=True,
            check=False,
        )

    return run


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("kb list >&-", 0),
        ("kb add <&-", 2),
        ("kb add - <&-", 2),
        ("kb tree suggest <&-", 1),
        ("kb search 'no such thing' >&-", 1),
        ("kb list <&- >&- 2>&-", 0),
    ],
)
def test_a_closed_stream_is_like_an_empty_one(call, line, code):
    said = call(line)
    assert said.returncode == code, said.stderr
    assert b"bug of ours" not in said.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("line", ["kb list > /dev/full", "kb --help > /dev/full"])
def test_an_output_that_takes_no_more_is_told_in_one_line(call, line):
    said = call(line)
    assert said.returncode == 2
    assert said.stderr.endswith(b"kb: the output takes no more: No space left on device\n")


def test_letters_that_the_output_has_not_become_question_marks(call):
    said = call("kb tree", PYTHONIOENCODING="ascii", COLUMNS="80")
    assert said.returncode == 0, said.stderr
    assert said.stdout.isascii()
    assert b"serving" in said.stdout


def test_a_mistyped_command_is_told_with_the_one_that_is_near(kb):
    said = kb("shwo")
    assert said.code == 2
    assert "no command 'shwo'; did you mean show?" in said.err


@pytest.mark.parametrize("ending", [KeyboardInterrupt, typer.Abort])
def test_ctrl_c_ends_the_line_on_a_terminal(kb, monkeypatch, ending):
    def interrupted(*_: object) -> None:
        raise ending

    monkeypatch.setattr("kb.cli.listing.find_layers", interrupted)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    said = kb("list")
    assert (said.code, said.err) == (130, "\n")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes that tell of their reader")
@pytest.mark.parametrize("words", [["list"], ["search", "no such thing"], ["search", "-"]])
def test_a_reader_that_has_gone_is_no_no(team, words):
    reader, writer = os.pipe()
    os.close(reader)
    said = subprocess.run(
        [*KB, *words],
        cwd=team,
        env={**os.environ, "KB_DIR": str(team)},
        input=b"ValueError: the spoon has 3 tines",
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (said.returncode, said.stderr) == (0, b"")
    if words[-1] == "-":
        found = last()
        assert found is not None
        assert found.paste == "ValueError: the spoon has 3 tines"
