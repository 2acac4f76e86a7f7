"""Changing fields of a YAML text so that every other line stays byte for byte as it was.

A round trip through ruamel.yaml rewraps and reindents lines that nobody touched, so only the
lines of the changed field are written anew, by ruamel.yaml, and put in place of the old ones.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from kb.errors import Refused
from kb.store.decode import BadText
from kb.store.document import Path, read_document
from kb.store.inplace import MISSING, Stuck, Text, at, plain


class _Remove:
    """Takes a field away."""


REMOVE: Final = _Remove()


@dataclass(frozen=True, slots=True)
class Rename:
    """Gives a key another name; its value and all comments stay."""

    to: str


def change_text(text: str, fields: Mapping[str | Path, Any]) -> str:
    """`text` with each field (dotted path, or a tuple) set, or taken away by REMOVE, or renamed.

    Missing parents are made; removing or renaming what is not there changes nothing. Raises
    Refused where the text is written so that other lines would have to change (a field shared
    through an anchor), BadText when it is no YAML.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    whole = text if text.endswith("\n") else text + newline
    for field, value in fields.items():
        path = tuple(field.split(".")) if isinstance(field, str) else field
        whole = _changed(whole, path, value, newline)
    bare = whole.removesuffix(newline)
    # a text that ends in a block scalar needs its last line break
    keep = text.endswith("\n") or read_document(bare).data != read_document(whole).data
    return whole if keep else bare


def _changed(text: str, path: Path, value: Any, newline: str) -> str:
    """The changed text, read again to see that this field and no other changed."""
    data = read_document(text).data
    path = _resolved(data, path)
    if at(data, path) is MISSING and (value is REMOVE or isinstance(value, Rename)):
        return text
    wanted = _applied(data, path, value)
    try:
        changed = _carried_out(Text(text, newline), path, value).text
        same = plain(read_document(changed).data) == wanted
    except (BadText, Stuck):
        same = False
    if not same:
        field = ".".join(map(str, path))
        raise Refused(f"{field} cannot be changed without touching other lines; use: kb edit")
    return changed


def _carried_out(text: Text, path: Path, value: Any) -> Text:
    if value is REMOVE:
        return text.remove(path)
    if isinstance(value, Rename):
        return text.rename(path, value.to)
    return text.set(path, value)


def _resolved(data: Any, path: Path) -> Path:
    """`path` with the steps into a list as numbers."""
    steps: list[str | int] = []
    for step in path:
        steps.append(int(step) if isinstance(data, list) and str(step).isdigit() else step)
        data = at(data, (steps[-1],))
    return tuple(steps)


def _applied(data: Any, path: Path, value: Any) -> Any:
    """What the data should be afterwards."""
    first: Any = path[0]
    data = {} if data in (MISSING, None) else copy.copy(data)
    if len(path) > 1:
        data[first] = _applied(at(data, (first,)), path[1:], value)
    elif value is REMOVE:
        del data[first]
    elif isinstance(value, Rename):
        data = {value.to if key == first else key: part for key, part in data.items()}
    elif isinstance(data, list) and first == len(data):
        data.append(plain(value))
    else:
        data[first] = plain(value)
    return data
