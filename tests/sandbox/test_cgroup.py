"""Cgroups of both versions, on folders that look like them."""

from __future__ import annotations

import errno
import os
import subprocess
from pathlib import Path

import pytest

from kb.model.job import MIB, Bounds
from kb.sandbox import cgroup
from kb.sandbox.cgroup import Cgroup, Homes

BOUNDS = Bounds(memory=64 * MIB, processes=10)


@pytest.fixture
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A version 2 hierarchy in which children may be made."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setattr(cgroup, "_homes", lambda: Homes(home, None, 2))
    return home


def test_limits_are_written(homes: Path) -> None:
    group = cgroup.make(BOUNDS)
    assert group is not None
    assert group.memory.parent == homes
    assert (group.memory / "memory.max").read_text() == str(64 * MIB)
    assert (group.memory / "memory.swap.max").read_text() == "0"
    assert (group.memory / "pids.max").read_text() == "12"
    assert group.memory.name.startswith(f"kb-{os.getpid()}-")


def test_each_run_has_its_own(homes: Path) -> None:
    assert cgroup.make(BOUNDS) != cgroup.make(BOUNDS)
    assert len(list(homes.iterdir())) == 2


def test_version_1_has_two_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("memory", "pids"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(cgroup, "_homes", lambda: Homes(tmp_path / "memory", tmp_path / "pids", 1))
    group = cgroup.make(BOUNDS)
    assert group is not None
    assert group.pids is not None
    assert (group.memory / "memory.limit_in_bytes").read_text() == str(64 * MIB)
    assert (group.pids / "pids.max").read_text() == "12"


def test_none_where_none_may_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroup, "_homes", lambda: None)
    assert cgroup.make(BOUNDS) is None
    monkeypatch.setattr(cgroup, "_homes", lambda: Homes(Path("/proc/nowhere"), None, 2))
    assert cgroup.make(BOUNDS) is None


@pytest.mark.parametrize(
    ("version", "files", "used", "peak"),
    [
        (
            2,
            {"memory.stat": "anon 100\nfile 70\nshmem 30\n", "memory.peak": "240\n"},
            130,
            200,
        ),
        (
            1,
            {
                "memory.stat": "total_rss 100\ntotal_cache 70\ntotal_shmem 30\n",
                "memory.max_usage_in_bytes": "240\n",
            },
            130,
            200,
        ),
    ],
)
def test_page_cache_does_not_count(
    tmp_path: Path, version: int, files: dict[str, str], used: int, peak: int
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    group = Cgroup(tmp_path, None, version)
    assert (group.used(), group.peak()) == (used, peak)


@pytest.mark.parametrize(
    ("version", "name", "text", "killed"),
    [
        (2, "memory.events", "oom 1\noom_kill 1\n", True),
        (2, "memory.events", "oom 1\noom_kill 0\n", False),
        (1, "memory.oom_control", "under_oom 0\noom_kill 3\n", True),
        (1, "memory.oom_control", "under_oom 0\noom_kill 0\n", False),
        (1, "memory.events", "oom_kill 1\n", False),
    ],
)
def test_a_kill_is_seen(tmp_path: Path, version: int, name: str, text: str, killed: bool) -> None:
    (tmp_path / name).write_text(text)
    assert Cgroup(tmp_path, None, version).killed() is killed


def test_only_the_cgroups_of_the_dead_are_swept(homes: Path) -> None:
    mine, dead, other = homes / f"kb-{os.getpid()}-0", homes / "kb-99999999-0", homes / "kb-site"
    beside, full = homes.parent / "session" / "kb-99999999-1", homes / "kb-99999999-2"
    for folder in (mine, dead, other, beside, full / "process"):
        folder.mkdir(parents=True)
    cgroup.sweep()
    assert sorted(homes.iterdir()) == sorted([mine, other, full])
    assert not beside.exists()


def test_a_folder_that_goes_while_it_is_looked_at_is_no_error(tmp_path: Path) -> None:
    assert cgroup._folders(tmp_path / "gone") == []


def test_one_that_is_still_being_left_is_removed_once_it_is_empty(
    homes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def rmdir(folder: Path) -> None:
        tried.append(folder)
        if len(tried) < 60:
            raise OSError(errno.EBUSY, "still busy")

    monkeypatch.setattr(Path, "rmdir", rmdir)
    monkeypatch.setattr(cgroup.time, "sleep", lambda _: None)
    Cgroup(homes, None, 2).remove()
    assert tried == 60 * [homes]


def test_one_that_may_not_be_removed_is_left_at_once(
    homes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (homes / "process").mkdir()
    monkeypatch.setattr(cgroup.time, "sleep", lambda _: pytest.fail("it waits"))
    Cgroup(homes, None, 2).remove()
    assert homes.exists()


def test_a_process_that_may_not_be_moved_ends_the_attempt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroup, "_given_up", [])
    with pytest.raises(cgroup.CannotCount):
        Cgroup(tmp_path / "nowhere", None, 2).add(1)
    assert cgroup.described().startswith("a watchdog")
    cgroup._homes.cache_clear()


def test_a_process_that_is_gone_is_no_reason_to_give_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroup, "_given_up", [])
    group = cgroup.make(Bounds())
    if group is None:
        pytest.skip("no cgroup can be made here")
    child = subprocess.Popen(["true"])
    child.wait()
    try:
        group.add(child.pid)
    finally:
        group.remove()
    assert cgroup._given_up == []
