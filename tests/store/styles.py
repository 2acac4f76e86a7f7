"""The same data written in many ways: what people's editors and habits make of YAML."""

from __future__ import annotations

import json
import re
from typing import Any

from hypothesis import strategies as st

KEYS = st.sampled_from(
    ["title", "fix", "also", "values", "a-b", "x_1", "ünï", "with space", "no", "7"]
)
ODD = (
    *(
        "yes",
        "null",
        "~",
        "3.10",
        "0o17",
        "1e3",
        "- x",
        "a: b",
        "a #b",
        "#a",
        "? a",
        ": a",
        "'",
        '"',
    ),
    *(
        "a\nb",
        "a\nb\n",
        "\na",
        "a\n\n\nb\n\n",
        "  lead\nx",
        "tail \nx",
        "a\tb",
        "中文：好",
        "{a}",
        "[a]",
    ),
    *(
        "&a",
        "*a",
        "!a",
        "%a",
        "@a",
        "`a",
        "|",
        ">",
        "---",
        "...",
        "a\r\nb",
        "=",
        "<<",
        "2026-11-30",
    ),
)
TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30), st.sampled_from(ODD)
)
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-999, 10**12), TEXTS)
DATA = st.dictionaries(
    KEYS,
    st.recursive(
        SCALARS,
        lambda inner: st.one_of(
            st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)
        ),
        max_leaves=12,
    ),
    min_size=1,
    max_size=5,
)


def written(draw: st.DrawFn, data: dict[str, Any]) -> str:
    """`data` as YAML text, in styles that `draw` chooses, with comments and blank lines."""
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    lines = list(_mapping(draw, data, 0))
    text = newline.join(lines)
    return text + newline if draw(st.booleans()) else text


def _mapping(draw: st.DrawFn, data: dict[str, Any], column: int) -> Any:
    for key, value in data.items():
        yield from _between(draw, column)
        yield from _field(draw, f"{' ' * column}{_scalar(draw, key)}:", value, column)


def _sequence(draw: st.DrawFn, data: list[Any], column: int) -> Any:
    for value in data:
        yield from _between(draw, column)
        dash = f"{' ' * column}-"
        if isinstance(value, dict) and value and draw(st.booleans()):
            first, *rest = [line for line in _mapping(draw, value, column + 2) if line.strip()]
            while first.strip().startswith("#"):
                first, *rest = rest
            yield dash + first[column + 1 :]
            yield from rest
        else:
            yield from _field(draw, dash, value, column)


def _field(draw: st.DrawFn, head: str, value: Any, column: int) -> Any:
    if isinstance(value, dict | list) and value and draw(st.booleans()):
        least = 0 if isinstance(value, list) and not head.endswith("-") else 1
        inner = column + draw(st.integers(least, 4))
        yield head + _comment(draw)
        yield from (_mapping if isinstance(value, dict) else _sequence)(draw, value, inner)
    elif isinstance(value, str) and _literal(value) and draw(st.booleans()):
        yield f"{head} |-{_comment(draw)}"
        yield from (" " * (column + 2) + line if line else "" for line in value.split("\n"))
    elif value is None and draw(st.booleans()):
        yield head + _comment(draw)
    else:
        yield f"{head}{' ' * draw(st.integers(1, 3))}{_inline(draw, value)}{_comment(draw)}"


def _inline(draw: st.DrawFn, value: Any) -> str:
    if isinstance(value, dict):
        inside = [f"{_scalar(draw, k)}: {_inline(draw, v)}" for k, v in value.items()]
        return f"{{{', '.join(inside)}}}"
    if isinstance(value, list):
        return f"[{', '.join(_inline(draw, item) for item in value)}]"
    return _scalar(draw, value)


def _scalar(draw: st.DrawFn, value: Any) -> str:
    if not isinstance(value, str):
        return json.dumps(value)
    ways = [_double(value)]
    if value.isprintable():
        ways.append("'" + value.replace("'", "''") + "'")
    if re.fullmatch(r"[A-Za-zü中][\w ï.-]*[\wï]", value) and value.lower() not in _WORDS:
        ways.append(value)
    return draw(st.sampled_from(ways))


_WORDS = {"null", "true", "false"}


def _double(text: str) -> str:
    escaped = json.dumps(text, ensure_ascii=False)
    return "".join(c if c.isprintable() else _escape(c) for c in escaped)


def _escape(char: str) -> str:
    return f"\\U{ord(char):08x}"


def _literal(text: str) -> bool:
    lines = text.split("\n")
    return (
        len(lines) > 1
        and all(line.isprintable() for line in lines)
        and (bool(lines[-1].strip()) and bool(lines[0]) and not lines[0][0].isspace())
    )


def _comment(draw: st.DrawFn) -> str:
    return draw(st.sampled_from(["", "", "   # why: 'x' - {y}", " # ü"]))


def _between(draw: st.DrawFn, column: int) -> list[str]:
    kind = draw(st.sampled_from(["", "", "", "blank", "comment", "both"]))
    comment = [" " * column + "# own line: - x"]
    return {"": [], "blank": [""], "comment": comment, "both": ["", *comment, ""]}[kind]
