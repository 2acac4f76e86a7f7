"""Every change to a knowledge base: under its lock, checked before it is made, whole or not at all.

All functions raise Refused for a layer that is not to be written, InvalidFiles when the result
would break the schema, and CannotWrite when the disk says no. Nothing is changed then.
"""

from __future__ import annotations

import codecs
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from kb.errors import InvalidFiles, NotFound, Problem, Refused
from kb.model import Entry, Evidence, KnowledgeBase, Tree
from kb.store.atomic import make_folder, replace_all
from kb.store.changes import Change, Fields, differences
from kb.store.decode import ENTRY_BYTES, BadText, decode
from kb.store.folder import CASE_BYTES, CASE_FILES, BadFile, read_bytes, read_folder
from kb.store.layers import Layer
from kb.store.lock import cannot_write, locked
from kb.store.read import is_slug, parse_entry, parse_tree
from kb.store.roots import TREE
from kb.store.splice import REMOVE, Rename, change_text
from kb.store.start import create_base

__all__ = [
    "REMOVE",
    "Change",
    "Rename",
    "add_paste",
    "change",
    "create",
    "create_base",
    "rewrite",
    "save_base",
    "save_evidence",
]


Check = Callable[[Path, Entry | Tree], Iterable[Problem]]
"""Finds problems in what a file is about to say, beyond those of the schema."""


def no_more(file: Path, value: Entry | Tree) -> Iterable[Problem]:
    """The check that finds none."""
    del file, value
    return ()


def create(
    layer: Layer,
    id: str,
    text: str,
    files: Mapping[str, bytes | str] | None = None,
    evidence: bytes | None = None,
    check: Check = no_more,
) -> Path:
    """Write a new entry: `text` as entry.yaml, `files` beside it (`faulty/train.py`, …).

    Returns its folder. The whole folder appears at once. `evidence` is that of the entry it is
    a copy of; `check` as in `change`. Raises Refused when the id is none or is taken.
    """
    folder = layer.root / id
    contents = {path: _bytes(content) for path, content in (files or {}).items()}
    proof = {} if evidence is None else {"evidence.json": evidence}
    with _writing(layer):
        if not is_slug(id):
            raise Refused(f"{id[:80]!r} is no id; join a-z and 0-9 by single dashes, 64 at most")
        if folder.exists() or folder.is_symlink():
            raise Refused(f"{folder} is already there; choose another id, or: kb edit {id}")
        _check_files(folder, contents)
        _check_all({folder / "entry.yaml": _bytes(text)}, check)
        make_folder(folder, {"entry.yaml": _bytes(text), **contents, **proof})
    return folder


def rewrite(layer: Layer, id: str | None, text: str, check: Check = no_more) -> None:
    """Put `text` in place of an entry's file, or of the tree's when `id` is None.

    The file keeps its kind of line ends and its byte order mark. `check` as in `change`.
    """
    with _writing(layer):
        file = _file(layer, id)
        new = _as_before(_read(layer, id), text)
        _check_all({file: new}, check)
        replace_all({file: new})


def change(layer: Layer, changes: Iterable[Change], check: Check = no_more) -> None:
    """Make all changes as one step: every file is checked before the first is replaced.

    Lines of fields that are not named stay byte for byte as they are. `check` gets the file and
    the value of each and may find more problems, such as a parent that is nowhere.
    """
    with _writing(layer):
        before: dict[str | None, bytes] = {}
        after: dict[str | None, bytes] = {}
        for item in changes:
            if item.id not in before:
                before[item.id] = after[item.id] = _read(layer, item.id)
            after[item.id] = _changed(_file(layer, item.id), after[item.id], item.fields)
        _check_all({_file(layer, id): content for id, content in after.items()}, check)
        replace_all({_file(layer, id): after[id] for id in after if after[id] != before[id]})


def save_base(layer: Layer, before: KnowledgeBase, after: KnowledgeBase) -> tuple[Path, ...]:
    """Bring the files of `layer` from `before`, as it was loaded, to `after`.

    Fields of nodes and entries that differ are changed; returns the files concerned.
    """
    changes = tuple(differences(before, after))
    change(layer, changes)
    return tuple(_file(layer, item.id) for item in changes)


def save_evidence(layer: Layer, id: str, evidence: Evidence) -> Path:
    """Write an entry's evidence.json. Returns its path."""
    text = evidence.model_dump_json(by_alias=True, indent=2, exclude_none=False) + "\n"
    with _writing(layer):
        _read(layer, id)
        file = layer.root / id / "evidence.json"
        replace_all({file: text.encode()})
    return file


def add_paste(layer: Layer, id: str, text: str, name: str | None = None) -> Path:
    """Keep a paste that must lead to the entry. Its name comes from its text, so twice is once;
    under a `name` of its own, it takes the place of what was there."""
    content = text.encode(errors="replace")
    again = name is not None
    name = name or f"{hashlib.sha256(content).hexdigest()[:12]}.txt"
    file = layer.root / id / "pastes" / name
    with _writing(layer):
        _read(layer, id)
        _check_files(file.parent.parent, {f"pastes/{name}": content})
        try:
            file.parent.mkdir(exist_ok=True)
        except OSError as error:
            raise cannot_write(file, error) from error
        if again or not file.exists():
            replace_all({file: content})
    return file


@contextmanager
def _writing(layer: Layer) -> Iterator[None]:
    if not layer.writable:
        raise Refused(
            f"the {layer.name} layer is read-only; write to your own: stand in your team's "
            "work tree, or name a knowledge base with --kb DIR"
        )
    try:
        layer.root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(layer.root, error) from error
    with locked(layer.root):
        yield


def _file(layer: Layer, id: str | None) -> Path:
    return layer.root / TREE if id is None else layer.root / id / "entry.yaml"


def _read(layer: Layer, id: str | None) -> bytes:
    """The file as it is, from a folder that is whole and without symlinks."""
    if id is not None and not (is_slug(id) and (layer.root / id).is_dir()):
        raise NotFound(f"no entry {id[:80]!r} in {layer.root}; `kb list` shows what there is")
    try:
        if id is None:
            return read_bytes(layer.root / TREE, ENTRY_BYTES)
        return read_folder(layer.root / id).entry
    except BadFile as bad:
        raise InvalidFiles([bad.problem]) from bad


def _as_before(old: bytes, text: str) -> bytes:
    """`text` with the line ends and the byte order mark that the file had."""
    if b"\r\n" in old and "\r\n" not in text:
        text = text.replace("\n", "\r\n")
    return _mark(old) + _bytes(text)


def _mark(content: bytes) -> bytes:
    return codecs.BOM_UTF8 if content.startswith(codecs.BOM_UTF8) else b""


def _changed(file: Path, content: bytes, fields: Fields) -> bytes:
    try:
        text = change_text(decode(content), fields)
    except BadText as bad:
        problem = Problem(file, bad.line, "", bad.message, bad.remedy, bad.rule)
        raise InvalidFiles([problem]) from bad
    return _mark(content) + text.encode()


def _check_all(files: Mapping[Path, bytes], check: Check = no_more) -> None:
    """That each file would be valid. Raises InvalidFiles with all that is not."""
    problems: list[Problem] = []
    for file, content in files.items():
        parse: Callable[[bytes, Path], Entry | Tree]
        parse = parse_tree if file.name == TREE else parse_entry
        try:
            problems.extend(check(file, parse(content, file)))
        except InvalidFiles as error:
            problems.extend(error.problems)
    if problems:
        raise InvalidFiles(problems)


def _check_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """That `files` may lie in an entry's folder. Raises Refused."""
    for path in files:
        parts = PurePosixPath(path.replace("\\", "/")).parts  # Windows parts folders by both
        if len(parts) < 2 or parts[0] not in ("faulty", "fixed", "pastes") or ".." in parts:
            raise Refused(f"{path!r} cannot lie in {folder}; use faulty/, fixed/ or pastes/")
    if len(files) > CASE_FILES or sum(map(len, files.values())) > CASE_BYTES:
        raise Refused(f"the files of {folder.name} are too many or too large; keep the case small")


def _bytes(content: bytes | str) -> bytes:
    return content if isinstance(content, bytes) else content.encode(errors="replace")
