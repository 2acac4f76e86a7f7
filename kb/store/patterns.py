"""A knowledge base's own redaction patterns: `redact.yaml` beside its entries."""

from __future__ import annotations

import os
from collections.abc import Iterable

from kb.errors import InvalidFiles, Problem
from kb.model.knowledge import Patterns
from kb.store.decode import ENTRY_BYTES, BadText, decode, shown
from kb.store.folder import BadFile, read_bytes
from kb.store.layers import Layer
from kb.store.roots import REDACT

_REMEDY = 'write `name: "regex"` lines, such as `project: "ACME-[0-9]+"`'


def read_patterns(layer: Layer) -> tuple[Patterns, tuple[Problem, ...]]:
    """The patterns of a layer, unchecked, and what of its file is no pattern at all."""
    file = layer.root / REDACT
    if not os.path.lexists(file):
        return Patterns(file=file), ()
    try:
        data, lines = _read(decode(read_bytes(file, ENTRY_BYTES)))
    except BadFile as bad:
        return Patterns(file=file), (bad.problem,)
    except BadText as bad:
        problem = Problem(file, bad.line, "", bad.message, bad.remedy, bad.rule)
        return Patterns(file=file), (problem,)
    if not isinstance(data, dict):
        return Patterns(file=file), (Problem(file, 1, "", "is no mapping", _REMEDY, "type"),)
    listed = {name: value for name, value in data.items() if isinstance(value, str)}
    odd = tuple(
        Problem(file, lines.get(name), shown(name), "is no text", _REMEDY, "type")
        for name in data
        if name not in listed
    )
    return Patterns(listed, lines, file), odd


def patterns_of(layers: Iterable[Layer]) -> list[Patterns]:
    """The patterns of all layers, each to be checked by itself. Raises InvalidFiles.

    Untrusted layers count: to redact more harms nobody.
    """
    read = [read_patterns(layer) for layer in layers]
    if problems := [problem for _, found in read for problem in found]:
        raise InvalidFiles(problems)
    return [patterns for patterns, _ in read if patterns.listed]


def _read(text: str) -> tuple[object, dict[str, int]]:
    # libyaml costs 20 ms, and most knowledge bases have no such file
    from kb.store.document import read_document

    document = read_document(text)
    return document.data, document.lines()
