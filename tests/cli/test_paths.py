"""Paths as they are printed: read back by a shell, each is the one that was meant."""

import shlex
from pathlib import Path

import pytest

from kb.cli.paths import short, typed
from tests.cli.conftest import Kb

NAMES = ["plain", "two words", "-dash", "a'b", 'a"b', "$HOME", "a;b", "~", "~x", "日本"]


def read_back(word: str, home: Path) -> Path:
    """The path that a shell makes of `word`, in which nothing but a leading ~/ is left to it."""
    (text,) = shlex.split(word)
    return (home / text[2:] if word.startswith("~/") else Path(text)).absolute()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("below", ["here", "home", "else"])
def test_what_is_typed_is_one_path(tmp_path, home, monkeypatch, name, below):
    here = tmp_path / "a" / "long" / "way" / "down" / "from" / "there"
    here.mkdir(parents=True)
    monkeypatch.chdir(here)
    path = {"here": here, "home": home, "else": Path("/")}[below] / name
    assert read_back(typed(path), home) == path
    assert not typed(path).startswith("-")


def test_a_plain_path_is_as_short_as_it_is_shown(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert typed(tmp_path / "entries") == short(tmp_path / "entries") == "entries"


@pytest.mark.parametrize("name", ["two words", "a'b"])
def test_the_command_that_trusts_a_base_names_it_as_one_word(kb: Kb, tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    assert kb("init", str(folder)).code == 0
    kb("trust", "--revoke", str(folder))
    said = kb("layer", "add", str(folder))
    words = shlex.split(said.out.split("to allow that: ")[1])
    assert words[:2] == ["kb", "trust"]
    assert kb(*words[1:]).code == 0
