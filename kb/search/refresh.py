"""An index that is as new as the files and the code: opened, brought up to date, or made anew."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from kb.errors import KbError
from kb.search.index import Index
from kb.search.wordings import wordings
from kb.store.corrections import corrected, corrected_pastes, fingerprints
from kb.store.roots import TREE
from kb.store.scan import Stamp, scan

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
    _update(index, layer, {}, _stamps(layer, {}, beside), beside)
    return index


def _stamps(layer: Layer, known: Mapping[str, str], beside: Beside) -> dict[str, Stamp]:
    stamps = {stamp.id: stamp for stamp in scan(layer.root, known)}
    for id, more in corrected(beside.corrections).items():
        if id in stamps:
            stamps[id] = stamps[id]._replace(key=f"{stamps[id].key}|{more}")
    return stamps


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
        known = _known(index)
        stamps = _stamps(layer, known or {}, beside)
        fresh = known == {id: stamp.key for id, stamp in stamps.items()}
        if not fresh or index.tree() != tree_stamp(layer):
            index.begin()
            if _known(index) is None:
                index.create(code_stamp())
            _update(index, layer, index.keys(), stamps, beside)
            index.commit()
    except BaseException:
        index.close()
        raise
    return index


def _known(index: Index) -> dict[str, str] | None:
    """Id → key of what is indexed; None when there is no index, or one of other code."""
    try:
        return index.keys() if index.stamp() == code_stamp() else None
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):
            return None
        raise


def _update(
    index: Index,
    layer: Layer,
    known: Mapping[str, str],
    stamps: Mapping[str, Stamp],
    beside: Beside,
) -> None:
    """Reads the changed folders, and no other, and the tree."""
    for id in known.keys() - stamps.keys():
        index.remove(id)
    # in order, so that ties come out alike on every machine
    changed = [stamp for stamp in sorted(stamps.values()) if known.get(stamp.id) != stamp.key]
    for done, stamp in enumerate(changed):
        if beside.tell is not None:
            beside.tell(done, len(changed))
        _put(index, layer, stamp, beside)
    index.set_tree(tree_stamp(layer), _first_actions(layer))
    index.count()


def _put(index: Index, layer: Layer, stamp: Stamp, beside: Beside) -> None:
    from kb.store.read import load_fault  # here, for it brings pydantic and YAML

    try:
        fault = beside.read.get(stamp) or load_fault(layer, stamp.id)
    except KbError:
        index.put(stamp.id, stamp.key, {}, [])  # not read again until it changes
        return
    more = corrected_pastes(beside.corrections, stamp.id)
    fault = replace(fault, pastes={**fault.pastes, **more})
    index.put(stamp.id, stamp.key, card(fault), wordings(fault))


def tree_stamp(layer: Layer) -> str:
    """Differs whenever the tree of `layer` changed; empty without one."""
    try:
        about = os.lstat(layer.root / TREE)
    except OSError:
        return ""
    return f"{about.st_mtime_ns} {about.st_ino} {about.st_size}"


def _first_actions(layer: Layer) -> dict[str, str]:
    from kb.store.read import parse_tree

    file = layer.root / TREE
    try:
        tree = parse_tree(file.read_bytes(), file)
    except (OSError, KbError):
        return {}
    return {id: tree.nodes[id].first_action or "" for id in tree.domains()}


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
