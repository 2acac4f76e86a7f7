"""The columns of a table: which field each name stands for, and how a value looks in a cell."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kb.exchange.row import Row

THREE = ("symptom.main", "root_cause", "verify.command")
"""The columns of the table that people start with."""

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "slug", "标识"),
    "title": ("title", "name", "fault", "标题", "名称", "故障", "故障名称"),
    "domain": ("domain", "area", "领域", "域", "所属领域"),
    "parent": ("parent", "node", "parent node", "父节点", "节点", "上级节点"),
    "symptom.main": ("Symptom", "symptoms", "症状", "现象", "故障现象", "症状描述"),
    "symptom.error": ("error", "error message", "message", "报错", "报错信息", "错误信息"),
    "symptom.observed": ("observed", "观察到的现象"),
    "symptom.also": ("also", "other wordings", "其他说法"),
    "symptom.limit": ("limit", "not this fault", "不适用"),
    "root_cause": (
        *("Root-cause pattern", "root cause", "cause", "pattern"),
        *("根因模式", "根因", "根本原因", "原因"),
    ),
    "verify.command": (
        *("Verification command", "command", "check", "verify", "verification"),
        *("验证命令", "检查命令", "排查命令", "验证", "命令"),
    ),
    "verify.present": ("present", "present text", "expected output", "命中输出", "输出特征"),
    "verify.values": ("values", "占位符"),
    "verify.looks_at": ("looks_at", "查看对象"),
    "fix": ("fix", "solution", "remedy", "修复", "修复方法", "解决方案", "解决办法", "处理方法"),
    "environment": ("environment", "环境"),
    "origin.kind": ("origin.kind",),
    "origin.met": ("met", "date", "日期"),
    "origin.minutes_to_fix": ("minutes_to_fix",),
    "origin.minutes_to_record": ("minutes_to_record",),
    "origin.late": ("late",),
    "withdrawn.as": ("withdrawn.as",),
    "withdrawn.on": ("withdrawn.on",),
    "withdrawn.reason": ("withdrawn.reason",),
}
"""Field → the names its column goes by, the first of which is written. What needs files beside
it (a case, corrections found by a run) is not for a table. `symptom.main` is the error or what
is observed, whichever the entry has."""

_JSON = {
    *("symptom.also", "verify.values", "environment"),
    *("origin.minutes_to_fix", "origin.minutes_to_record", "origin.late"),
}
"""Fields that are no text; their cells hold JSON."""


_HEADING = 200
"""Characters of a heading that are looked at."""


def field_of(heading: str) -> str | None:
    """The field that a column of this heading holds; None when it is none of ours.

    Case, emphasis and what stands in brackets do not count; one of two languages suffices.
    """
    whole = unicodedata.normalize("NFKC", heading[:_HEADING])
    bare = re.sub(r"\([^)]*\)", "", whole)
    latin, chinese = re.sub(r"[^\x00-\x7f]+", " ", bare), re.sub(r"[\x00-\x7f]+", "", bare)
    found = (_FIELDS.get(_plain(name)) for name in (whole, bare, *bare.split("/"), chinese, latin))
    return next((field for field in found if field), None)


def fields_of(headings: Sequence[str]) -> list[str | None]:
    """The field of each column, each but once; all None for a table that is about other things."""
    found: list[str | None] = []
    for heading in headings:
        field = field_of(heading)
        found.append(None if field in found else field)
    main = {(field or "").partition(".")[0] for field in found} & {"symptom", "root_cause"}
    return found if main and len(set(found) - {None}) > 1 else [None] * len(found)


def row_of(
    place: str, fields: Sequence[str | None], cells: Sequence[str], fault: str = "", raw: str = ""
) -> Row:
    """The row whose cells hold those fields. An empty cell says nothing."""
    found = {
        field: _value(field, cell.strip())
        for field, cell in zip(fields, cells, strict=False)
        if field and cell.strip()
    }
    id = found.pop("id", None)
    # numbered rows; an id is a name
    named = id if id and not id.isdigit() else None
    return Row(place, _nested(found), named, fault=fault, raw=raw if fault else "")


def cells_of(id: str, entry: Mapping[str, Any]) -> dict[str, str]:
    """The cells of an entry, by field; `entry` nests as `entry.yaml` does."""
    flat = dict(flattened(entry))
    main = flat.get("symptom.error") or flat.get("symptom.observed")
    known = {"id": id, "symptom.main": main, **flat}
    return {
        field: json.dumps(known[field], ensure_ascii=False) if field in _JSON else str(known[field])
        for field in COLUMNS
        if known.get(field) is not None
    }


def flattened(values: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Dotted name and value of each field; lists and free mappings are one value."""
    for name, value in values.items():
        dotted = f"{prefix}{name}"
        if isinstance(value, Mapping) and dotted not in ("environment", "verify.values", "case"):
            yield from flattened(value, f"{dotted}.")
        else:
            yield dotted, value


def _value(field: str, cell: str) -> Any:
    if field not in _JSON:
        return cell
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        # a person's own list: one wording on each line
        return cell.splitlines() if field == "symptom.also" else cell


def _nested(found: Mapping[str, Any]) -> dict[str, Any]:
    nested: dict[str, Any] = {}
    for dotted, value in found.items():
        *above, last = dotted.split(".")
        place = nested
        for name in above:
            place = place.setdefault(name, {})
        place[last] = value
    return nested


def _plain(heading: str) -> str:
    return " ".join(re.findall(r"\w+", heading.casefold().replace("_", " ")))


_FIELDS = {_plain(name): field for field, names in COLUMNS.items() for name in (field, *names)}
