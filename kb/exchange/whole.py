"""JSON ↔ rows: whole entries, with every field and every file a person wrote.

What `kb verify` measured stays behind: evidence holds where it was recorded, and an imported
entry is `claimed` until it is proven again.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from typing import Any

from kb.errors import Refused
from kb.exchange.beside import PARTS, misplaced
from kb.exchange.columns import fields_of, row_of
from kb.exchange.row import Reading, Row
from kb.model import Fault

_TOLD = ("status", "layer", "folder", "evidence")
"""What `kb show --json` tells beside the fields of an entry."""


def read(text: str) -> Reading:
    """The entries of a JSON list, or of `{"entries": […]}`, or one. Raises Refused.

    An item whose names are those of a table's columns counts as its row.
    """
    try:
        data = _encodable(json.loads(text, object_pairs_hook=_once))
    except (ValueError, RecursionError) as error:
        raise Refused(f"it is no JSON ({error}); write a list of entries") from None
    if isinstance(data, dict):
        data = data.get("entries", [data])
    if not isinstance(data, list):
        raise Refused("the JSON holds no list of entries; see: kb export --format json")
    return Reading(tuple(_row(f"item {place}", item) for place, item in enumerate(data, 1)))


def write(faults: Iterable[Fault]) -> str:
    """The entries as JSON, each as `entry.yaml` holds it, with `id` and `files`."""
    entries = [_item(fault) for fault in faults]
    return json.dumps({"entries": entries}, ensure_ascii=False, indent=2) + "\n"


def fields(fault: Fault) -> dict[str, Any]:
    """The fields that the entry's own file has."""
    return fault.entry.model_dump(mode="json", by_alias=True, exclude_unset=True)


def files(fault: Fault) -> dict[str, bytes]:
    """The files beside entry.yaml that people wrote, by path in the entry's folder."""
    parts = {
        "faulty": fault.faulty,
        "fixed": fault.fixed,
        "pastes": {name: text.encode() for name, text in fault.pastes.items()},
    }
    return {f"{part}/{path}": made for part, found in parts.items() for path, made in found.items()}


def parts(files: Mapping[str, bytes]) -> dict[str, Any]:
    """Those files as the parts of a Fault."""
    found: dict[str, dict[str, Any]] = {part: {} for part in PARTS}
    for path, content in files.items():
        part, _, name = path.partition("/")
        found[part][name] = content.decode(errors="replace") if part == "pastes" else content
    return found


def _item(fault: Fault) -> dict[str, Any]:
    kept = {path: _said(content) for path, content in files(fault).items()}
    return {"id": fault.id, **fields(fault), **({"files": kept} if kept else {})}


def _row(place: str, item: Any) -> Row:
    if not isinstance(item, dict):
        return Row(place, {}, fault="is no entry; write {} with its fields")
    found = {name: value for name, value in item.items() if name not in _TOLD}
    id, given = found.pop("id", None), found.pop("files", None) or {}
    if not isinstance(found.get("verify"), dict) and not isinstance(found.get("symptom"), dict):
        return _flat(place, id, found)
    try:
        beside = {path: _content(content) for path, content in given.items()}
    except (ValueError, TypeError, AttributeError):
        return Row(place, found, fault="has `files` that are no texts and no base64")
    if fault := misplaced(list(beside)):
        return Row(place, found, fault=fault)
    return Row(place, found, None if id is None else str(id), beside, whole=True)


def _flat(place: str, id: Any, found: Mapping[str, Any]) -> Row:
    """An item that is flat as the row of a table is."""
    cells = {name: value for name, value in {"id": id, **found}.items() if value is not None}
    named = fields_of(list(cells))
    if not any(named):
        return Row(place, found, None if id is None else str(id), fault="names no field of ours")
    texts = [value if isinstance(value, str) else json.dumps(value) for value in cells.values()]
    return row_of(place, named, texts)


def _said(content: bytes) -> Any:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode()}


def _content(said: Any) -> bytes:
    if isinstance(said, str):
        return said.encode()
    return base64.b64decode(said["base64"], validate=True)


def _encodable(data: Any) -> Any:
    r"""`data`, with a mark for each half of a character (`\ud800`), which no file can hold."""
    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.loads(text.encode(errors="replace"))
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice!r} is given twice")
    return made
