"""What each field of an entry is for, in the words of the model: said once, used everywhere."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator

from pydantic import BaseModel

from kb.model.entry import Entry


def about(model: type[BaseModel] = Entry, prefix: str = "") -> dict[str, str]:
    """Dotted field name, as it stands in the file → description, in the order of the model."""
    return dict(_fields(model, prefix))


def _fields(model: type[BaseModel], prefix: str) -> Iterator[tuple[str, str]]:
    for name, info in model.model_fields.items():
        dotted = f"{prefix}{info.alias or name}"
        yield dotted, info.description or ""
        for part in _parts(info.annotation):
            yield from _fields(part, f"{dotted}.")


def _parts(annotation: object) -> Iterator[type[BaseModel]]:
    """The models that stand in a field as themselves or as `X | None`, not in a list or a map."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    elif typing.get_origin(annotation) in (types.UnionType, typing.Union):
        for choice in typing.get_args(annotation):
            yield from _parts(choice)
