"""Values → YAML text, in the style that the entries are written in."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedSeq
from ruamel.yaml.scalarstring import DoubleQuotedScalarString, SingleQuotedScalarString

from kb.store.skeleton import skeleton

_QUOTED = {'"': DoubleQuotedScalarString, "'": SingleQuotedScalarString}


def after_key(value: Any, quote: str = "") -> str:
    """What stands after `key:` for `value`: on the same line, or on lines below it, `\\n` ended.

    Lines below are indented for a key in column 0. `quote` is the quotation mark to keep.
    """
    if value in ({}, []):
        return f" {inline(value)}\n"
    return skeleton({"k": _kept(value, quote)}).removeprefix("k:")


def item(value: Any) -> str:
    """`- value` as an item of a block sequence in column 0, `\\n` ended."""
    lines = skeleton({"k": [value]}).removeprefix("k:\n").splitlines(keepends=True)
    return "".join(line.removeprefix("  ") for line in lines)


def inline(value: Any, quote: str = "") -> str:
    """`value` on one line, fit to stand inside `{}` or `[]`."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{inline(key)}: {inline(part)}' for key, part in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(inline, value))}]"
    yaml = YAML()
    yaml.width = 1_000_000
    out = io.StringIO()
    only = CommentedSeq([_inline_text(_kept(value, quote))])
    only.fa.set_flow_style()
    yaml.dump(only, out)
    return out.getvalue().strip()[1:-1]


def _kept(value: Any, quote: str) -> Any:
    if isinstance(value, str) and value.isprintable() and quote in _QUOTED:
        return _QUOTED[quote](value)
    return value


def _inline_text(value: Any) -> Any:
    # ruamel.yaml leaves `? x` and `: x` plain, which `{}` reads otherwise
    odd = type(value) is str and (not value.isprintable() or value[:1] in ("?", ":"))
    return DoubleQuotedScalarString(value) if odd else value
