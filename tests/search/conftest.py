"""The handbook of the checkout as the layer that is searched, and its index made once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kb.match import Answer
from kb.search import search
from kb.store.layers import HANDBOOK, Layer, handbook_root


@pytest.fixture(scope="session")
def handbook() -> Layer:
    return Layer(HANDBOOK, handbook_root(), writable=False, trusted=True)


@pytest.fixture(scope="session")
def handbook_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def ask(handbook: Layer, handbook_cache: Path) -> Callable[[str], Answer]:
    def ask(paste: str) -> Answer:
        return search(paste, [handbook], cache=handbook_cache)

    return ask
