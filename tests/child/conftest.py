"""Small programs that play git's, the desktop's and the person's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Plant = Callable[[Path, str, str], Path]


@pytest.fixture
def plant() -> Plant:
    """Writes an executable shell script: folder, name, body → its path."""

    def write(folder: Path, name: str, body: str) -> Path:
        folder.mkdir(exist_ok=True)
        script = folder / name
        script.write_text(f"#!/bin/sh\n{body}\n")
        script.chmod(0o755)
        return script

    return write
