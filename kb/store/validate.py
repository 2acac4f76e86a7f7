"""Plain data → a value of the schema, or every problem at once, each with line and remedy."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from kb.errors import Problem
from kb.model.base import SCHEMA_VERSION
from kb.store.decode import shown
from kb.store.document import Document
from kb.store.wording import did_you_mean, words

Model = TypeVar("Model", bound=BaseModel)


def validate(
    model: type[Model], document: Document, file: Path
) -> tuple[Model | None, tuple[Problem, ...]]:
    """The value and warnings, or None and all that is wrong.

    Of a file whose `schema` is newer than ours, unknown keys are dropped with one warning.
    """
    if not isinstance(document.data, dict):
        remedy = "write `key: value` lines, as `kb add` does"
        return None, (Problem(file, 1, "", "is no mapping", remedy, "type"),)
    data: Any = document.data
    warnings: tuple[Problem, ...] = ()
    if _newer(data):
        data, warnings = _known(model, data), (_warning(document, file),)
    try:
        return _parsed(model, data), warnings
    except ValidationError as error:
        details = error.errors(include_url=False)
        return None, _once([_problem(model, document, file, detail) for detail in details])


def _parsed(model: type[Model], data: Any) -> Model:
    # JSON mode is strict (no "yes" for a bool) and still takes dates and lists
    return model.model_validate_json(json.dumps(data), strict=True)


def _newer(data: Mapping[str, Any]) -> bool:
    version = data.get("schema")
    return type(version) is int and version > SCHEMA_VERSION


def _warning(document: Document, file: Path) -> Problem:
    message = f"is written for schema {document.data['schema']}, this `kb` knows {SCHEMA_VERSION}"
    remedy = "upgrade fault-kb; until then only what is known is read"
    line = document.line(("schema",))
    return Problem(file, line, "schema", message, remedy, "schema", "warning")


def _known(model: type[BaseModel], data: Any) -> Any:
    """`data` less the keys that the schema does not know, at any depth."""
    data = json.loads(json.dumps(data))
    try:
        _parsed(model, data)
    except ValidationError as error:
        unknown = (item["loc"] for item in error.errors() if item["type"] == "extra_forbidden")
        for *above, key in unknown:
            part = data
            for step in above:
                part = part[step]
            part.pop(key)
    return data


def _problem(
    model: type[BaseModel], document: Document, file: Path, detail: ErrorDetails
) -> Problem:
    path = tuple(step for step in detail["loc"] if step != "[key]")
    message, remedy = words(model, path, detail)
    field = ".".join(shown(str(step)) for step in path)
    rule = detail["type"].replace("_", "-")
    return Problem(file, document.line(path), field, message, remedy, rule)


def _once(problems: list[Problem]) -> tuple[Problem, ...]:
    """By line, and without what is missing only because its key is misspelt."""
    meant = {
        (_split(problem.field)[0], problem.remedy)
        for problem in problems
        if problem.rule == "extra-forbidden"
    }
    left = [
        problem
        for problem in problems
        if problem.rule != "missing" or _as_meant(problem.field) not in meant
    ]
    return tuple(sorted(left, key=lambda problem: problem.line or 0))


def _as_meant(field: str) -> tuple[str, str]:
    above, name = _split(field)
    return above, did_you_mean(name)


def _split(field: str) -> tuple[str, str]:
    above, _, name = field.rpartition(".")
    return above, name
