"""How paths are told, and what the shell completes."""

import itertools
import os
import shutil
import time
from pathlib import Path

import pytest
from incidents import incident
from typer.main import get_command

from kb.cli import main
from kb.cli.completing import entry_ids
from kb.cli.paths import short
from kb.cli.show import app
from kb.store import incidents
from tests.conftest import write


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("work/team/entries/x", "entries/x"),
        ("work/team", "."),
        ("work/other/x", "../other/x"),
        (".local/share/kb", "~/.local/share/kb"),
        ("../bob/x", "../../../bob/x"),
        ("/srv/kb", "/srv/kb"),
    ],
)
def test_a_path_is_told_the_shortest_way(path, told, tmp_path, monkeypatch):
    home = tmp_path / "a-long-way-off" / "ann"
    (home / "work/team").mkdir(parents=True)
    monkeypatch.chdir(home / "work/team")
    monkeypatch.setattr(Path, "home", lambda: home)
    assert short(Path(os.path.normpath(home / path))) == told


def test_a_path_is_told_whole_from_a_folder_that_is_gone(tmp_path, monkeypatch):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert short(Path("/srv/kb")) == "/srv/kb"


@pytest.mark.parametrize(
    "words",
    [
        ["lint"],
        ["list"],
        ["show", "port-taken"],
        ["edit", "port-taken", "--set", "fix=x"],
        ["verify", "port-taken"],
        ["tree", "add", "x", "--title", "x"],
    ],
)
def test_every_command_tells_of_a_bad_file_from_here(kb, base, words):
    write(base / "port-taken" / "entry.yaml", "titel: x\n")
    write(base / "tree.yaml", "{")
    said = kb(*words)
    assert "entries/port-taken/entry.yaml" in said.out + said.err or "entries/tree.yaml" in said.err
    assert str(base) not in said.out + said.err


def test_status_tells_where_it_failed_from_here(kb, team):
    now = time.time()
    incidents.keep(incident(folder=str(team / "src"), ended=now, first=now))
    assert "    python train.py  in src" in kb("status").out.splitlines()


def test_ids_are_completed_from_the_knowledge_base_that_is_meant(team):
    command = get_command(app)
    context = command.make_context("show", ["--kb", str(team), "x"], resilient_parsing=True)
    assert entry_ids(context, "batch") == ["batchnorm-single-sample"]
    assert entry_ids(context, "no-such") == []


COMPLETED = {
    "list --domain s": ["serving"],
    "list --node por": ["ports"],
    "list --status pro": ["proven"],
    "check batchnorm-single-sample --set ": ["module="],
    "check no-such --set ": [],
    "tree por": ["ports"],
    "tree re": ["rename"],
    "tree rename nor": ["normalisation"],
    "tree move por": ["ports", "port-taken"],
    "tree move port-taken por": ["ports"],
    "tree add new --parent por": ["ports"],
    "search --domain s": ["serving"],
    "export port": ["port-taken"],
    "verify --node por": ["ports"],
    "verify port": ["port-taken"],
    "add --parent por": ["ports"],
    "add --same port": ["port-taken"],
}


@pytest.mark.parametrize("line", COMPLETED)
def test_what_names_a_node_or_an_entry_is_completed(team, handbook, monkeypatch, capsys, line):
    shutil.copy(team / "entries" / "tree.yaml", handbook)
    monkeypatch.setenv("KB_DIR", str(team))
    monkeypatch.setenv("_KB_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", f"kb {line}")
    monkeypatch.setenv("COMP_CWORD", str(len(line.split(" "))))
    with pytest.raises(SystemExit):
        main.app(prog_name="kb")
    assert capsys.readouterr().out.split() == COMPLETED[line]


@pytest.mark.parametrize("words", [["wrong"], ["verify"], ["import"], ["site", "serve"]])
def test_help_fills_its_lines(kb, monkeypatch, words):
    monkeypatch.setenv("COLUMNS", "80")
    lines = [line.rstrip() for line in kb(*words, "-h").out.split("╭")[0].splitlines()]
    for line, after in itertools.pairwise(lines):
        if line.strip() and after.strip():
            assert len(line) + 1 + len(after.split()[0]) > 78


def every(group, words=()):
    """Each command with the words that call it."""
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        yield (*words, name), command
        if hasattr(command, "list_commands"):
            yield from every(command, (*words, name))


def test_no_word_of_a_help_is_lost(kb, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    for words, command in every(get_command(main.app)):
        shown = set(kb(*words, "-h").out.split())
        said = {one.name: getattr(one, "help", None) or "" for one in command.params}
        assert not {name for name, text in said.items() if not set(text.split()) <= shown}, words


def test_a_usage_error_prints_nothing_raw(kb):
    said = kb("status", "a\u202egnp")
    assert (said.code, "\\u202egnp" in said.err, "\u202e" in said.err) == (2, True, False)
