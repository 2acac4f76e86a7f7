"""The text of a new entry.yaml, with or without a comment above each field."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.scalarstring import DoubleQuotedScalarString, LiteralScalarString


def skeleton(values: Mapping[str, Any], about: Mapping[str, str] | None = None) -> str:
    """YAML text of `values`, in their order; None stands as an empty field to fill in.

    With `about` (dotted field → description) each field that has one carries it as a comment
    of one line above it; `without_comments` takes exactly those lines away again.
    """
    yaml = YAML()
    yaml.width = 10_000
    yaml.indent(mapping=2, sequence=4, offset=2)
    out = io.StringIO()
    yaml.dump(_block(values, about or {}, "", 0), out)
    return out.getvalue()


def without_comments(text: str, about: Mapping[str, str]) -> str:
    """The text less the comment lines that `skeleton` wrote; a person's own stay."""
    ours = {f"# {description}" for description in about.values()}
    kept = [line for line in text.splitlines(keepends=True) if line.strip() not in ours]
    return "".join(kept)


def _block(values: Mapping[str, Any], about: Mapping[str, str], prefix: str, depth: int) -> Any:
    block = CommentedMap()
    for key, value in values.items():
        dotted = f"{prefix}{key}"
        block[key] = _node(value, about, f"{dotted}.", depth + 1)
        if about.get(dotted):
            block.yaml_set_comment_before_after_key(key, about[dotted], indent=2 * depth)
    return block


def _node(value: Any, about: Mapping[str, str], prefix: str, depth: int) -> Any:
    if isinstance(value, Mapping):
        return _block(value, about, prefix, depth)
    if isinstance(value, str):
        return _scalar(value)
    if isinstance(value, Sequence):
        return CommentedSeq(_node(item, about, prefix, depth) for item in value)
    return value


def _scalar(text: str) -> Any:
    if _literal(text):
        return LiteralScalarString(text)
    # plain and single-quoted scalars fold breaks that YAML 1.2 does not name, such as U+0085
    return text if text.isprintable() else DoubleQuotedScalarString(text)


def _literal(text: str) -> bool:
    """Whether a block scalar shows the text as it is: several lines, all of them printable."""
    lines = text.split("\n")
    return (
        len(lines) > 1
        # ruamel.yaml ends a text of several blank lines with a document mark
        and not text.endswith("\n\n")
        and not text[:1].isspace()
        and all(line.isprintable() and not line.endswith(" ") for line in lines)
    )
