"""The inverted index of one layer, in SQLite."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from kb.search.domain import Domain
from kb.search.wordings import WEIGHT, Wording, merge
from kb.store.glance import Glance, Part
from kb.text.terms import Terms

SCHEMA = """
create table entry(n integer primary key, id text unique, key blob, card text, wordings text);
create index entry_key on entry(id, key);
create table posting(term text, n integer, weight real, primary key(term, n)) without rowid;
create table meta(name text primary key, value text);
create table seen(part integer primary key, paths blob, stamp integer);
"""

MOST = 4000
"""Rows read for one term; a term in more entries than these tells too little to rank by."""


class Found(NamedTuple):
    """An indexed entry: its card (the fields of a `Match`) and its wordings."""

    id: str
    card: dict[str, Any]
    wordings: tuple[Wording, ...]


class Index:
    """The entries of one layer and the terms they are found by."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def close(self) -> None:
        """Lets go of the file."""
        self._db.close()

    def begin(self) -> None:
        """Holds other writers off until `commit`."""
        self._db.execute("pragma journal_mode = wal")
        self._db.execute("begin immediate")

    def commit(self) -> None:
        """Makes all changes since `begin` visible at once."""
        self._db.execute("commit")

    def create(self, stamp: str) -> None:
        """Lays out an empty index, marked with the stamp of the code that made it."""
        for name in ("entry", "posting", "meta", "seen"):
            self._db.execute(f"drop table if exists {name}")
        for statement in filter(str.strip, SCHEMA.split(";")):
            self._db.execute(statement)
        self._set("stamp", stamp)

    def stamp(self) -> str:
        """The stamp of the code that made this index. Raises `sqlite3.DatabaseError`."""
        return self._meta("stamp") or ""

    def keys(self) -> dict[str, str]:
        """Id → key of the files as they were read."""
        return {id: os.fsdecode(key) for id, key in self._db.execute("select id, key from entry")}

    def seen(self) -> Glance:
        """What the files were like that it is made of."""
        first = self._db.execute("select paths from seen where part = 0").fetchone()
        rest = self._db.execute("select paths, stamp from seen where part > 0 order by part")
        return Glance(first[0] if first else b"", [Part(*row) for row in rest])

    def corrected(self) -> dict[str, str]:
        """The corrections, as `kb.store.corrections.corrected` saw them."""
        return dict(json.loads(self._meta("corrected") or "{}"))

    def set_seen(self, glance: Glance, corrected: Mapping[str, str]) -> None:
        """Keeps what the files were like, and a person's own corrections."""
        self._set("corrected", json.dumps(dict(corrected)))  # names of files as well
        self._db.execute("delete from seen")
        parts = enumerate((Part(glance.names, 0), *glance.parts))
        rows = ((number, *part) for number, part in parts)
        self._db.executemany("insert into seen values(?, ?, ?)", rows)

    def remove(self, id: str) -> None:
        """Takes one entry out."""
        row = self._db.execute("select n from entry where id = ?", (id,)).fetchone()
        if row:
            terms = self._terms(row[0])
            self._db.executemany(
                "delete from posting where term = ? and n = ?", ((term, row[0]) for term in terms)
            )
            self._db.execute("delete from entry where n = ?", row)

    def _terms(self, n: int) -> Iterable[str]:
        (text,) = self._db.execute("select wordings from entry where n = ?", (n,)).fetchone()
        return {term for _, _, terms in json.loads(text) for term in terms}

    def put(self, id: str, key: str, card: dict[str, Any], wordings: list[Wording]) -> None:
        """Puts one entry in, in place of what was there under its id."""
        self.remove(id)
        stored = [
            (one.kind, one.text, {term: round(weight, 2) for term, weight in one.terms.items()})
            for one in wordings
        ]
        number = self._db.execute(
            "insert into entry(id, key, card, wordings) values(?, ?, ?, ?)",
            (id, os.fsencode(key), _json(card), _json(stored)),  # a key holds names of files
        ).lastrowid
        together: Terms = {}
        for kind, _, terms in stored:
            merge(together, terms, WEIGHT[kind])
        rows = ((term, number, weight) for term, weight in together.items() if weight > 0)
        self._db.executemany("insert into posting values(?, ?, ?)", rows)

    def size(self) -> int:
        """How many entries there are."""
        return int(self._db.execute("select count(*) from entry").fetchone()[0])

    def count(self) -> None:
        """Counts anew in how many entries the common terms are, if the entries changed by much."""
        size = self.size()
        counted = int(self._meta("counted") or 0)
        if abs(size - counted) * 50 >= max(size, 1):
            ask = "select term, count(*) from posting group by term having count(*) >= ?"
            common = dict(self._db.execute(ask, (max(2, size // 200),)))
            self._set("common", _json(common))
            self._set("counted", str(size))

    def common(self) -> dict[str, int]:
        """Term → number of entries that have it, for the terms that are not rare."""
        return dict(json.loads(self._meta("common") or "{}"))

    def set_domains(self, domains: Mapping[str, Domain]) -> None:
        """Keeps what the tree says of each domain."""
        self._set("domains", _json(domains))

    def domains(self) -> dict[str, Domain]:
        """Domain → what the tree says of it."""
        kept = json.loads(self._meta("domains") or "{}")
        return {id: Domain(first, tuple(keywords)) for id, (first, keywords) in kept.items()}

    def _meta(self, name: str) -> str | None:
        row = self._db.execute("select value from meta where name = ?", (name,)).fetchone()
        return str(row[0]) if row else None

    def _set(self, name: str, value: str) -> None:
        self._db.execute("insert or replace into meta values(?, ?)", (name, value))

    def postings(self, term: str) -> list[tuple[int, float]]:
        """Entry number and weight for each entry that has `term`, at most `MOST`."""
        ask = "select n, weight from posting where term = ? limit ?"
        return self._db.execute(ask, (term, MOST)).fetchall()

    def found(self, number: int) -> Found:
        """The entry of this number."""
        ask = "select id, card, wordings from entry where n = ?"
        return _found(*self._db.execute(ask, (number,)).fetchone())

    def every(self) -> Iterator[Found]:
        """All entries that could be read."""
        for row in self._db.execute("select id, card, wordings from entry"):
            if (found := _found(*row)).card:
                yield found


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _found(id: str, card: str, stored: str) -> Found:
    return Found(id, json.loads(card), tuple(Wording(*one) for one in json.loads(stored)))
