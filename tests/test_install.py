"""What an install lays where: nothing that other programs take for a module of ours."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_an_editable_install_copies_no_python_file() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    forced = wheel["targets"]["wheel"]["force-include"]
    assert forced
    copied = [
        path
        for name in forced
        for path in (ROOT / name, *(ROOT / name).rglob("*"))
        if path.suffix == ".py"
    ]
    assert copied == []
