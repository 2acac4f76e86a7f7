"""The person's own small files that a failure is about, as they are now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePath, PurePosixPath

from kb.child import git
from kb.errors import KbError
from kb.redact import redact
from kb.report import Report

FILES, LARGEST, TOGETHER = 20, 64 * 1024, 256 * 1024
"""Most files kept, most bytes of one, and of all together."""

PATIENCE = 5.0
"""Seconds for git to look at a large tree, while a person waits below their error."""


def named(read: Report, folder: Path) -> tuple[str, ...]:
    """The files under `folder` that the frames of the report name, the innermost first."""
    frames = [frame for raised in read.raised for frame in reversed(raised.frames)]
    own = (Path(folder, frame.path) for frame in frames if not frame.library)
    inside = (path.relative_to(folder) for path in own if path.is_relative_to(folder))
    return tuple(dict.fromkeys(path.as_posix() for path in inside if ".." not in path.parts))


def changed(folder: Path, rev: str | None) -> tuple[str, ...]:
    """The files under `folder` that differ from `rev`, new ones too; none outside of git.

    Entries that were just recorded are no files of a program.
    """
    if rev is None:
        return ()
    try:
        paths = git.changed(folder, rev, PATIENCE)
    except KbError:
        return ()
    return tuple(str(path) for path in paths if not _of_a_base(folder, path))


def _of_a_base(folder: Path, path: PurePath) -> bool:
    return any((folder / up / "tree.yaml").is_file() for up in path.parents)


def texts(folder: Path, paths: Iterable[str]) -> dict[str, str]:
    """Path → redacted text of those that are small files of text inside `folder`, bounded."""
    kept: dict[str, str] = {}
    room = TOGETHER
    for path in dict.fromkeys(paths):
        text = _text(folder, path)
        if text is not None and len(text) <= room and len(kept) < FILES:
            kept[path] = redact(text).text
            room -= len(text)
    return kept


def then(folder: Path, rev: str | None, paths: Iterable[str]) -> dict[str, str]:
    """Path → redacted text in `rev` of those that are small files of text there."""
    return dict(_then(folder, rev, paths)) if rev else {}


def _then(folder: Path, rev: str, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    for path in list(paths)[:FILES]:
        raw = git.content(folder, rev, PurePosixPath(path))
        if raw is not None and len(raw) <= LARGEST and (text := _decoded(raw)) is not None:
            yield path, redact(text).text


def difference(folder: Path, sources: Mapping[str, str]) -> str:
    """The redacted `git diff HEAD` of the files in `sources`, at most `LARGEST` characters."""
    try:
        text = git.difference(folder, map(PurePosixPath, sources))
    except KbError:
        return ""
    return redact(text).text[:LARGEST]


def _text(folder: Path, path: str) -> str | None:
    file = folder / path
    try:
        real = file.resolve(strict=True)
        if not real.is_relative_to(folder.resolve()) or not real.is_file():
            return None
        return _decoded(real.read_bytes()) if real.stat().st_size <= LARGEST else None
    except OSError:
        return None


def _decoded(raw: bytes) -> str | None:
    try:
        return None if b"\0" in raw else raw.decode()
    except UnicodeError:
        return None
