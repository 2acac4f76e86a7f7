"""Entries that were met again."""

from __future__ import annotations

import threading

import pytest

from kb.errors import CannotWrite
from kb.store.hits import Hit, count, hits
from kb.store.homes import state_home


def test_each_entry_of_each_knowledge_base_is_counted_by_itself() -> None:
    one, two = Hit("spoon", "/a/entries", 1.5), Hit("spoon", "/b/entries", 2.5)
    assert [count(one), count(two), count(one)] == [1, 1, 2]
    assert list(hits()) == [one, two, one]


def test_what_is_no_hit_is_passed_over() -> None:
    count(Hit("spoon", "/a", 1.0))
    file = state_home() / "hits.jsonl"
    file.write_bytes(file.read_bytes() + b'{"id": "fork"}\n[]\nnull\n\xff\n{"id": "sp')
    assert count(Hit("spoon", "/a", 2.0)) == 2
    assert len(list(hits())) == 2


def test_many_at_once_lose_nothing() -> None:
    def some() -> None:
        for number in range(20):
            count(Hit("spoon", "/a", float(number)))

    threads = [threading.Thread(target=some) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(list(hits())) == 80


def test_where_nothing_can_be_kept_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/proc/none")
    with pytest.raises(CannotWrite, match="cannot write"):
        count(Hit("spoon", "/a", 1.0))
    assert list(hits()) == []
