"""The editor, played by small scripts."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.child import editor
from kb.errors import ToolMissing

Plant = Callable[[Path, str, str], Path]


@pytest.fixture(autouse=True)
def state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    return tmp_path / "state" / "kb" / "drafts"


Use = Callable[[str], None]


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, plant: Plant) -> Use:
    """Makes a shell script of this body the EDITOR; its path holds a space."""

    def choose(body: str) -> None:
        script = plant(tmp_path / "my bin", "ed it", body)
        monkeypatch.setenv("EDITOR", f"'{script}' --wait")

    return choose


def test_what_was_saved(use: Use, state: Path) -> None:
    use('test "$1" = --wait && echo "fix: é" >> "$2"')
    assert editor.edit("title: one\n") == "title: one\nfix: é\n"
    assert list(state.iterdir()) == []


def test_the_draft_is_private_and_has_the_suffix(use: Use, state: Path) -> None:
    use('case "$2" in *.md) stat -c %a "$2" > "$2.mode";; esac')
    assert editor.edit("text", ".md") is None
    (mode,) = state.iterdir()
    assert mode.read_text() == "600\n"
    assert stat.S_IMODE(state.stat().st_mode) == 0o700


@pytest.mark.parametrize("body", ["true", ': > "$2"', 'echo "  " > "$2"'])
def test_unchanged_or_emptied_is_none(use: Use, body: str) -> None:
    use(body)
    assert editor.edit("title: one\n") is None


def test_visual_stands_before_editor(
    use: Use, plant: Plant, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    use("exit 9")
    visual = plant(tmp_path, "visual", 'echo visual > "$1"')
    monkeypatch.setenv("VISUAL", str(visual))
    assert editor.edit("x") == "visual\n"


@pytest.mark.parametrize(
    ("body", "why"),
    [('echo typed >> "$2"; exit 3', "ended with 3"), ('printf "\\377" > "$2"', "UTF-8")],
)
def test_a_failing_editor_loses_nothing(use: Use, state: Path, body: str, why: str) -> None:
    use(body)
    with pytest.raises(ToolMissing, match=why) as caught:
        editor.edit("title: one\n")
    (draft,) = state.iterdir()
    assert str(draft) in str(caught.value)
    assert "typed" in draft.read_bytes().decode(errors="replace") or why == "UTF-8"


def test_an_editor_that_is_not_there(monkeypatch: pytest.MonkeyPatch, state: Path) -> None:
    monkeypatch.setenv("EDITOR", "no-such-editor -x")
    with pytest.raises(ToolMissing, match="cannot be started") as caught:
        editor.edit("title: one\n")
    (draft,) = state.iterdir()
    assert draft.read_text() == "title: one\n"
    assert str(draft) in str(caught.value)


@pytest.mark.parametrize("odd", ['vim "', "code \\", "'"])
def test_an_editor_that_is_no_command(odd: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", odd)
    with pytest.raises(ToolMissing, match="is no command"):
        editor.edit("a: b\n")


def test_no_editor_at_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolMissing, match="set EDITOR"):
        editor.edit("x")


def test_keep_falls_back_where_the_state_folder_cannot_be(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    draft = editor.keep("a\r\nb\n", ".txt")
    assert draft.read_bytes() == b"a\r\nb\n"
    draft.unlink()
