"""Which folders an interpreter needs, on layouts of every kind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kb.errors import Refused
from kb.sandbox.interpreter import LINKS, interpreter


def installation(root: Path, names: tuple[str, ...] = ("python", "python3")) -> Path:
    """A Python of its own under `root`. Returns its real executable."""
    (root / "bin").mkdir(parents=True)
    (root / "lib" / "python3.12").mkdir(parents=True)
    (root / "lib" / "python3.12" / "os.py").write_text("")
    executable = root / "bin" / "python3.12"
    executable.write_text("")
    executable.chmod(0o755)
    for name in names:
        (root / "bin" / name).symlink_to("python3.12")
    return executable


def environment(root: Path, base: Path, home: Path | None = None) -> Path:
    """A virtual environment made from `base`. Returns its `python`."""
    (root / "bin").mkdir(parents=True)
    (root / "pyvenv.cfg").write_text(f"home = {home or base.parent}\nversion = 3.12\n")
    (root / "bin" / "python").symlink_to(base)
    (root / "bin" / "python3").symlink_to("python")
    return root / "bin" / "python"


def own(*roots: Path) -> set[tuple[str, str]]:
    """Each folder bound at its own place."""
    return {(str(root.resolve()), str(root)) for root in roots}


def test_an_installation_of_its_own(tmp_path: Path) -> None:
    installation(tmp_path / "versions" / "3.12")
    found = interpreter(tmp_path / "versions" / "3.12" / "bin" / "python3")
    assert set(found.binds) == own(tmp_path / "versions" / "3.12")
    assert found.path == (str(tmp_path / "versions" / "3.12" / "bin"),)
    assert found.links == ()


def test_an_environment_brings_what_it_was_made_from(tmp_path: Path) -> None:
    base = installation(tmp_path / "base")
    python = environment(tmp_path / "venv", base)
    found = interpreter(python)
    assert set(found.binds) == own(tmp_path / "venv", tmp_path / "base")
    assert found.path == (str(tmp_path / "venv" / "bin"),)


def test_an_environment_of_copies_too(tmp_path: Path) -> None:
    installation(tmp_path / "base")
    python = environment(tmp_path / "venv", tmp_path / "nothing", tmp_path / "base" / "bin")
    python.unlink()
    python.write_text("a copy")
    python.chmod(0o755)
    assert set(interpreter(python).binds) == own(tmp_path / "venv", tmp_path / "base")


def test_links_between_are_shown_and_nothing_beside_them(tmp_path: Path) -> None:
    base = installation(tmp_path / "uv" / "cpython-3.12.3")
    (tmp_path / "uv" / "cpython-3.12").symlink_to("cpython-3.12.3")
    (tmp_path / "local").mkdir()
    link = tmp_path / "local" / "python3.12"
    link.symlink_to(tmp_path / "uv" / "cpython-3.12" / "bin" / "python3.12")
    python = environment(tmp_path / "venv", link, tmp_path / "local")
    found = interpreter(python)
    real = tmp_path / "uv" / "cpython-3.12.3"
    assert set(found.binds) == {
        *own(tmp_path / "venv", real),
        (str(real), str(tmp_path / "uv" / "cpython-3.12")),
    }
    assert (str(link.readlink()), str(link)) in found.links
    assert base.exists()


def test_one_that_is_not_named_python_is_given_the_name(tmp_path: Path) -> None:
    executable = installation(tmp_path / "base", names=())
    found = interpreter(executable)
    assert found.links == (
        (str(executable), f"{LINKS}/python"),
        (str(executable), f"{LINKS}/python3"),
    )
    assert found.path == (LINKS, str(executable.parent))


def test_another_python_of_that_name_does_not_come_first(tmp_path: Path) -> None:
    executable = installation(tmp_path / "base", names=())
    (tmp_path / "base" / "bin" / "python").write_text("an older one")
    assert interpreter(executable).path[0] == LINKS


@pytest.mark.parametrize("kind", ["nothing", "folder", "circle", "no library"])
def test_what_is_no_python_is_refused(tmp_path: Path, kind: str) -> None:
    python = tmp_path / "x" / "bin" / "python"
    python.parent.mkdir(parents=True)
    if kind == "folder":
        python.mkdir()
    elif kind == "circle":
        python.symlink_to("other")
        (python.parent / "other").symlink_to("python")
    elif kind == "no library":
        python.write_text("")
    with pytest.raises(Refused):
        interpreter(python)


def test_a_link_cannot_name_any_folder_it_likes(tmp_path: Path) -> None:
    secrets = tmp_path / "secrets"
    (secrets / "bin").mkdir(parents=True)
    (secrets / "bin" / "python").write_text("")
    base = installation(tmp_path / "base")
    python = environment(tmp_path / "venv", base, secrets / "bin")
    assert not any(source == str(secrets) for source, _ in interpreter(python).binds)
    (tmp_path / "venv" / "bin" / "python").unlink()
    (tmp_path / "venv" / "bin" / "python").symlink_to(secrets / "bin" / "python")
    assert not any(source == str(secrets) for source, _ in interpreter.__wrapped__(python).binds)


def test_home_as_an_installation_is_refused(home: Path) -> None:
    executable = installation(home)
    with pytest.raises(Refused, match="holds more than may be shown"):
        interpreter(executable)


def test_one_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    base = installation(tmp_path / "base")
    python = environment(tmp_path / "venv", base)
    (tmp_path / "base").chmod(0)
    try:
        with pytest.raises(Refused, match="cannot be read"):
            interpreter(python)
    finally:
        (tmp_path / "base").chmod(0o755)
