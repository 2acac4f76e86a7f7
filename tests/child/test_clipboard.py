"""The clipboard, played by small scripts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kb.child import clipboard
from kb.errors import ToolMissing

Plant = Callable[[Path, str, str], Path]


@pytest.fixture
def path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    return tmp_path / "bin"


@pytest.mark.parametrize(
    ("variable", "program", "arguments"),
    [
        ("WAYLAND_DISPLAY", "wl-paste", "--no-newline --type text"),
        ("DISPLAY", "xclip", "-selection clipboard -out"),
        ("DISPLAY", "xsel", "--clipboard --output"),
    ],
)
def test_each_desktop(
    plant: Plant,
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    variable: str,
    program: str,
    arguments: str,
) -> None:
    monkeypatch.setenv(variable, ":0")
    plant(path, program, f"echo {program} $*")
    assert clipboard.paste() == f"{program} {arguments}\n"


def test_macos(plant: Plant, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    plant(path, "pbpaste", "printf 错误")
    assert clipboard.paste() == "错误"


def test_windows_and_wsl(plant: Plant, path: Path) -> None:
    plant(path, "powershell.exe", r"printf 'a\r\nb\r\n'")
    assert clipboard.paste() == "a\nb\n"


def test_a_tool_without_its_desktop_is_not_asked(plant: Plant, path: Path) -> None:
    plant(path, "xclip", "echo never")
    with pytest.raises(ToolMissing, match="no desktop"):
        clipboard.paste()


@pytest.mark.parametrize(
    ("variable", "install"),
    [("WAYLAND_DISPLAY", "install wl-clipboard"), ("DISPLAY", "install xclip or xsel")],
)
@pytest.mark.usefixtures("path")
def test_nothing_there(monkeypatch: pytest.MonkeyPatch, variable: str, install: str) -> None:
    monkeypatch.setenv(variable, ":0")
    with pytest.raises(ToolMissing, match=install):
        clipboard.paste()


def test_it_fails(plant: Plant, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    plant(path, "xclip", "echo 'Error: target STRING not available' >&2; exit 1")
    with pytest.raises(ToolMissing, match="xclip failed: Error: target STRING not available"):
        clipboard.paste()
