"""YAML text → plain data, with the place of every field. YAML 1.2, no tags, bounded aliases.

Events come from PyYAML, whose libyaml parser takes 0.1 ms where ruamel.yaml takes 2; what a
scalar means is decided here by the core schema of YAML 1.2 (10.3.2), not by PyYAML's 1.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml  # type: ignore[import-untyped]

from kb.store.decode import BadText, line_of, shown

Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

MOST_NODES = 20_000
MOST_DEPTH = 32

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a field stands: indexes into the text, `[start, end)`, and lines counted from 1.

    `key` is where its key (or, in a sequence, its value) begins; `line` is the line of that.
    `flow` says whether it stands inside `{}` or `[]`.
    """

    key: int
    key_end: int
    start: int
    end: int
    line: int
    column: int
    kind: str
    flow: bool


@dataclass(frozen=True, slots=True)
class Document:
    """The data of one YAML file, and the place of each field by its path."""

    data: Any
    places: dict[Path, Place]

    def lines(self) -> dict[str, int]:
        """Dotted path → line, counted from 1."""
        return {".".join(map(str, path)): place.line for path, place in self.places.items()}

    def line(self, path: Path) -> int | None:
        """The line of `path`, or of the nearest field above it that is there."""
        for length in range(len(path), -1, -1):
            if place := self.places.get(path[:length]):
                return place.line
        return None


def read_document(text: str) -> Document:
    """The one document that `text` holds. Raises BadText."""
    try:
        return _Composer(text).document()
    except yaml.MarkedYAMLError as error:
        raise _syntax(text, error) from None
    except yaml.YAMLError as error:
        raise BadText(f"is not YAML: {error}", "correct it", None, "yaml") from None


_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: dict[str, Any] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


def plain_value(text: str) -> Any:
    """What an unquoted scalar means in YAML 1.2: null, bool, int, float or the text itself."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "0123456789+-.":
        return text
    if len(text) < 40:
        if _INT.fullmatch(text):
            return int(text, 0 if text[:2] in ("0o", "0x") else 10)
        if _FLOAT.fullmatch(text):
            return float(text)
    return text


class _Composer:
    """Builds the data of one document out of libyaml's events."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.events: Iterator[Any] = yaml.parse(text, Loader)
        self.places: dict[Path, Place] = {}
        self.anchors: dict[str, tuple[Any, int]] = {}
        self.nodes = 0
        self.last = 0

    def document(self) -> Document:
        next(self.events)
        first = next(self.events)
        if isinstance(first, yaml.StreamEndEvent):
            raise BadText("holds only comments", "write the entry", None, "empty")
        if first.version or first.tags:
            self._refuse(first, "has a % directive", "remove that line", "yaml")
        data = self._node(next(self.events), (), None, flow=False)
        next(self.events)
        more = next(self.events)
        if not isinstance(more, yaml.StreamEndEvent):
            self._refuse(more, "holds a second document (---)", "keep one", "yaml")
        return Document(data, self.places)

    def _node(self, event: Any, path: Path, key: Any, *, flow: bool) -> Any:
        if isinstance(event, yaml.AliasEvent):
            data, end = self._alias(event), event
            kind = "alias"
        else:
            before = self.nodes
            data, end, kind = self._value(event, path, flow=flow)
            if event.anchor:
                self.anchors[event.anchor] = data, self.nodes - before
        first = key or event
        last = end.end_mark.index
        if kind in ("sequence", "mapping") and not event.flow_style:
            # libyaml ends a block where the next token begins; its content ends with its last value
            last = self.last
        self.last = last
        self.places[path] = Place(
            first.start_mark.index,
            first.end_mark.index,
            event.start_mark.index,
            last,
            first.start_mark.line + 1,
            first.start_mark.column,
            kind,
            flow,
        )
        return data

    def _value(self, event: Any, path: Path, *, flow: bool) -> tuple[Any, Any, str]:
        self._count(event, 1)
        if len(path) > MOST_DEPTH:
            self._refuse(event, "is nested too deep", "write it flatter", "yaml")
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            remedy = "remove it: entries hold plain text, numbers and lists only"
            self._refuse(event, f"has the YAML tag {shown(tag)}", remedy, "yaml-tag")
        if isinstance(event, yaml.ScalarEvent):
            plain = event.implicit[0]
            return (plain_value(event.value) if plain else event.value), event, "scalar"
        if isinstance(event, yaml.SequenceStartEvent):
            return *self._sequence(path, flow=flow or bool(event.flow_style)), "sequence"
        return *self._mapping(path, flow=flow or bool(event.flow_style)), "mapping"

    def _sequence(self, path: Path, *, flow: bool) -> tuple[list[Any], Any]:
        items: list[Any] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self._node(event, (*path, len(items)), None, flow=flow))
        return items, event

    def _mapping(self, path: Path, *, flow: bool) -> tuple[dict[str, Any], Any]:
        items: dict[str, Any] = {}
        while not isinstance(key := next(self.events), yaml.MappingEndEvent):
            if not isinstance(key, yaml.ScalarEvent) or key.tag is not None:
                self._refuse(key, "has a key that is no plain word", "write a word", "yaml")
            name = key.value
            if name in items:
                first = self.places[(*path, name)].line
                message = f"key `{shown(name)}` is given twice (first on line {first})"
                self._refuse(key, message, "keep one of them", "duplicate-key")
            self._count(key, 1)
            items[name] = self._node(next(self.events), (*path, name), key, flow=flow)
        return items, key

    def _alias(self, event: Any) -> Any:
        if event.anchor not in self.anchors:
            message = f"alias *{shown(event.anchor)} has no anchor before it"
            self._refuse(event, message, "write the value out", "alias")
        data, nodes = self.anchors[event.anchor]
        self._count(event, nodes)
        return data

    def _count(self, event: Any, nodes: int) -> None:
        self.nodes += nodes
        if self.nodes > MOST_NODES:
            message = f"expands to more than {MOST_NODES} values"
            self._refuse(event, message, "write less, and without aliases", "alias")

    def _refuse(self, event: Any, message: str, remedy: str, rule: str) -> None:
        raise BadText(message, remedy, event.start_mark.line + 1, rule)


def _syntax(text: str, error: yaml.MarkedYAMLError) -> BadText:
    mark = error.problem_mark or error.context_mark
    end = len(text.rstrip())
    if mark and error.context_mark and mark.index >= end:
        mark = error.context_mark  # where the open quotation or bracket began
    index = min(mark.index, end - 1) if mark else 0
    start = text.rfind("\n", 0, index) + 1
    if "\t" in text[start : index + 1]:
        remedy = "indent with spaces; YAML allows no tabs there"
        return BadText("has a tab", remedy, line_of(text, index), "tab")
    remedy = "correct it; text with `: `, ` #` or a leading sign goes in quotes"
    return BadText(f"is not YAML: {error.problem}", remedy, line_of(text, index), "yaml")
