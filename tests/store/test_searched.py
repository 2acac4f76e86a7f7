"""The last search and the misses: bounded, newest first, whatever lies beside them."""

from __future__ import annotations

from threading import Thread

from kb.store.searched import MOST, Searched, keep, last, misses, no_miss, searches_home


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


def test_only_so_many_misses_are_kept() -> None:
    for number in range(MOST + 3):
        keep(one(number))
    assert len(misses()) == MOST
    assert misses()[0] == one(MOST + 2)
    no_miss(one(MOST + 2).fingerprint)
    assert misses()[0] == one(MOST + 1)


def test_damaged_files_are_passed_over() -> None:
    keep(one(1))
    (searches_home() / "misses" / "0.json").write_text("{", "utf-8")
    (searches_home() / "last.json").write_text("[]", "utf-8")
    assert misses() == [one(1)]
    assert last() is None
