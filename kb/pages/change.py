"""What the fix changes in the files of a case, side by side: a value for the template."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from markupsafe import Markup

from kb.model import Fault
from kb.pages.escape import encode

Kind = Literal["changed", "added", "removed", "same", "binary"]

MOST_FILES = 12
"""Files of a case on one page."""
MOST_LINES = 400
MOST_CHARACTERS = 24_000
_CONTEXT = 4
_MARKED_LINE = 400
_SIMILAR = 0.5
_WORD = re.compile(r"\w+|\s+|.")


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that stand beside each other; `same` ones are equal, `folded` ones stay closed.

    `old` and `new` are lines as HTML, each with its number in its file, counted from 1.
    """

    same: bool
    old: Markup
    new: Markup
    count: int
    folded: bool = False


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file of the case, before and after. `cut` lines were left out, `size` is in bytes."""

    path: str
    kind: Kind
    blocks: tuple[Block, ...] = ()
    cut: int = 0
    size: int = 0


def changes(fault: Fault) -> tuple[tuple[FileChange, ...], int]:
    """The files of a case that a page has room for, and how many are left: what the fix touches
    first, then what stays as it is."""
    faulty, fixed = fault.faulty, fault.fixed_files()
    paths = sorted({*faulty, *fixed}, key=lambda path: (faulty.get(path) == fixed.get(path), path))
    shown = (_file(path, faulty.get(path), fixed.get(path)) for path in paths[:MOST_FILES])
    return tuple(shown), len(paths[MOST_FILES:])


def _file(path: str, old: bytes | None, new: bytes | None) -> FileChange:
    before, after = _text(old), _text(new)
    if before is None or after is None:
        return FileChange(path, "binary", size=len(new if new is not None else old or b""))
    (before, cut_before), (after, cut_after) = _cut(before), _cut(after)
    blocks = compare(before, after)
    return FileChange(path, _kind(old, new), blocks, max(cut_before, cut_after))


def _kind(old: bytes | None, new: bytes | None) -> Kind:
    if old is None:
        return "added"
    if new is None:
        return "removed"
    return "same" if old == new else "changed"


def _text(data: bytes | None) -> list[str] | None:
    if data is None:
        return []
    if b"\0" in data:
        return None
    try:
        return data.decode().replace("\r\n", "\n").removesuffix("\n").split("\n")
    except UnicodeDecodeError:
        return None


def _cut(lines: list[str]) -> tuple[list[str], int]:
    room = MOST_CHARACTERS
    for count, line in enumerate(lines):
        room -= len(line)
        if count == MOST_LINES or room < 0:
            return lines[:count], len(lines) - count
    return lines, 0


def compare(old: Sequence[str], new: Sequence[str]) -> tuple[Block, ...]:
    """`old` and `new` as blocks in order, long equal stretches folded."""
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    blocks: list[Block] = []
    for tag, a, a_end, b, b_end in matcher.get_opcodes():
        if tag == "equal":
            blocks += _equal(old[a:a_end], a, b, first=a == 0, last=a_end == len(old))
        else:
            left, right = _marked(old[a:a_end], new[b:b_end])
            blocks.append(Block(False, _numbered(left, a), _numbered(right, b), len(left)))
    return tuple(blocks)


def _equal(lines: Sequence[str], a: int, b: int, *, first: bool, last: bool) -> Iterator[Block]:
    head = 0 if first else _CONTEXT
    tail = len(lines) - (0 if last else _CONTEXT)
    if tail - head <= _CONTEXT:
        head = tail = len(lines)
    pieces = ((0, head, False), (head, tail, True), (tail, len(lines), False))
    for start, end, folded in pieces:
        if start < end:
            text = [encode(line) for line in lines[start:end]]
            old, new = _numbered(text, a + start), _numbered(text, b + start)
            yield Block(True, old, new, end - start, folded and not (first and last))


def _numbered(lines: Sequence[Markup], start: int) -> Markup:
    return Markup(  # noqa: S704 - the lines are encoded
        "".join(
            f'<span class="kb-line" data-line="{number}">{line}&#10;</span>'
            for number, line in enumerate(lines, start + 1)
        )
    )


def _marked(old: Sequence[str], new: Sequence[str]) -> tuple[list[Markup], list[Markup]]:
    """Both sides encoded; where a line has one like it beside it, what differs is marked."""
    left, right = [encode(line) for line in old], [encode(line) for line in new]
    for place, (before, after) in enumerate(zip(old, new, strict=False)):
        if max(len(before), len(after)) > _MARKED_LINE:
            continue
        a, b = _WORD.findall(before), _WORD.findall(after)
        matcher = SequenceMatcher(None, a, b, autojunk=False)
        if matcher.ratio() >= _SIMILAR:
            codes = matcher.get_opcodes()
            left[place] = _mark((tag, a[start:end]) for tag, start, end, _, _ in codes)
            right[place] = _mark((tag, b[start:end]) for tag, _, _, start, end in codes)
    return left, right


def _mark(pieces: Iterable[tuple[str, list[str]]]) -> Markup:
    made = Markup()
    for tag, words in pieces:
        text = encode("".join(words))
        made += Markup("<mark>{}</mark>").format(text) if tag != "equal" and words else text
    return made
