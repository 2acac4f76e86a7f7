"""The last search and the misses: bounded, newest first, whatever lies beside them."""

from __future__ import annotations

import os
from threading import Thread

import pytest

from kb.store import searched
from kb.store.searched import Searched, keep, last, misses, no_miss, searches_home


def one(number: int, ids: tuple[str, ...] = ()) -> Searched:
    return Searched(f"{number:016x}", f"paste {number}", ids, float(number))


def test_nothing_was_searched() -> None:
    assert last() is None
    assert misses() == []


def test_the_last_is_the_latest_whoever_ends_first() -> None:
    keep(one(2, ("port-in-use",)))
    keep(one(1))
    assert last() == one(2, ("port-in-use",))
    assert misses() == [one(1)]


def test_many_at_once_lose_nothing_and_the_last_is_the_latest() -> None:
    threads = [Thread(target=keep, args=(one(number),)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert last() == one(11)
    assert misses() == [one(number) for number in reversed(range(12))]


def test_only_so_many_misses_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searched, "MOST", 9)
    for number in range(12):
        keep(one(number))
        # the clock of files may stand still between two
        os.utime(searches_home() / "misses" / f"{number:016x}.json", (number, number))
    assert misses() == [one(number) for number in (11, 10, 9, 8, 7, 6, 5, 4, 3)]
    no_miss(one(11).fingerprint)
    assert misses()[0] == one(10)


def test_damaged_files_are_passed_over() -> None:
    keep(one(1))
    (searches_home() / "misses" / "0.json").write_text("{", "utf-8")
    (searches_home() / "last.json").write_text("[]", "utf-8")
    assert misses() == [one(1)]
    assert last() is None
