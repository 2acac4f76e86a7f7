"""Prose on a terminal and in a pipe."""

from __future__ import annotations

import io
import sys
from typing import Any
from unittest.mock import Mock

import pytest

from kb.cli.ending import ended
from kb.cli.wrapping import wrapped
from kb.errors import Refused

LONG = (
    "kb: this paste says nothing to know it by, only values and names of files; "
    "give more of it, for one: kb wrong shared-memory-too-small --kb some/where < paste.txt"
)
TERMINAL, PIPE = Mock(isatty=lambda: True), Mock(isatty=lambda: False)


@pytest.fixture(autouse=True)
def width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")


def test_no_word_is_broken_and_no_command() -> None:
    assert wrapped(LONG, TERMINAL).split("\n") == [
        "kb: this paste says nothing to know it by, only values and",
        "    names of files; give more of it, for one:",
        "    kb wrong shared-memory-too-small --kb some/where < paste.txt",
    ]


def test_what_has_no_place_to_break_stays_whole() -> None:
    assert wrapped("x" * 100, TERMINAL) == "x" * 100
    assert wrapped("  short", TERMINAL) == "  short"


def test_a_pipe_gets_whole_lines() -> None:
    assert wrapped(LONG, PIPE) == LONG


@pytest.mark.parametrize("terminal", [True, False])
def test_an_error_is_told_so(monkeypatch: pytest.MonkeyPatch, terminal: bool) -> None:
    said = io.StringIO()
    monkeypatch.setattr(said, "isatty", lambda: terminal)
    monkeypatch.setattr("sys.stderr", said)
    assert ended(Mock(side_effect=Refused(LONG.removeprefix("kb: ")))) == 2
    assert (max(map(len, said.getvalue().splitlines())) <= 64) is terminal


def test_a_check_is_told_so_but_for_its_command(kb: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    said = kb("check", "batchnorm-single-sample")
    command, *prose = sorted(said.out.splitlines(), key=len, reverse=True)
    assert command.startswith("  command: python -c")
    assert all(len(line) <= 60 for line in prose)
