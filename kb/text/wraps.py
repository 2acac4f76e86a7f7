"""Hard wraps: lines that a terminal or a chat cut at one width are put together again."""

from __future__ import annotations

from collections import Counter

from kb.text.rules import compiled, rules

NARROW, WIDE = 26, 200
"""Widths at which terminals and chats cut."""

ENOUGH = 3
"""So many cuts at exactly the greatest width make a wrap; fewer may be chance."""

_SHAPE = str.maketrans("123456789", "000000000")


def unhyphenated(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The numbered lines with words put together that a page broke at a hyphen.

    In a path the hyphen is the path's own and stays.
    """
    joined: list[tuple[int, str]] = []
    for number, line in lines:
        before = joined[-1][1] if joined else ""
        if before.endswith("-") and compiled(rules()["goes-on"]).match(line):
            if compiled(rules()["hyphenated"]).match(before):
                joined[-1] = (joined[-1][0], before[:-1] + line)
                continue
            if compiled(rules()["broken-path"]).match(before):
                joined[-1] = (joined[-1][0], before + line)
                continue
        joined.append((number, line))
    return joined


def unwrapped(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The numbered lines with the pieces of cut ones joined, under the number of the first."""
    width = _width([line for _, line in lines]) if len(lines) > ENOUGH else -1
    cuts = [i for i in range(1, len(lines)) if _cut_between(lines[i - 1][1], lines[i][1], width)]
    if width < 0 or len(cuts) < ENOUGH:
        return lines
    joined: list[tuple[int, str]] = []
    continued = set(cuts)
    for i, (number, line) in enumerate(lines):
        if i in continued:
            joined[-1] = (joined[-1][0], joined[-1][1] + line)
        else:
            joined.append((number, line))
    return joined


def _width(lines: list[str]) -> int:
    """The width at which these lines were cut; -1 when they were not."""
    lengths = Counter(min(len(line), WIDE + 1) for line in lines)
    longer = 0
    for width in range(WIDE + 1, NARROW - 1, -1):
        if width <= WIDE and lengths[width] >= ENOUGH and longer <= lengths[width] // 2:
            return width
        longer += lengths[width]
    return -1


def _cut_between(line: str, following: str, width: int) -> bool:
    if len(line) != width or not following.strip():
        return False
    if compiled(rules()["begins"]).match(following):
        return False
    return line[:12].translate(_SHAPE) != following[:12].translate(_SHAPE)
