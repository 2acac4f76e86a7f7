"""Answers outlast the process that asked for them."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest
from test_interrupted import STEPS, dying, in_child, posix

from kb.errors import CannotWrite
from kb.store import unfinished
from kb.store.homes import state_home
from kb.store.lock import locks


def lines() -> list[list[unfinished.Line]]:
    return [found for _, found in unfinished.left()]


def test_nothing_is_on_disk_before_the_first_answer() -> None:
    journal = unfinished.new()
    assert not journal.begun
    journal.end()
    assert not state_home().exists()


def test_what_is_held_is_not_left_and_what_is_let_go_is() -> None:
    journal = unfinished.new()
    journal.keep({"a": 1})
    journal.keep({"b": "ü\n"})
    assert lines() == []
    assert unfinished.held() == [[{"a": 1}, {"b": "ü\n"}]]
    journal.leave()
    assert lines() == [[{"a": 1}, {"b": "ü\n"}]]
    assert unfinished.held() == []


def test_its_file_is_for_its_owner_alone() -> None:
    journal = unfinished.new()
    journal.keep({"a": 1})
    assert stat.S_IMODE(journal.file.stat().st_mode) == 0o600
    assert stat.S_IMODE(journal.file.parent.stat().st_mode) == 0o700
    journal.end()
    assert not journal.file.exists()


def test_one_alone_goes_on_with_what_was_left() -> None:
    journal = unfinished.new()
    journal.keep({"a": 1})
    journal.leave()
    (file,) = (file for file, _ in unfinished.left())
    first = unfinished.take(file)
    assert first is not None
    assert unfinished.take(file) is None
    first.keep({"b": 2})
    first.leave()
    assert lines() == [[{"a": 1}, {"b": 2}]]
    unfinished.take(file).end()  # type: ignore[union-attr]
    assert unfinished.take(file) is None


def test_a_long_glance_of_another_takes_nothing_away(monkeypatch: pytest.MonkeyPatch) -> None:
    journal = unfinished.new()
    journal.keep({"a": 1})
    journal.leave()
    glance = os.open(journal.file, os.O_RDONLY)
    assert locks(glance, shared=True)
    naps: list[float] = []

    def nap(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 500:
            os.close(glance)

    monkeypatch.setattr(unfinished, "time", SimpleNamespace(sleep=nap))
    taken = unfinished.take(journal.file)
    assert taken is not None
    assert unfinished.take(journal.file) is None
    assert 500 < len(naps) < 600
    taken.end()


@pytest.mark.parametrize(
    "content", [b"", b"\n", b'{"a": 1', b"[1]\n", b"\xff\xfe\n", b"[" * 100_000]
)
def test_a_damaged_file_is_passed_over(content: bytes) -> None:
    file = state_home() / "drafts" / "x.jsonl"
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    assert lines() == []
    file.write_bytes(content + b'\n{"b": 2}\n')
    assert lines() == [[{"b": 2}]]


def test_no_symlink_is_followed(tmp_path: Path) -> None:
    (tmp_path / "other").write_text('{"a": 1}\n')
    (state_home() / "drafts").mkdir(parents=True)
    (state_home() / "drafts" / "x.jsonl").symlink_to(tmp_path / "other")
    assert lines() == []


@posix
def test_killed_at_any_moment_every_answer_that_was_kept_is_there() -> None:
    told = Path(os.environ["HOME"]) / "told"

    def answers() -> None:
        journal = unfinished.new()
        for number in range(3):
            journal.keep({"n": number})
            with told.open("ab") as stream:
                stream.write(b".")

    seen = set()
    for step in range(1, 100):
        told.write_bytes(b"")
        code = in_child(dying(step, answers, (*STEPS, "write", "ftruncate")))
        kept = [line["n"] for found in lines() for line in found]
        count = len(told.read_bytes())
        assert kept in (list(range(count)), list(range(count + 1)))
        seen.add((code, count))
        shutil.rmtree(state_home(), ignore_errors=True)
        if code == 0:
            break
    assert {(-9, 0), (-9, 1), (-9, 2), (0, 3)} <= seen


@posix
def test_a_full_disk_takes_all_of_an_answer_or_none() -> None:
    def answers() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        journal = unfinished.new()
        journal.keep({"a": "x" * 500})
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        try:
            journal.keep({"b": "y" * 600})
        except CannotWrite:
            journal.keep({"c": 1})  # a short one still finds room
            raise

    assert in_child(answers) == 7
    assert lines() == [[{"a": "x" * 500}, {"c": 1}]]


def test_a_state_folder_that_cannot_be_made_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/proc/none")
    with pytest.raises(CannotWrite, match=r"answers cannot be kept in .*set XDG_STATE_HOME"):
        unfinished.new().keep({"a": 1})
    assert lines() == []
    assert unfinished.held() == []
