"""What is redacted while a command writes: by our rules, and by those of the knowledge bases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from kb.cli.paths import short
from kb.errors import Refused
from kb.redact import OwnPattern, in_force, own_patterns, switched_off
from kb.store.layers import PERSONAL, Layer
from kb.store.patterns import patterns_of

NO_REDACT = "Keep secrets and names as they are; into your own layer alone."


@contextmanager
def redaction(layers: Sequence[Layer], layer: Layer, *, off: bool = False) -> Iterator[None]:
    """The patterns of all `layers` in force, or nothing redacted when `off`.

    `layer` is the one written to. Raises Refused when `off` and others read that, or when a
    pattern cannot be used; InvalidFiles when a `redact.yaml` cannot be read.
    """
    if off and layer.name != PERSONAL:
        raise Refused("--no-redact is for your own layer alone; say --personal too")
    with switched_off() if off else in_force(own(layers)):
        yield


def own(layers: Sequence[Layer]) -> list[OwnPattern]:
    """All patterns of `layers`. Raises Refused, InvalidFiles."""
    found: list[OwnPattern] = []
    for patterns in patterns_of(layers):
        try:
            found += own_patterns(patterns.listed)
        except Refused as refused:
            raise Refused(f"{short(patterns.file)}: {refused}") from None
    return found
