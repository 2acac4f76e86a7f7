"""An index that is as new as the files and the code: opened, brought up to date, or made anew."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kb.errors import KbError
from kb.search.domain import Domain
from kb.search.index import Index
from kb.search.wordings import wordings
from kb.store.corrections import corrected, corrected_pastes, fingerprints
from kb.store.glance import brief, still
from kb.store.roots import TREE
from kb.store.scan import Look, Stamp, look

if TYPE_CHECKING:
    from kb.model import Fault
    from kb.store.layers import Layer

MACHINE = ("kernel", "machine", "os")
"""Parts of an environment that say nothing about versions."""

PATIENCE = 10.0
"""Seconds to wait for another process that writes the same index."""


class Beside(NamedTuple):
    """What else an index is made with: the folder of a person's own corrections, who is told
    how many entries of how many were read, when it takes a while, and entries that were read
    already, each by the stamp that it had before."""

    corrections: Path | None = None
    tell: Callable[[int, int], None] | None = None
    read: Mapping[Stamp, Fault] = MappingProxyType({})


ALONE = Beside()

TICK = 20_000_000
"""Nanoseconds in which two changes of one file may get the same time."""


def index_of(layer: Layer, cache: Path | None, beside: Beside = ALONE) -> Index:
    """The index of `layer`, up to date with its files and with a person's own corrections.

    It lies in `cache`, a folder that only the person can enter; a damaged one, or one made by
    other code, is made anew. Without a cache that can be written it is built in memory.
    """
    if cache is not None:
        with suppress(OSError, sqlite3.Error):
            return _kept(layer, cache, beside)
    index = Index(sqlite3.connect(":memory:"))
    index.create("")
    _update(index, layer, {}, look(layer.root), beside)
    return index


def _kept(layer: Layer, cache: Path, beside: Beside) -> Index:
    cache_folder(cache)
    file = file_of(layer, cache)
    try:
        return _fresh(layer, file, beside)
    except sqlite3.DatabaseError as error:
        if "locked" in str(error):
            raise
        for name in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
            name.unlink(missing_ok=True)
        return _fresh(layer, file, beside)


def cache_folder(cache: Path) -> None:
    """Makes the folder, for this person alone. Raises OSError."""
    cache.mkdir(parents=True, exist_ok=True, mode=0o700)
    if os.name == "posix" and cache.stat().st_mode & 0o077:
        cache.chmod(0o700)


def file_of(layer: Layer, cache: Path) -> Path:
    """Where the index of a layer lies; the name says nothing of the layer's place."""
    return cache / f"{hashlib.sha256(os.fsencode(layer.root)).hexdigest()[:20]}.sqlite"


def open_index(file: Path) -> Index:
    """The index in `file`, as it is. Raises `sqlite3.Error`."""
    return Index(sqlite3.connect(file, timeout=PATIENCE, isolation_level=None))


def _fresh(layer: Layer, file: Path, beside: Beside) -> Index:
    index = open_index(file)
    try:
        if not _is_fresh(index, layer, beside):
            seen = look(layer.root, _known(index) or {})
            index.begin()
            if _known(index) is None:
                index.create(code_stamp())
            _update(index, layer, index.keys(), seen, beside)
            index.commit()
    except BaseException:
        index.close()
        raise
    return index


def _is_fresh(index: Index, layer: Layer, beside: Beside) -> bool:
    """Whether this code made the index, and of what is there now."""
    try:
        return (
            index.stamp() == code_stamp()
            and index.corrected() == corrected(beside.corrections)
            and still(layer.root, index.seen())
        )
    except sqlite3.OperationalError as error:
        return _no_table(error)


def _known(index: Index) -> dict[str, str] | None:
    """Id → key of what is indexed; None when there is no index, or one of other code."""
    try:
        return index.keys() if index.stamp() == code_stamp() else None
    except sqlite3.OperationalError as error:
        return _no_table(error) or None


def _no_table(error: sqlite3.OperationalError) -> Literal[False]:
    """False when all that is wrong is that nothing was ever written; raises `error` else."""
    if "no such table" in str(error):
        return False
    raise error


def _update(
    index: Index, layer: Layer, known: Mapping[str, str], seen: Look, beside: Beside
) -> None:
    """Reads the changed folders, and no other, and the tree."""
    more = corrected(beside.corrections)
    stamps = {stamp.id: _with(stamp, more) for stamp in seen.entries()}
    for id in known.keys() - stamps.keys():
        index.remove(id)
    # in order, so that ties come out alike on every machine
    changed = [stamp for stamp in sorted(stamps.values()) if known.get(stamp.id) != stamp.key]
    for done, stamp in enumerate(changed):
        if beside.tell is not None:
            beside.tell(done, len(changed))
        _put(index, layer, stamp, beside)
    index.set_domains(_domains(layer))
    index.set_seen(brief(seen), more)
    index.count()


def _with(stamp: Stamp, corrected: Mapping[str, str]) -> Stamp:
    more = corrected.get(stamp.id)
    return stamp._replace(key=f"{stamp.key}|{more}") if more else stamp


def _put(index: Index, layer: Layer, stamp: Stamp, beside: Beside) -> None:
    from kb.store.read import load_fault  # here, for it brings pydantic and YAML

    try:
        fault = beside.read.get(stamp) or load_fault(layer, _settled(stamp).id)
    except KbError:
        index.put(stamp.id, stamp.key, {}, [])  # not read again until it changes
        return
    more = corrected_pastes(beside.corrections, stamp.id)
    fault = replace(fault, pastes={**fault.pastes, **more})
    index.put(stamp.id, stamp.key, card(fault), wordings(fault))


def _settled(stamp: Stamp) -> Stamp:
    """`stamp`, when any further change of its files will get another time."""
    left = max(changed for changed, _ in stamp.files) + TICK - time.time_ns()
    if 0 < left <= TICK:
        time.sleep(left / 1e9)
    return stamp


def _domains(layer: Layer) -> dict[str, Domain]:
    from kb.store.read import parse_tree

    file = layer.root / TREE
    try:
        tree = parse_tree(file.read_bytes(), file)
    except (OSError, KbError):
        return {}
    return {
        id: Domain(tree.nodes[id].first_action or "", words)
        for id, words in tree.keywords().items()
    }


def card(fault: Fault) -> dict[str, Any]:
    """The fields of a `Match` that come from the entry."""
    from kb.model import status

    entry = fault.entry
    shown: dict[str, Any] = {
        "title": entry.title,
        "domain": entry.domain,
        "parent": entry.parent,
        "status": status(fault),
        "root_cause": entry.root_cause,
        "verify": entry.verify.command,
        "values": list(entry.verify.values),
        "fix": entry.fix,
    }
    if told := fingerprints(fault.pastes):
        shown["told"] = told
    if fault.evidence is not None:
        here = fault.evidence.environment
        versions = ", ".join(f"{name} {here[name]}" for name in here if name not in MACHINE)
        shown["proof"] = f"{fault.evidence.recorded.isoformat()} with {versions}"
    if entry.withdrawn is not None:
        shown["withdrawn"] = {"as": entry.withdrawn.as_, "reason": entry.withdrawn.reason}
    return shown


def code_stamp() -> str:
    """Differs whenever the code or the rules that make an index changed."""
    rooms = (Path(__file__).parent, Path(__file__).parent.parent / "text")
    seen = [
        (item.name, about.st_size, about.st_mtime_ns)
        for room in rooms
        for item in os.scandir(room)
        if item.is_file() and (about := item.stat())
    ]
    return hashlib.sha256(repr(sorted(seen)).encode()).hexdigest()
