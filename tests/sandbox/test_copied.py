"""What of a project is copied for a real root, and what is bound instead."""

from __future__ import annotations

import io
import os
import socket
import tarfile
from pathlib import Path

import pytest

from kb.model.job import MIB, Bounds, Job
from kb.sandbox import copied as room
from kb.sandbox import identity, run
from kb.sandbox.copied import copied
from kb.sandbox.shown import shown


def names(archive: bytes) -> set[str]:
    """The names in an archive."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
        return set(packed.getnames())


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a bit of everything, of which 100 KB may be copied."""
    folder = tmp_path / "project"
    for name in (
        "train.py",
        "src/a.py",
        "src/closed.py",
        "secret/key",
        "many/0",
        "venv/bin/python",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x")
    for number in range(9):
        (folder / "many" / str(number)).write_text("x")
    (folder / "big").write_bytes(bytes(200_000))
    (folder / "src" / "closed.py").chmod(0o600)
    (folder / "secret").chmod(0o700)
    (folder / "src" / "twin.py").hardlink_to(folder / "src" / "a.py")
    (folder / "link").symlink_to(tmp_path)
    os.mkfifo(folder / "src" / "pipe")
    return folder


def test_what_is_small_and_open_to_all_is_copied(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "_MOST", 140_000)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(project / "src" / "socket"))
        made = copied(project, [str(project / "venv" / "lib")])
    assert names(made.archive) == {"train.py", "src", "src/a.py", "src/twin.py", "link"}
    assert sorted(path.name for path in made.left) == ["big", "many", "secret", "venv"]


def test_a_link_is_never_bound_however_little_fits(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "_MOST", 0)
    made = copied(project, [])
    assert names(made.archive) == {"link"}
    assert project / "link" not in made.left


def test_without_a_copy_it_is_shown_as_ever(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def changes(*_: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(room, "_cost", changes)
    assert shown(project, 64001, layered=True) == shown(project, 64001)


@pytest.mark.sandbox
@pytest.mark.skipif(os.geteuid() != 0 or not identity._mapped(64001), reason="for a real root")
def test_what_is_not_copied_is_read_only_and_the_rest_has_a_size(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "_MOST", 140_000)
    line = "rm many/0; cat secret/key; head -c 9M /dev/zero >new; wc -c <new; rm train.py && ls"
    ran = run(Job(line, project=project, bounds=Bounds(work=5 * MIB)))
    size, *left = ran.stdout.decode().split()
    assert 4 * MIB < int(size) < 5 * MIB
    assert left == ["big", "link", "many", "new", "secret", "src", "venv"]
    for refusal in (b"Read-only file system", b"Permission denied", b"No space left on device"):
        assert refusal in ran.stderr
    assert (project / "train.py").exists()
