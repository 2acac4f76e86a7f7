"""Which bubblewrap is taken, and why another is not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.sandbox import engine
from kb.sandbox.engine import Engine, Unfit, candidates, engines


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    candidates.cache_clear()
    yield
    candidates.cache_clear()


def bwrap(folder: Path, version: str = "0.11.0", mode: int = 0o755) -> Path:
    """A bubblewrap of that version."""
    folder.mkdir(exist_ok=True)
    path = folder / "bwrap"
    path.write_text(f"#!/bin/sh\necho bubblewrap {version}\n")
    path.chmod(mode)
    return path


def found(
    monkeypatch: pytest.MonkeyPatch, system: Path | None, wheel: Path | None
) -> tuple[Engine | Unfit, ...]:
    """What is found where these two are."""
    monkeypatch.setattr(engine, "_SYSTEM", tuple(filter(None, (system,))))
    monkeypatch.setattr(engine, "_wheel", lambda: wheel)
    return candidates()


def test_the_system_s_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system, wheel = bwrap(tmp_path / "s", "0.8.0"), bwrap(tmp_path / "w")
    found(monkeypatch, system, wheel)
    assert engines() == (Engine(system, "0.8.0", "system"), Engine(wheel, "0.11.0", "wheel"))


@pytest.mark.parametrize(
    ("version", "mode", "reason"),
    [
        ("0.9.0", 0o4755, "it is setuid"),
        ("0.9.0", 0o2755, "it is setuid"),
        ("0.6.1", 0o755, "0.6.1 is older than 0.8.0"),
        ("0.10", 0o644, "it may not be executed"),
        ("nonsense", 0o755, "it does not start"),
    ],
)
def test_an_unfit_one_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, mode: int, reason: str
) -> None:
    system, wheel = bwrap(tmp_path / "s", version, mode), bwrap(tmp_path / "w")
    first = found(monkeypatch, system, wheel)[0]
    assert isinstance(first, Unfit)
    assert first.reason.startswith(reason)
    assert [each.path for each in engines()] == [wheel]


def test_two_figures_are_a_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found(monkeypatch, bwrap(tmp_path / "s", "0.10"), None)
    assert [each.version for each in engines()] == ["0.10"]


def test_there_may_be_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(monkeypatch, None, None) == ()
    assert engines() == ()
