"""The real home stays as it is: the lock on that door holds."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from tests import conftest


def test_a_write_to_the_real_home_is_a_failure() -> None:
    place = Path(conftest.REAL_HOME, ".config", "kb")
    for write in (
        lambda: place.mkdir(parents=True),
        lambda: (place / "layers.json").write_text(""),
        lambda: os.open(place / "x", os.O_WRONLY | os.O_CREAT),
        lambda: sqlite3.connect(str(place / "x.sqlite")),
    ):
        with pytest.raises(AssertionError, match="a test writes to the real home"):
            write()
    assert not (place / "x").exists()


def test_the_home_of_a_test_is_its_own(home: Path) -> None:
    assert Path.home() == home != conftest.REAL_HOME
    assert not any(home.iterdir())
