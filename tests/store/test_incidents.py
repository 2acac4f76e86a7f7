"""Incidents on disk."""

from __future__ import annotations

import os
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from incidents import incident

from kb.errors import CannotWrite, NotFound
from kb.store.homes import state_home
from kb.store.incidents import change, drop, every, incidents_home, keep

FULL = incident(
    command=("python", "train.py", "\udcff"),
    environment={"python": "3.11"},
    sources={"a.py": "x = '世'\n"},
    matched=(("port-in-use", "The port is taken", 0.93),),
    verdict="match",
    exit_code=None,
    signal=9,
    fixed=1234.5,
)


@pytest.mark.parametrize("one", [incident(), FULL])
def test_what_is_kept_comes_back(one: object) -> None:
    assert keep(one) == one  # type: ignore[arg-type]
    assert every() == ([one], [])


def test_nothing_there() -> None:
    assert every() == ([], [])
    assert not state_home().exists()


def test_it_is_for_its_owner_alone() -> None:
    old = os.umask(0)
    try:
        keep(incident())
    finally:
        os.umask(old)
    (file,) = incidents_home().glob("*.json")
    assert incidents_home().stat().st_mode & 0o777 == 0o700
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_folder_left_open_is_closed() -> None:
    incidents_home().mkdir(parents=True, mode=0o755)
    keep(incident())
    assert incidents_home().stat().st_mode & 0o777 == 0o700


def test_the_state_home_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert state_home() == tmp_path / "kb"


def test_newest_first() -> None:
    old, new = incident(id="b", ended=1.0), incident(id="a", ended=2.0)
    keep(old)
    keep(new)
    assert every()[0] == [new, old]


def test_many_at_the_same_second_are_all_kept() -> None:
    threads = [threading.Thread(target=keep, args=(incident(),)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ids = {one.id for one in every()[0]}
    first = incident().id
    assert ids == {first, *(f"{first}-{n}" for n in range(2, 9))}


def test_changes_at_once_lose_nothing() -> None:
    id = keep(incident()).id

    def count() -> None:
        change(id, lambda one: replace(one, times=one.times + 1))

    threads = [threading.Thread(target=count) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert every()[0][0].times == 9


def test_drop() -> None:
    keep(incident())
    drop(incident().id)
    assert every() == ([], [])
    for gone in (lambda: drop(incident().id), lambda: change(incident().id, lambda one: one)):
        with pytest.raises(NotFound, match="kb status"):
            gone()


@pytest.mark.parametrize("id", ["../x", "", "a/b", ".hidden", "A"])
def test_no_other_file_can_be_named(id: str) -> None:
    with pytest.raises(NotFound):
        drop(id)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "is no JSON"),
        ("", "is no JSON"),
        ("[" * 100_000, "is no JSON"),
        ("[]", "lacks"),
        ('{"id": "bad"}', "lacks"),
        ('{"id": "other"}', "unusable id"),
        ('{"id": "bad", "started": NaN}', "unusable started"),
        ('{"id": "bad", "ended": 1e300}', "unusable ended"),
        ('{"id": "bad", "first": -1e18}', "unusable first"),
        (f'{{"id": "bad", "fixed": {10**30}}}', "unusable fixed"),
        ('{"id": "bad", "folder": 3}', "unusable folder"),
        ('{"id": "bad", "matched": [["a"]]}', "unusable matched"),
    ],
)
def test_a_damaged_file_is_told_and_the_others_are_read(text: str, told: str) -> None:
    good = keep(incident())
    (incidents_home() / "bad.json").write_text(text)
    found, (problem,) = every()
    assert found == [good]
    assert told in str(problem)
    assert "kb drop bad" in str(problem)
    drop("bad")
    assert every() == ([good], [])


def test_what_a_killed_writer_left_is_passed_over() -> None:
    incidents_home().mkdir(parents=True)
    (incidents_home() / ".kb-new-incident").write_text("{")
    assert every() == ([], [])
    keep(incident())
    assert every() == ([incident()], [])


def test_a_place_that_takes_nothing_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    with pytest.raises(CannotWrite, match="XDG_STATE_HOME") as error:
        keep(incident())
    assert "\n" not in str(error.value)


def test_a_full_disk_leaves_the_old_one_whole() -> None:
    resource = pytest.importorskip("resource")
    kept = keep(incident())
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, limits[1]))
    try:
        with pytest.raises(CannotWrite, match="free some space"):
            change(kept.id, lambda one: replace(one, times=2))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert every() == ([kept], [])
    assert [file.name for file in incidents_home().glob("*new*")] == []
