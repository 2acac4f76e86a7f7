"""Ids: slugs that are folder names and permalinks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from typing import Annotated

from pydantic import StringConstraints

SLUG_PATTERN = r"^[a-z0-9]+(?:-[a-z0-9]+)*$"
SLUG_MAX = 64

Slug = Annotated[str, StringConstraints(pattern=SLUG_PATTERN, max_length=SLUG_MAX)]


def entry_id(title: str, taken: Collection[str]) -> str | None:
    """A free id made of the words of the title; None when it has no ASCII letter or digit."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = [word for word in re.findall(r"[a-z0-9]+", plain) if word not in _SMALL]
    stem = ""
    for word in words[:6]:
        longer = f"{stem}-{word}" if stem else word
        if len(longer) > SLUG_MAX - 4:
            break
        stem = longer
    if not stem:
        return None
    numbered = (stem if n == 1 else f"{stem}-{n}" for n in range(1, len(taken) + 2))
    return next(id for id in numbered if id not in taken)


_SMALL = frozenset(
    "a an and are as at by for from in into is it of on or so than that the to".split()
)
