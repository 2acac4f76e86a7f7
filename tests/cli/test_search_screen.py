"""What `kb search` shows while it reads, and when nothing matches."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from kb.cli.answer_screen import answer_lines
from kb.cli.answering import MANY
from kb.match import Answer, Match
from tests.conftest import ENTRY, write

NEAR = Match(
    "port-taken", "The port is taken", "serving", "ports", "claimed", 0.2, "c", "v", "f", (), "team"
)


def test_nothing_is_followed_by_the_first_thing_to_do() -> None:
    action = "Ask the server from the same machine, then from the next, and see which refuses. " * 2
    lines = list(answer_lines(Answer("none", (NEAR,), 1.0, "logging", action), colour=False))
    assert (
        "first    Ask the server from the same machine, then from the next, and see which" in lines
    )
    assert lines.index("Nearest, but unlikely:") < lines.index("look     kb tree logging")
    assert max(map(len, lines)) <= 80


def test_without_one_the_line_is_left_out() -> None:
    lines = list(answer_lines(Answer("none", (NEAR,), 1.0), colour=False))
    assert not [line for line in lines if line.startswith("first")]
    assert "look     kb tree" in lines  # and not that of what is unlikely


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_the_first_reading_is_told_on_a_terminal_and_wiped(base: Path) -> None:
    for number in range(MANY):
        write(base / f"fault-{number}" / "entry.yaml", ENTRY)
    command = [sys.executable, "-m", "kb", "search", "--kb", str(base), "spatial element"]
    for told in (True, False):
        ours, theirs = os.openpty()
        subprocess.run(command, stderr=theirs, stdout=subprocess.DEVNULL)
        os.write(theirs, b"END")
        shown = b""
        while b"END" not in shown:
            shown += os.read(ours, 1000)
        os.close(ours)
        os.close(theirs)
        assert (b"reading the entries, once: 0 of" in shown) is told
        assert shown.endswith(b"\r\x1b[KEND") is told


@pytest.mark.slow
def test_a_pipe_is_told_nothing(base: Path) -> None:
    for number in range(MANY):
        write(base / f"fault-{number}" / "entry.yaml", ENTRY)
    command = [sys.executable, "-m", "kb", "search", "--kb", str(base), "spatial element"]
    done = subprocess.run(command, capture_output=True)
    assert done.stderr == b""


def test_two_faults_of_one_paste_are_both_named_as_such() -> None:
    first = replace(NEAR, id="batchnorm", confidence=0.93, matched=("ValueError: x",))
    second = replace(NEAR, confidence=0.9, matched=("OSError: y",))
    third = replace(NEAR, id="third", confidence=0.3)
    lines = list(answer_lines(Answer("match", (first, second, third), 1.0), colour=False))
    assert lines[-5].startswith("In the same paste:")
    assert "port-taken" in lines[-4]
    assert lines[-2:] == ["Less likely:", lines[-1]]
    assert "third" in lines[-1]
    rival = replace(second, matched=first.matched)
    rivals = list(answer_lines(Answer("maybe", (first, rival), 1.0), colour=False))
    assert "In the same paste:" not in rivals


@pytest.mark.parametrize("narrow", [True, False])
def test_a_command_longer_than_a_line_is_whole_in_a_pipe_alone(narrow: bool) -> None:
    command = "python -c '" + "x" * 90 + "'"
    answer = Answer("match", (replace(NEAR, verify=command, confidence=0.9),), 1.0)
    lines = list(answer_lines(answer, colour=False, narrow=narrow))
    assert f"check    {'kb check port-taken' if narrow else command}" in lines


@pytest.mark.parametrize("narrow", [True, False])
def test_a_command_that_wants_values_is_not_to_be_pasted_as_it_is(narrow: bool) -> None:
    wants = replace(NEAR, verify="ss 'sport = :{port}'", values=("port",), confidence=0.9)
    lines = list(answer_lines(Answer("match", (wants,), 1.0), colour=False, narrow=narrow))
    check = "kb check port-taken --set port=…"
    assert f"check    {check if narrow else wants.verify}" in lines
    assert lines[-2:].count(f"         {check}") == (not narrow)


def test_what_a_person_said_is_nothing_is_not_called_unlikely() -> None:
    sure = replace(NEAR, confidence=0.9)
    assert "Nearest, but unlikely:" not in answer_lines(Answer("none", (sure,), 1.0), colour=False)


@pytest.mark.parametrize(
    ("confidences", "said"),
    [
        ([0.5], "Not certain; look at this:"),
        ([0.5, 0.3], "Not certain; look at these:"),
        ([0.9, 0.88], "More than one fits; look at these:"),
        ([0.9, 0.01], "Not certain; look at this:"),
    ],
)
def test_what_is_not_sure_says_why(confidences: list[float], said: str) -> None:
    found = [replace(NEAR, id=f"fault-{n}", confidence=one) for n, one in enumerate(confidences)]
    first = next(iter(answer_lines(Answer("maybe", tuple(found), 1.0), colour=False)))
    assert first == said
