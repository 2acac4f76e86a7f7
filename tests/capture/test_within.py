"""A run within a run: one failure is one incident, whoever sees it first."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from incidents import incident

from kb.capture.attend import attend
from kb.capture.within import VARIABLE, a_run, kept_inside
from kb.store import layers
from kb.store.incidents import every, keep

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.skipif(sys.platform == "win32", reason="starts sh"),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(layers, "handbook_root", lambda: tmp_path / "none")
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def kb_run(*command: str) -> list[str]:
    """`kb run`, without its handbook."""
    alone = (
        "from pathlib import Path; from kb.store import layers; from kb.__main__ import main; "
        "layers.handbook_root = lambda: Path('/nonexistent'); main()"
    )
    return [sys.executable, "-c", alone, "run", "--", *command]


@pytest.mark.parametrize("said", ["", "echo 'ValueError: the spoon has 3 tines';"])
def test_what_the_inner_one_keeps_the_outer_does_not_keep_again(said: str) -> None:
    attended = attend(kb_run("sh", "-c", f"{said} exit 3"))
    assert attended.ended.exit_code == 3
    assert (attended.captured, attended.trouble) == (None, None)
    (kept,) = every()[0]
    assert kept.program.startswith("sh -c")


def test_another_failure_of_the_outer_one_is_kept() -> None:
    inner = " ".join(f"'{word}'" for word in kb_run("false")).replace("'/nonexistent'", '"/n"')
    Path("all.sh").write_text(f"{inner}\necho 'KeyError: 7'\nexit 3\n")
    assert attend(["sh", "all.sh"]).kept
    assert sorted(one.program for one in every()[0]) == ["false", "sh all.sh"]


def test_a_server_that_was_started_in_a_run_hides_nothing_after_it() -> None:
    with a_run() as before:
        left = os.environ[VARIABLE]
    keep(incident(within=left))
    with a_run() as now:
        assert os.environ[VARIABLE] == now
        assert not kept_inside(every()[0], now, incident())
    assert kept_inside(every()[0], before, incident())
    assert not kept_inside(every()[0], before, incident(symptom="KeyError: 7"))
    assert VARIABLE not in os.environ


def test_a_run_in_a_run_knows_both_and_leaves_the_outer_one() -> None:
    with a_run() as outer:
        with a_run() as inner:
            assert os.environ[VARIABLE].split() == [outer, inner]
        assert os.environ[VARIABLE] == outer
