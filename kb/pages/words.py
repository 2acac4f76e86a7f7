"""The words of the interface, by language: data in `words/*.json`, the same keys in each."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import cast

from kb.pages.settings import Language


@cache
def words(language: Language) -> dict[str, str]:
    """Key → text in `language`; `{name}` in a text is filled by who shows it."""
    data = files("kb.pages").joinpath(f"words/{language}.json").read_text("utf-8")
    return cast("dict[str, str]", json.loads(data))
