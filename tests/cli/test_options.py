"""How paths are told, and what the shell completes."""

import itertools
from pathlib import Path

import pytest
from typer.main import get_command

from kb.cli.completing import entry_ids
from kb.cli.options import short
from kb.cli.show import app

HOME = Path("/home/ann")


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/home/ann/team/entries/x", "entries/x"),
        ("/home/ann/.local/share/kb", "~/.local/share/kb"),
        ("/home/anna/x", "/home/anna/x"),
        ("/srv/kb", "/srv/kb"),
    ],
)
def test_a_path_is_told_from_here_or_from_home(path, told, monkeypatch):
    monkeypatch.setattr(Path, "cwd", lambda: HOME / "team")
    monkeypatch.setattr(Path, "home", lambda: HOME)
    assert short(Path(path)) == told


def test_a_path_is_told_whole_from_a_folder_that_is_gone(monkeypatch):
    def gone():
        raise FileNotFoundError

    monkeypatch.setattr(Path, "cwd", gone)
    monkeypatch.setattr(Path, "home", lambda: HOME)
    assert short(Path("/srv/kb")) == "/srv/kb"


def test_ids_are_completed_from_the_knowledge_base_that_is_meant(team):
    command = get_command(app)
    context = command.make_context("show", ["--kb", str(team), "x"], resilient_parsing=True)
    assert entry_ids(context, "batch") == ["batchnorm-single-sample"]
    assert entry_ids(context, "no-such") == []


@pytest.mark.parametrize("words", [["wrong"], ["verify"], ["import"], ["site", "serve"]])
def test_help_fills_its_lines(kb, monkeypatch, words):
    monkeypatch.setenv("COLUMNS", "80")
    lines = [line.rstrip() for line in kb(*words, "-h").out.split("╭")[0].splitlines()]
    for line, after in itertools.pairwise(lines):
        if line.strip() and after.strip():
            assert len(line) + 1 + len(after.split()[0]) > 78


def test_a_usage_error_prints_nothing_raw(kb):
    said = kb("status", "a\u202egnp")
    assert (said.code, "\\u202egnp" in said.err, "\u202e" in said.err) == (2, True, False)
