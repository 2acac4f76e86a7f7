"""Plain data → a value of the schema, or every problem at once, each with line and remedy."""

from __future__ import annotations

import difflib
import json
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from kb.errors import Problem
from kb.model.base import SCHEMA_VERSION
from kb.store.document import Document

Model = TypeVar("Model", bound=BaseModel)


def validate(
    model: type[Model], document: Document, file: Path
) -> tuple[Model | None, tuple[Problem, ...]]:
    """The value and warnings, or None and all that is wrong.

    Of a file whose `schema` is newer than ours, unknown keys are dropped with one warning.
    """
    if not isinstance(document.data, dict):
        problem = Problem(
            file, 1, "", "is no mapping", "write `key: value` lines, as `kb add` does", "type"
        )
        return None, (problem,)
    data: Any = document.data
    warnings: tuple[Problem, ...] = ()
    if _newer(data):
        data, warnings = _known(model, data), (_warning(document, file),)
    try:
        # JSON mode is strict (no "yes" for a bool) and still takes dates and lists
        return model.model_validate_json(json.dumps(data), strict=True), warnings
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=False)
        return None, tuple(_problem(model, document, file, detail) for detail in details)


def _newer(data: Mapping[str, Any]) -> bool:
    version = data.get("schema")
    return type(version) is int and version > SCHEMA_VERSION


def _warning(document: Document, file: Path) -> Problem:
    message = f"is written for schema {document.data['schema']}, this `kb` knows {SCHEMA_VERSION}"
    remedy = "upgrade fault-kb; until then only what is known is read"
    return Problem(file, document.line(("schema",)), "schema", message, remedy, "schema", "warning")


def _known(model: type[BaseModel], data: Any) -> Any:
    """`data` less the keys that the schema does not know, at any depth."""
    try:
        model.model_validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        unknown = [
            detail["loc"] for detail in error.errors() if detail["type"] == "extra_forbidden"
        ]
        data = json.loads(json.dumps(data))
        for *above, key in unknown:
            part = data
            for step in above:
                part = part[step]
            part.pop(key, None)
    return data


def _problem(
    model: type[BaseModel], document: Document, file: Path, detail: ErrorDetails
) -> Problem:
    path = tuple(step for step in detail["loc"] if step != "[key]")
    message, remedy = _words(model, path, detail)
    field = ".".join(map(str, path))
    rule = detail["type"].replace("_", "-")
    return Problem(file, document.line(path), field, message, remedy, rule)


def _words(
    model: type[BaseModel], path: tuple[str | int, ...], detail: ErrorDetails
) -> tuple[str, str]:
    about = _description(model, path)
    kind = detail["type"]
    if kind == "missing":
        return "is missing", f"add it: {about}"
    if kind == "extra_forbidden":
        return "is an unknown key", _near(_fields(_part(model, path[:-1])), str(path[-1]))
    if kind == "string_type":
        return f"must be text, not {_kind(detail['input'])}", _quoted(detail["input"], about)
    if kind == "value_error":
        return detail["msg"].removeprefix("Value error, "), about or "correct it"
    message = detail["msg"].removeprefix("Input ").replace("should", "must", 1)
    return message[0].lower() + message[1:], about or "correct it"


def _kind(value: Any) -> str:
    names = {
        dict: "a mapping",
        list: "a list",
        bool: "true or false",
        int: "a number",
        float: "a number",
        type(None): "nothing",
    }
    return names.get(type(value), type(value).__name__)


def _quoted(value: Any, about: str) -> str:
    if isinstance(value, (bool, int, float)):
        return "put it in quotes"
    return f"write {about}" if about else "write a text"


def _near(known: Mapping[str, FieldInfo], key: str) -> str:
    close = difflib.get_close_matches(key, known, 1, 0.6)
    if close:
        return f"did you mean `{close[0]}`?"
    return f"remove it; known here: {', '.join(known)}" if known else "remove it"


def _fields(model: Any) -> dict[str, FieldInfo]:
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        return {}
    return {info.alias or name: info for name, info in model.model_fields.items()}


def _description(model: type[BaseModel], path: tuple[str | int, ...]) -> str:
    """The description of the innermost field on `path` that has one."""
    found, part = "", model
    for length, step in enumerate(path, 1):
        info = _fields(part).get(str(step))
        found = (info.description or found) if info else found
        part = _part(model, path[:length])
    return found


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
