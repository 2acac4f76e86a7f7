"""What pydantic found, in words that tell the fix. Remedies come from the model's descriptions."""

from __future__ import annotations

import difflib
import typing
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from kb.model.slug import SLUG_MAX, SLUG_PATTERN

_WANTED = {
    "string_type": "text",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "float_type": "a number",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
}
_HOW = {
    "bool_type": "write true or false, without quotes",
    "int_type": "write digits, without quotes",
    "float_type": "write digits, without quotes",
    "tuple_type": "write it in brackets, [one, two], or one `- item` a line",
    "date_parsing": "write it as 2026-11-30",
    "string_too_long": "shorten it",
    "too_long": "keep those that differ most",
}


def words(
    model: type[BaseModel], path: tuple[str | int, ...], detail: ErrorDetails
) -> tuple[str, str]:
    """(message, remedy) for one finding about the field at `path` of `model`."""
    kind, about = detail["type"], _description(model, path)
    if kind == "too_long" and isinstance(detail["input"], str):
        kind = "string_too_long"
    if kind == "extra_forbidden":
        return "is an unknown key", _near(_fields(_part(model, path[:-1])), str(path[-1]))
    return _message(kind, detail), _remedy(kind, detail, about, _part(model, path))


def did_you_mean(name: str) -> str:
    """The remedy for a misspelt key."""
    return f"did you mean `{name}`?"


def _message(kind: str, detail: ErrorDetails) -> str:
    context = detail.get("ctx", {})
    if kind == "missing":
        return "is missing"
    if kind in _WANTED:
        return f"must be {_WANTED[kind]}, not {_kind(detail['input'])}"
    if kind in ("string_too_short", "date_parsing"):
        return "is empty" if kind == "string_too_short" else "is no day of the calendar"
    if kind == "string_too_long":
        return f"is longer than {context.get('max_length')} characters"
    if kind == "too_long":
        return f"holds more than {context.get('max_length')}"
    if kind == "string_pattern_mismatch" and context.get("pattern") == SLUG_PATTERN:
        return f"{str(detail['input'])[:80]!r} is no id"
    text = detail["msg"].removeprefix("Value error, ").removeprefix("Input ")
    text = text.replace("should", "must", 1)
    return text[:1].lower() + text[1:]


def _remedy(kind: str, detail: ErrorDetails, about: str, part: Any) -> str:
    if kind == "missing":
        return f"add it: {about}"
    if kind == "string_type" and isinstance(detail["input"], bool | int | float):
        return "put it in quotes"
    if kind == "string_pattern_mismatch" and "is no id" in _message(kind, detail):
        return f"join a-z and 0-9 by single dashes, at most {SLUG_MAX} characters"
    if kind in ("dict_type", "model_type", "model_attributes_type") and _fields(part):
        return f"write `key: value` lines; known here: {', '.join(_fields(part))}"
    return _HOW.get(kind) or (f"wanted: {about}" if about else "correct it")


def _kind(value: Any) -> str:
    if value is None:
        return "nothing"
    names = {dict: "a mapping", list: "a list", bool: f"{value}".lower(), str: "text"}
    return names.get(type(value), "a number")


def _near(known: Mapping[str, FieldInfo], key: str) -> str:
    close = difflib.get_close_matches(key, known, 1, 0.6)
    if close:
        return did_you_mean(close[0])
    return f"remove it; known here: {', '.join(known)}" if known else "remove it"


def _description(model: type[BaseModel], path: tuple[str | int, ...]) -> str:
    """The description of the innermost field on `path` that has one."""
    for length in range(len(path), 0, -1):
        info = _fields(_part(model, path[: length - 1])).get(str(path[length - 1]))
        if info and info.description:
            return info.description
    return ""


def _fields(model: Any) -> dict[str, FieldInfo]:
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        return {}
    return {info.alias or name: info for name, info in model.model_fields.items()}


def _part(model: Any, path: tuple[str | int, ...]) -> Any:
    """The type that stands at `path` below `model`; None when there is none."""
    for step in path:
        fields = _fields(model)
        if fields:
            model = _bare(fields[str(step)].annotation) if str(step) in fields else None
        else:
            inner = typing.get_args(model)
            model = _bare(inner[1 if typing.get_origin(model) is dict else 0]) if inner else None
    return model


def _bare(kind: Any) -> Any:
    """`kind` without Optional and Annotated around it."""
    if typing.get_origin(kind) is typing.Annotated:
        return _bare(typing.get_args(kind)[0])
    options = [option for option in typing.get_args(kind) if option is not type(None)]
    if len(options) == 1 and type(None) in typing.get_args(kind):
        return _bare(options[0])
    return kind
