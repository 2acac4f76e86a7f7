"""Changing fields of a YAML text so that every other line stays byte for byte as it was.

A round trip through ruamel.yaml rewraps and reindents lines that nobody touched, so only the
lines of the changed field are written anew, by ruamel.yaml, and put in place of the old ones.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from kb.errors import Refused
from kb.store.document import Document, Path, Place, read_document
from kb.store.emit import after_key, inline, item


class _Remove:
    """Takes a field away."""


REMOVE: Final = _Remove()


@dataclass(frozen=True, slots=True)
class Rename:
    """Gives a key another name; its value and all comments stay."""

    to: str


def change_text(text: str, fields: Mapping[str | Path, Any]) -> str:
    """`text` with each field (dotted path, or a tuple) set, or taken away by REMOVE, or renamed.

    Missing parents are made. Raises Refused where the text is written so that other lines
    would have to change (a field shared through an anchor), BadText when it is no YAML.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    whole = text if text.endswith("\n") else text + newline
    for field, value in fields.items():
        path = tuple(field.split(".")) if isinstance(field, str) else field
        whole = _checked(whole, _resolve(read_document(whole).data, path), value, newline)
    return whole if text.endswith("\n") else whole.removesuffix(newline)


def plain(value: Any) -> Any:
    """`value` as a YAML file gives it back: lists for tuples, text for dates."""
    return json.loads(json.dumps(value, default=str))


def _checked(text: str, path: Path, value: Any, newline: str) -> str:
    """The changed text, after reading it again to see that this field and no other changed."""
    data = read_document(text).data
    if _get(data, path) is _MISSING and (value is REMOVE or isinstance(value, Rename)):
        return text
    wanted = _applied(data, path, value)
    try:
        changed = _Text(text, newline).change(path, value).text
        same = plain(read_document(changed).data) == wanted
    except (ValueError, _Stuck):
        same = False
    if not same:
        field = ".".join(map(str, path))
        raise Refused(f"{field} cannot be changed without touching other lines; use: kb edit")
    return changed


def _resolve(data: Any, path: Path) -> Path:
    """`path` with the steps into a list as numbers."""
    steps: list[str | int] = []
    for step in path:
        steps.append(int(step) if isinstance(data, list) and str(step).isdigit() else step)
        data = _get(data, (steps[-1],))
    return tuple(steps)


def _applied(data: Any, path: Path, value: Any) -> Any:
    """What the data should be afterwards."""
    if not path:
        return plain(value)
    first, *rest = path
    data = {} if data in (_MISSING, None) else copy.copy(data)
    if rest:
        data[first] = _applied(_get(data, (first,)), tuple(rest), value)
    elif value is REMOVE:
        del data[first]
    elif isinstance(value, Rename):
        data = {value.to if key == first else key: part for key, part in data.items()}
    elif isinstance(data, list) and first == len(data):
        data.append(plain(value))
    else:
        data[first] = plain(value)
    return data


_MISSING: Final = object()


def _get(data: Any, path: Path) -> Any:
    for step in path:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return _MISSING
    return data


class _Stuck(Exception):
    """The text is written in a way that cannot be changed in place."""


class _Text:
    """One text and what stands where in it. Each change gives a new one."""

    def __init__(self, text: str, newline: str) -> None:
        self.text, self.newline = text, newline
        self.document: Document = read_document(text)
        self.places = self.document.places

    def change(self, path: Path, value: Any) -> _Text:
        if isinstance(value, Rename):
            place = self.places[path]
            return self._with(place.key, place.key_end, inline(value.to))
        if value is REMOVE:
            return self._remove(path)
        return self._set(path, value)

    def _set(self, path: Path, value: Any) -> _Text:
        old = _get(self.document.data, path)
        if old is _MISSING or (old is None and path not in self.places):
            return self._insert(path, value)
        if json.dumps(old) == json.dumps(plain(value)):
            return self
        kind = self.places[path].kind
        if kind == "mapping" and old and isinstance(value, Mapping) and value:
            return self._set_keys(path, old, value)
        if self.text[self.places[path].start] == "-" and kind == "sequence" and value:
            return (
                self._set_items(path, old, value)
                if isinstance(value, list | tuple)
                else (self._replace(path, value))
            )
        return self._replace(path, value)

    def _set_keys(self, path: Path, old: Mapping[str, Any], new: Mapping[str, Any]) -> _Text:
        changed = self
        for key, value in new.items():
            changed = changed._set((*path, key), value)
        for key in old.keys() - new.keys():
            changed = changed._remove((*path, key))
        return changed

    def _set_items(self, path: Path, old: list[Any], new: Any) -> _Text:
        """A block sequence: items that stay keep their lines, comments included."""
        starts = [self._dash(path, place) for place in range(len(old))]
        ends = [self._line_end(self.places[(*path, place)].end) for place in range(len(old))]
        column = starts[0] - self._line_start(starts[0])
        starts = [self._line_start(starts[0]), *ends[:-1]]
        kept = [
            (plain(value), self.text[start:end])
            for value, start, end in zip(old, starts, ends, strict=True)
        ]
        lines = []
        for value in new:
            same = next((pair for pair in kept if pair[0] == plain(value)), None)
            if same:
                kept.remove(same)
            lines.append(same[1] if same else self._indented(item(value), column))
        return self._with(starts[0], ends[-1], "".join(lines))

    def _replace(self, path: Path, value: Any) -> _Text:
        place = self.places[path]
        quote = self.text[place.start : place.start + 1]
        if place.flow:
            return self._with(place.start, place.end, inline(value, quote))
        if not path:
            raise _Stuck
        if isinstance(path[-1], int):
            items = list(_get(self.document.data, path[:-1]))
            items[path[-1]] = value
            return self._set(path[:-1], items)
        colon = self._colon(place)
        end, comment = self._tail(place, colon)
        first, _, below = after_key(value, quote).partition("\n")
        text = first + comment + self.newline + self._indented(below, place.column)
        return self._with(colon, end, text)

    def _insert(self, path: Path, value: Any) -> _Text:
        above, key = path[:-1], path[-1]
        parent = _get(self.document.data, above)
        if isinstance(parent, list):
            return self._set(above, [*parent, value])
        if parent is _MISSING or not parent:
            return self._set(above, {key: value})
        if not isinstance(parent, dict):
            raise _Stuck
        last = self.places[(*above, list(parent)[-1])]
        if last.flow:
            return self._with(last.end, last.end, f", {inline(key)}: {inline(value)}")
        end = self._line_end(last.end)
        line = self._indented(f"{inline(key)}:{after_key(value)}", last.column)
        return self._with(end, end, line)

    def _remove(self, path: Path) -> _Text:
        above, key = path[:-1], path[-1]
        parent, place = _get(self.document.data, above), self.places[path]
        if isinstance(parent, list):
            return self._set(above, [part for at, part in enumerate(parent) if at != key])
        if len(parent) == 1:
            return self._replace(above, {})
        if place.flow:
            return self._remove_inline(above, list(parent), list(parent).index(str(key)))
        start = self._line_start(place.key)
        if self.text[start : place.key].strip():
            rest = {name: part for name, part in parent.items() if name != key}
            return self._replace(above, rest)
        return self._with(start, self._line_end(place.end), "")

    def _remove_inline(self, above: Path, keys: list[str], at: int) -> _Text:
        place = self.places[(*above, keys[at])]
        if at == 0:
            return self._with(place.key, self.places[(*above, keys[1])].key, "")
        return self._with(self.places[(*above, keys[at - 1])].end, place.end, "")

    def _with(self, start: int, end: int, text: str) -> _Text:
        return _Text(self.text[:start] + text + self.text[end:], self.newline)

    def _indented(self, lines: str, column: int) -> str:
        """Emitted lines, moved to `column`, with the line ends of this text."""
        moved = [" " * column + line if line else "" for line in lines.split("\n")]
        return self.newline.join(moved)

    def _colon(self, place: Place) -> int:
        """The index after the colon of a block mapping's key."""
        found = re.compile(r"[ \t]*:").match(self.text, place.key_end)
        if not found:
            raise _Stuck
        return found.end()

    def _tail(self, place: Place, colon: int) -> tuple[int, str]:
        """Where the lines of a value end, and the comment that is to stay beside its key."""
        end = self._line_end(place.end)
        header = self.text.index("\n", colon)
        if place.start > header:
            return end, self.text[colon:header].rstrip()
        block = self.text[place.start : place.start + 1] in ("|", ">")
        rest = self.text[place.start : header] if block else self.text[place.end : end]
        found = re.search(r"[ \t]+#.*", rest)
        return end, found[0].rstrip() if found else ""

    def _dash(self, path: Path, place: int) -> int:
        before = self.places[(*path, place - 1)].end if place else self.places[path].start
        dash = self.text.rfind("-", before, self.places[(*path, place)].start)
        if dash < 0 or self.text[self._line_start(dash) : dash].strip():
            raise _Stuck
        return dash

    def _line_start(self, index: int) -> int:
        return self.text.rfind("\n", 0, index) + 1

    def _line_end(self, index: int) -> int:
        """Behind the line break of the line on which the content before `index` ends."""
        return self.text.index("\n", len(self.text[:index].rstrip())) + 1
