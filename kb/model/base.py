"""What every part of the schema has in common: frozen, unknown keys refused."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints

SCHEMA_VERSION = 1
"""Version of the files on disk. A file with a newer one is read as far as it is understood."""

Text = Annotated[str, StringConstraints(min_length=1, max_length=20_000, strip_whitespace=True)]


def _single(text: str) -> str:
    if len(text.splitlines()) > 1:
        raise ValueError("must be one line")
    return text


Line = Annotated[Text, AfterValidator(_single)]


class Part(BaseModel):
    """A frozen piece of an entry, of the tree or of evidence."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)
