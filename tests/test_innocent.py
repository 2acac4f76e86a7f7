"""Texts without a fault of the handbook find nothing in the handbook as it ships."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.search import search
from kb.store.layers import Layer, handbook_root

pytestmark = pytest.mark.handbook

TEXTS = sorted(Path(__file__).with_name("innocent").glob("*.txt"))
HANDBOOK = (Layer("handbook", handbook_root(), writable=False, trusted=True),)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("index")


def test_there_are_enough_of_them() -> None:
    assert len(TEXTS) >= 60


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.stem)
def test_finds_nothing(text: Path, cache: Path) -> None:
    answer = search(text.read_text("utf-8"), HANDBOOK, cache=cache)
    assert answer.verdict == "none", [(match.id, match.matched) for match in answer.matches[:2]]
