"""The tree for other tools: Mermaid, Graphviz DOT and JSON. Titles are data, never markup."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from kb.text import printable
from kb.tree.branch import Branch, walk


def mermaid(top: Branch) -> str:
    """A Mermaid flowchart, from left to right. Faults are rounded, an AND gate is a hexagon."""
    names = _names(top)
    lines = ["flowchart LR", f"  n0{_mermaid_box(top)}"]
    for above, part in walk(top):
        name = names[_key(part)]
        lines.append(f"  {name}{_mermaid_box(part)}")
        lines.append(f"  {names[_key(above)]} --> {name}")
    return "\n".join(lines) + "\n"


def dot(top: Branch) -> str:
    """A Graphviz digraph. Faults are ellipses, an AND gate is a trapezium."""
    names = _names(top)
    lines = ["digraph faults {", "  rankdir=LR;", "  node [shape=box];"]
    lines.append(f"  n0 [label={_dot_text(_label(top))}];")
    for above, part in walk(top):
        name = names[_key(part)]
        shape = "ellipse" if part.kind == "fault" else "trapezium" if part.gate == "and" else "box"
        lines.append(f"  {name} [label={_dot_text(_label(part))}, shape={shape}];")
        lines.append(f"  {names[_key(above)]} -> {name};")
    return "\n".join([*lines, "}"]) + "\n"


def as_data(top: Branch) -> dict[str, Any]:
    """The nested tree as plain data: id, title, kind, gate, status, counts, children."""
    data: dict[str, Any] = {"id": top.id, "title": top.title, "kind": top.kind}
    if top.zh:
        data["zh"] = top.zh
    if top.kind == "fault":
        return {**data, "status": top.state}
    return {
        **data,
        "gate": top.gate,
        "counts": dict(sorted(top.counts.items())),
        "children": [as_data(part) for part in top.below],
    }


def as_json(top: Branch) -> str:
    """`as_data` as one JSON document."""
    return json.dumps(as_data(top), ensure_ascii=False, indent=2) + "\n"


FORMATS: Mapping[str, Callable[[Branch], str]] = MappingProxyType(
    {"mermaid": mermaid, "dot": dot, "json": as_json}
)


def _names(top: Branch) -> dict[tuple[str, str], str]:
    """Names that no format reads as a keyword: n0 for the top, then n1, n2, …"""
    parts = [top, *(part for _, part in walk(top))]
    return {_key(part): f"n{number}" for number, part in enumerate(parts)}


def _key(part: Branch) -> tuple[str, str]:
    return part.kind, part.id


def _label(part: Branch) -> str:
    title = printable(part.title)
    return f"{part.id}: {title}" if part.id else title


def _mermaid_box(part: Branch) -> str:
    text = "".join(map(_mermaid_letter, _label(part)))
    if part.kind == "fault":
        return f'(["{text}"])'
    return f'{{{{"{text}"}}}}' if part.gate == "and" else f'["{text}"]'


def _mermaid_letter(letter: str) -> str:
    """Anything but letters and plain punctuation as Mermaid's `#number;` escape."""
    return letter if letter.isalnum() or letter in " .,:-_/()'" else f"#{ord(letter)};"


def _dot_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
