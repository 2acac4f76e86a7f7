"""What a check writes into the project shown to it goes to memory, and never to the project."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kb.model.job import MIB, Bounds, Job
from kb.sandbox import identity, run
from kb.sandbox.engine import engines
from tests.sandbox.person import Person

pytestmark = pytest.mark.sandbox

WRITES = """
set -e
mkdir -p runs/a && echo new >runs/a/model.pt && cat runs/a/model.pt
echo more >>train.py && chmod 600 train.py && tail -n 1 train.py
mv data/one.txt data/two.txt && rm data/gone.txt && ls data
rm -r old && mkdir old && ls old && touch -d @1 kept.txt && ln -sf nowhere link
"""


def tree(folder: Path) -> dict[str, tuple[object, ...]]:
    """Everything that can be known of the files in `folder`, by their names."""
    found = {}
    for path in (folder, *sorted(folder.rglob("*"))):
        about = path.lstat()
        kept = (about.st_mode, about.st_uid, about.st_gid, about.st_ino, about.st_nlink)
        content = path.read_bytes() if stat.S_ISREG(about.st_mode) else b""
        target = path.readlink() if path.is_symlink() else ""
        found[str(path)] = (*kept, about.st_mtime_ns, about.st_ctime_ns, content, target)
    return found


@pytest.fixture
def project(person: Person) -> Iterator[Path]:
    """A project of that person, its folder named so that mount options could break."""
    folder = person.home / "a,b:c\\d é %s"
    outside = person.home / "outside"
    for name in ("train.py", "kept.txt", "data/one.txt", "data/gone.txt", "old/deep/x"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("as it was\n")
    outside.mkdir()
    (outside / "secret").write_text("outside")
    (folder / "link").symlink_to("kept.txt")
    (folder / "way").symlink_to(outside)
    given(folder, person)
    yield folder
    shutil.rmtree(folder)
    shutil.rmtree(outside)


def given(folder: Path, person: Person) -> None:
    """Make all in `folder` that person's own."""
    if person.user is not None:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, person.user, person.user, follow_symlinks=False)


def by_overlay(person: Person) -> bool:
    """Whether that person's project lies under a layer; a real root's is copied."""
    return person.user is not None or os.geteuid() != 0


def test_writes_are_seen_inside_and_the_project_stays_as_it_was(
    person: Person, project: Path
) -> None:
    before = tree(project)
    ran = person.run(Job(WRITES, project=project))
    assert tree(project) == before
    assert ran.stdout.decode().split() == ["new", "more", "two.txt"], ran
    assert ran.exit_code == 0
    again = person.run(Job("ls", project=project))
    assert again.stdout.decode().split() == ["data", "kept.txt", "link", "old", "train.py", "way"]


def test_a_link_in_the_project_leads_no_write_out_of_it(person: Person, project: Path) -> None:
    ran = person.run(Job("cat way/secret || echo x >way/secret || touch way/y", project=project))
    assert ran.exit_code == 1
    assert {path.name for path in (person.home / "outside").iterdir()} == {"secret"}
    assert (person.home / "outside" / "secret").read_text() == "outside"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes device files")
def test_a_device_file_in_the_project_stays_closed(person: Person, project: Path) -> None:
    os.mknod(project / "zero", 0o666 | stat.S_IFCHR, os.makedev(1, 5))
    (project / "zero").chmod(0o666)
    given(project, person)
    ran = person.run(Job("head -c 1 zero", project=project))
    assert (ran.exit_code, ran.stdout) == (1, b"")
    assert (b"Permission denied" if by_overlay(person) else b"No such file") in ran.stderr


@pytest.mark.parametrize(
    ("line", "limit"),
    [
        ("for n in $(seq 40); do head -c 1M /dev/zero >big$n; done; sleep 60", "disk"),
        # the kernel itself copies a file before its first change
        ("printf x >>big; sleep 60", "disk"),
        ("mkdir m; cd m; for n in $(seq 60000); do : >$n; done; sleep 60", "files"),
    ],
)
def test_the_layer_is_bounded(person: Person, project: Path, line: str, limit: str) -> None:
    if not by_overlay(person):
        pytest.skip("the kernel gives a copy its size")
    if "big;" in line:
        (project / "big").write_bytes(bytes(range(256)) * (MIB // 256) * 40)
        given(project, person)
    ran = person.run(Job(line, project=project, bounds=Bounds(work=20 * MIB)))
    assert ran.limit == limit, ran


def test_the_layer_counts_as_memory(person: Person, project: Path) -> None:
    line = "for n in $(seq 300); do head -c 1M /dev/zero >big$n; done; sleep 60"
    ran = person.run(Job(line, project=project, bounds=Bounds(memory=100 * MIB)))
    assert ran.limit == "memory", ran


MOUNTED = """
mount -t tmpfs none "$1/data" && touch "$1/data/mine"
exec "$2" -c "$3" "$1"
"""
RUN = """
import sys
from pathlib import Path
from kb.model.job import Job
from kb.sandbox import identity, run
ran = run(Job("ls -A data; touch data/x", project=Path(sys.argv[1])))
print(ran.stdout.decode().split(), ran.stderr.decode())
"""


def test_a_mount_within_makes_the_project_read_only(tmp_path: Path) -> None:
    """A layer would lay bare what the mount hides."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "hidden").touch()
    words = ["unshare", "--user", "--map-root-user", "--mount", "bash", "-c", MOUNTED, "bash"]
    said = subprocess.run(
        [*words, str(tmp_path), sys.executable, RUN], capture_output=True, text=True, check=False
    )
    assert said.stdout.startswith("['mine'] touch: "), said
    assert "Read-only file system" in said.stdout


NO_OVERLAY = """#!/bin/bash
if grep -qa -e --overlay-src "/proc/self/fd/$2"; then
  echo "bwrap: Can't make overlay mount: Invalid argument" >&2
  exit 1
fi
exec {} "$@"
"""


def test_where_overlayfs_is_refused_the_project_is_read_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity, "_mapped", lambda _: False)
    real, project = engines()[0], tmp_path / "project"
    project.mkdir()
    (tmp_path / "bwrap").write_text(NO_OVERLAY.format(real.path))
    (tmp_path / "bwrap").chmod(0o755)
    ran = run(Job("touch made", project=project), replace(real, path=tmp_path / "bwrap"))
    assert ran.exit_code == 1
    assert b"Read-only file system" in ran.stderr or b"Permission denied" in ran.stderr
