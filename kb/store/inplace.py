"""A YAML text whose fields are set, removed and renamed where they stand."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Final, NamedTuple

from kb.store.document import Path, Place, read_document
from kb.store.emit import after_key, inline, item

MISSING: Final = object()


class Stuck(Exception):
    """The text is written in a way that cannot be changed in place."""


def at(data: Any, path: Path) -> Any:
    """What stands at `path` in `data`; MISSING when there is nothing."""
    for step in path:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return MISSING
    return data


def plain(value: Any) -> Any:
    """`value` as a YAML file gives it back: lists for tuples, text for dates."""
    return json.loads(json.dumps(value, default=str))


class Text:
    """One text and what stands where in it; it ends with a line break. Each change gives a new one.

    All methods raise Stuck, or BadText when the result is no YAML.
    """

    def __init__(self, text: str, newline: str) -> None:
        self.text, self.newline = text, newline
        document = read_document(text)
        self.data, self.places = document.data, document.places

    def rename(self, path: Path, name: str) -> Text:
        """With another key at `path`."""
        self._refuse_shared(path)
        place = self.places[path]
        return self._with(place.key, place.key_end, inline(name))

    def set(self, path: Path, value: Any) -> Text:
        """With `value` at `path`, which may be new."""
        self._refuse_shared(path)
        old = at(self.data, path)
        if old is MISSING:
            return self._insert(path, value)
        if json.dumps(old) == json.dumps(plain(value)):
            return self
        if self.places[path].kind == "alias":
            return self._replace(path, value)
        if isinstance(old, dict) and old and isinstance(value, Mapping) and value:
            return self._set_keys(path, old, value)
        if self._is_block_list(path) and isinstance(value, list | tuple) and value:
            return self._set_items(path, _aligned(old, value))
        return self._replace(path, value)

    def remove(self, path: Path) -> Text:
        """Without what stands at `path`; the last one inside leaves `{}` or `[]`."""
        above, key = path[:-1], path[-1]
        self._refuse_shared(path)
        parent, place = at(self.data, above), self.places[path]
        if isinstance(parent, list):
            return self._remove_item(above, parent, key)
        if len(parent) == 1:
            return self._replace(above, {})
        if place.flow:
            return self._remove_inline(above, list(parent), list(parent).index(str(key)))
        start, end = self._line_start(place.key), self._line_end(place.end)
        if self.text[start : place.key].strip():
            # the first key beside a dash: what follows takes its place there
            behind = self.text[end:]
            start, end = place.key, end + len(behind) - len(behind.lstrip())
        return self._with(start, end, "")

    def _set_keys(self, path: Path, old: Mapping[str, Any], new: Mapping[str, Any]) -> Text:
        changed = self
        for key, value in new.items():
            changed = changed.set((*path, key), value)
        for key in [key for key in old if key not in new]:
            changed = changed.remove((*path, key))
        return changed

    def _set_items(self, path: Path, new: Iterable[_Item]) -> Text:
        """A block sequence: items that stay keep their lines.

        So do blank lines and comments between items, in their order.
        """
        spans = list(self._items(path))
        column = self.places[path].start - spans[0][0]
        gaps = ["", *(self.text[one[1] : two[0]] for one, two in pairwise(spans))]
        lines, done = [], 0
        for place, value, same in new:
            if place is not None:
                lines += gaps[done : place + 1]
                done = place + 1
            kept = self.text[slice(*spans[place])] if same and place is not None else ""
            lines.append(kept or self._indented(item(value), column))
        return self._with(spans[0][0], spans[-1][1], "".join([*lines, *gaps[done:]]))

    def _items(self, path: Path) -> Iterator[tuple[int, int]]:
        """Start of each item's first line, and of the line behind its last."""
        first = self.places[path].start
        end = start = self._line_start(first)
        if self.text[start:first].strip():
            raise Stuck
        dash = re.compile(rf"^{self.text[start:first]}-", re.MULTILINE)
        count = 0
        while place := self.places.get((*path, count)):
            if not (found := dash.search(self.text, end)):
                raise Stuck
            end = self._line_end(max(place.end, found.end()))
            yield found.start(), end
            count += 1

    def _replace(self, path: Path, value: Any) -> Text:
        place = self.places[path]
        quote = self.text[place.start : place.start + 1]
        if place.flow:
            return self._with(place.start, place.end, inline(value, quote))
        if not path:
            raise Stuck
        if isinstance(path[-1], int):
            items = [_Item(old, part, True) for old, part in enumerate(at(self.data, path[:-1]))]
            items[path[-1]] = _Item(path[-1], value, False)
            return self._set_items(path[:-1], items)
        colon = self._colon(place)
        end, comment = self._tail(place, colon)
        first, _, below = after_key(value, quote).partition("\n")
        text = first + comment + self.newline + self._indented(below, place.column)
        return self._with(colon, end, text)

    def _insert(self, path: Path, value: Any) -> Text:
        above, key = path[:-1], path[-1]
        parent = at(self.data, above)
        if isinstance(parent, list):
            return self.set(above, [*parent, value])
        if parent is MISSING or not parent:
            return self.set(above, {key: value})
        if not isinstance(parent, dict):
            raise Stuck
        last = self.places[(*above, list(parent)[-1])]
        if last.flow:
            return self._with(last.end, last.end, f", {inline(key)}: {inline(value)}")
        end = self._line_end(last.end)
        line = self._indented(f"{inline(key)}:{after_key(value)}", last.column)
        return self._with(end, end, line)

    def _remove_item(self, above: Path, parent: list[Any], key: Any) -> Text:
        left = [_Item(old, part, True) for old, part in enumerate(parent) if old != key]
        if left and self._is_block_list(above):
            return self._set_items(above, left)
        return self._replace(above, [part for _, part, _ in left])

    def _remove_inline(self, above: Path, keys: list[str], index: int) -> Text:
        place = self.places[(*above, keys[index])]
        if index == 0:
            return self._with(place.key, self.places[(*above, keys[1])].key, "")
        return self._with(self.places[(*above, keys[index - 1])].end, place.end, "")

    def _with(self, start: int, end: int, text: str) -> Text:
        return Text(self.text[:start] + text + self.text[end:], self.newline)

    def _indented(self, lines: str, column: int) -> str:
        """Emitted lines, moved to `column`, with the line ends of this text."""
        moved = [" " * column + line if line else "" for line in lines.split("\n")]
        return self.newline.join(moved)

    def _refuse_shared(self, path: Path) -> None:
        """Inside an alias nothing can be changed: it is written elsewhere."""
        above = (self.places.get(path[:length]) for length in range(1, len(path)))
        if any(place and place.kind == "alias" for place in above):
            raise Stuck

    def _is_block_list(self, path: Path) -> bool:
        place = self.places[path]
        return place.kind == "sequence" and self.text[place.start] == "-"

    def _colon(self, place: Place) -> int:
        """The index after the colon of a block mapping's key."""
        found = re.compile(r"[ \t]*:").match(self.text, place.key_end)
        if not found:
            raise Stuck
        return found.end()

    def _tail(self, place: Place, colon: int) -> tuple[int, str]:
        """Where the lines of a value end, and the comment that is to stay beside its key."""
        end = self._line_end(max(place.end, colon))
        header = self.text.index("\n", colon)
        if place.start > header:
            return end, self.text[colon:header].rstrip()
        block = self.text[place.start : place.start + 1] in ("|", ">")
        rest = self.text[place.start : header] if block else self.text[place.end : end]
        found = re.search(r"[ \t]+#.*", rest)
        return end, found[0].rstrip() if found else ""

    def _line_start(self, index: int) -> int:
        return self.text.rfind("\n", 0, index) + 1

    def _line_end(self, index: int) -> int:
        """Behind the line break of the line on which the content before `index` ends."""
        return self.text.index("\n", len(self.text[:index].rstrip())) + 1


class _Item(NamedTuple):
    """An item of a list: its place in the old list, if it had one, and whether it is the same."""

    place: int | None
    value: Any
    same: bool


def _aligned(old: list[Any], new: Any) -> Iterator[_Item]:
    """The new items beside the old ones that they come from."""
    before, after = ([json.dumps(plain(part)) for part in items] for items in (old, new))
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for kind, start, stop, first, last in matcher.get_opcodes():
        for index in range(first, last):
            place = start + index - first
            yield _Item(place if place < stop else None, new[index], kind == "equal")
