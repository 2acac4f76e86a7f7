"""Which interpreter a check on one's own project uses."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kb.child.python import interpreter
from kb.errors import Refused


def made(environment: Path) -> Path:
    python = environment / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.touch(mode=0o755)
    return python


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "usr" / "bin"))


def test_the_nearest_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "project"
    project.mkdir()
    assert interpreter(None, project) is None
    on_path = made(tmp_path / "usr")
    assert interpreter(None, project) == on_path
    in_project = made(project / ".venv")
    assert interpreter(None, project) == in_project
    active = made(tmp_path / "active")
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "active"))
    assert interpreter(None, project) == active
    asked = made(tmp_path / "asked")
    assert interpreter(str(asked), project) == asked


def test_an_environment_of_the_repository_is_found_from_inside_it(tmp_path: Path) -> None:
    inside = tmp_path / "repo" / "src" / "pkg"
    inside.mkdir(parents=True)
    environment = made(tmp_path / "repo" / ".venv")
    assert interpreter(None, inside) is None
    (tmp_path / "repo" / ".git").mkdir()
    assert interpreter(None, inside) == environment


def test_a_stranger_s_environment_above_the_repository_is_not(tmp_path: Path) -> None:
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    made(tmp_path / ".venv")
    assert interpreter(None, tmp_path / "repo") is None


def test_asked_for_by_folder_or_name(tmp_path: Path) -> None:
    python = made(tmp_path / "env")
    assert interpreter(str(tmp_path / "env"), tmp_path) == python
    on_path = made(tmp_path / "usr")
    assert interpreter("python", tmp_path) == on_path


def test_asked_for_and_not_there(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="--python /nowhere/python: there is no such interpreter"):
        interpreter("/nowhere/python", tmp_path)


def test_links_stay(tmp_path: Path) -> None:
    python = made(tmp_path / "real")
    link = tmp_path / "env" / "bin" / "python"
    link.parent.mkdir(parents=True)
    link.symlink_to(python)
    assert interpreter(str(link), tmp_path) == link


def test_a_shim_is_asked_which_interpreter_it_starts(tmp_path: Path) -> None:
    shim = made(tmp_path / "usr")
    shim.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/asked; echo {sys.executable}\n')
    assert interpreter(None, tmp_path) == Path(sys.executable)
    assert (tmp_path / "asked").read_text().startswith("-I -c import sys")


def test_a_shim_that_starts_none_is_none(tmp_path: Path) -> None:
    made(tmp_path / "usr").write_text("#!/bin/sh\nexit 1\n")
    assert interpreter(None, tmp_path) is None
