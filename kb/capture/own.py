"""The knowledge bases' own patterns, in force while an incident is made or changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kb.errors import KbError
from kb.redact import OwnPattern, in_force, own_patterns
from kb.store.layers import find_layers
from kb.store.patterns import read_patterns


@contextmanager
def own_in_force(folder: Path, kb: Path | None = None) -> Iterator[None]:
    """What is redacted inside is so by the patterns that count in `folder`, too.

    One that cannot be used is passed over: `kb lint` tells of it, and a failing run is no time
    to. Never raises of itself.
    """
    with in_force(_usable(folder, kb)):
        yield


def _usable(folder: Path, kb: Path | None) -> list[OwnPattern]:
    found: list[OwnPattern] = []
    with suppress(KbError, OSError):
        for layer in find_layers(kb, folder):
            patterns, _ = read_patterns(layer)
            for name, pattern in patterns.listed.items():
                with suppress(KbError):
                    found += own_patterns({name: pattern})
    return found
