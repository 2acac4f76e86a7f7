"""`kb` as a person calls it, in this process."""

from __future__ import annotations

import io
import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pytest

from kb.__main__ import main
from kb.capture import sources, surroundings
from kb.store import layers
from kb.store.layers import trust
from kb.store.roots import handbook_root


@dataclass(frozen=True)
class Said:
    """How a call of `kb` ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Kb(Protocol):
    def __call__(self, *words: str, stdin: str | bytes = "", typed: bool = False) -> Said: ...


class Keyboard(io.TextIOWrapper):
    """A stdin that a person types into."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def handbook(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A handbook with the real tree and no entry, so that a call reads little."""
    root = tmp_path_factory.mktemp("handbook") / "entries"
    root.mkdir()
    shutil.copy(handbook_root() / "tree.yaml", root)
    monkeypatch.setattr(layers, "handbook_root", lambda: root)
    return root


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """No source of an incident is left out for want of time."""
    for module in (sources, surroundings):
        monkeypatch.setattr(module, "PATIENCE", 600.0)


@pytest.fixture
def no_handbook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing lies under the team's own entries."""
    monkeypatch.setattr(layers, "handbook_root", lambda: tmp_path / "no-handbook")


@pytest.fixture
def kb(team: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Kb:
    """Run `kb WORDS…` in the work tree of a small trusted team, without a terminal."""
    trust(team)
    monkeypatch.chdir(team)
    monkeypatch.setenv("NO_COLOR", "1")

    def call(*words: str, stdin: str | bytes = "", typed: bool = False) -> Said:
        raw = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "argv", ["kb", *words])
        kind = Keyboard if typed else io.TextIOWrapper
        monkeypatch.setattr(sys, "stdin", kind(io.BytesIO(raw)))
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capfd.readouterr()
        return Said(int(ended.value.code or 0), out, err)

    return call
