"""Starts node, where it is, to read the rules as the site does."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def run_node() -> Callable[..., Any]:
    def run(*arguments: Path) -> Any:
        done = subprocess.run(["node", *arguments], capture_output=True, check=True, timeout=600)
        return json.loads(done.stdout)

    return run
