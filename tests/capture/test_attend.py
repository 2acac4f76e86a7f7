"""Round a run: real commands, real files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from time import time

import pytest
from incidents import incident

from kb.capture import window
from kb.capture.attend import attend
from kb.capture.program import program
from kb.errors import NoProgram
from kb.model.incident import Incident
from kb.store import layers
from kb.store.homes import state_home
from kb.store.incidents import every, incidents_home, keep

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.skipif(sys.platform == "win32", reason="starts sh"),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(layers, "handbook_root", lambda: tmp_path / "none")
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work


def script(text: str) -> list[str]:
    Path("train.sh").write_text(text)
    return ["sh", "train.sh"]


def failed_before(**other: object) -> Incident:
    """`sh train.sh` has failed here before, after a tenth of a second."""
    here = str(Path.cwd())
    now = time()
    given = {"program": program(["sh", "train.sh"], here), "folder": here, "symptom": None}
    times = {"started": now - 10.1, "ended": now - 10, "first": now - 10}
    return keep(incident(**(given | times | other)))


def test_success_leaves_nothing() -> None:
    attended = attend(script("exit 0"))
    assert (attended.ended.exit_code, attended.captured, attended.fixed) == (0, None, ())
    assert not state_home().exists()


def test_a_failure_is_kept() -> None:
    began = time()
    attended = attend(script("echo 'ValueError: the spoon has 3 tines' >&2; exit 3"))
    assert attended.ended.exit_code == 3
    assert attended.kept
    (kept,) = every()[0]
    assert attended.captured is not None
    assert kept == attended.captured.incident
    assert (kept.exit_code, kept.program) == (3, "sh train.sh")
    assert kept.symptom == "ValueError: the spoon has 3 tines"
    assert began <= kept.started <= kept.ended <= time()


def test_the_same_program_that_succeeds_shows_the_fix() -> None:
    failed = failed_before()
    other = keep(incident())
    attended = attend([*script("exit 0"), "--lr", "1"])
    assert [one.id for one in attended.fixed] == [failed.id]
    known = {one.id: one for one in every()[0]}
    assert known[failed.id].fixed is not None
    assert known[other.id].fixed is None


def test_asking_for_help_shows_nothing() -> None:
    failed_before()
    assert attend([*script("exit 0"), "--help"]).fixed == ()


@pytest.mark.parametrize("number", [2, 15])
def test_what_somebody_ended_is_neither_a_failure_nor_a_fix(number: int) -> None:
    failed = failed_before()
    # a process of its own: a thread of this one that does not know might take the signal
    program = (
        "import sys; from kb.capture.attend import attend; "
        "attended = attend(sys.argv[1:]); print(attended.ended.signal, attended.captured)"
    )
    command = script(f"kill -{number} $PPID; kill -{number} $$")
    said = subprocess.check_output([sys.executable, "-c", program, *command], text=True)
    assert said == f"{number} None\n"
    assert every()[0] == [failed]


def test_a_death_of_its_own_is_a_failure() -> None:
    attended = attend(script("kill -9 $$"))
    assert attended.captured is not None
    assert (attended.captured.incident.signal, attended.captured.incident.exit_code) == (9, None)


UNTIL_FIXED = """\
until grep -q '"fixed": [0-9]' {file}; do sleep 0.05; done
echo '{says}' >&2
exit 5
"""


@pytest.mark.parametrize(
    ("says", "closed"), [("KeyError: 1", True), ("ValueError: the spoon has 9 tines", False)]
)
def test_an_incident_that_is_outlived_is_closed_meanwhile(
    says: str, closed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless the run fails in the same way after all."""
    monkeypatch.setattr(window, "PATIENT", 0.0)
    failed = failed_before(symptom="ValueError: the spoon has 3 tines")
    file = incidents_home() / f"{failed.id}.json"
    attended = attend(script(UNTIL_FIXED.format(file=file, says=says)))
    known = {one.id: one for one in every()[0]}
    assert (known[failed.id].fixed is not None) is closed
    assert [one.id for one in attended.fixed] == [failed.id] * closed
    assert len(known) == (2 if closed else 1)
    assert known[failed.id].times == (1 if closed else 2)


def test_a_state_folder_that_takes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    attended = attend(script("exit 3"))
    assert (attended.ended.exit_code, attended.kept) == (3, False)
    assert attended.captured is not None
    assert "XDG_STATE_HOME" in (attended.trouble or "")


def test_a_folder_that_is_gone() -> None:
    attended = attend(["sh", "-c", 'rmdir "$PWD"; exit 3'])
    assert attended.ended.exit_code == 3
    assert attended.trouble is not None


def test_damaged_incidents_do_not_count() -> None:
    incidents_home().mkdir(parents=True)
    (incidents_home() / "bad.json").write_text("{")
    assert attend(script("exit 0")).ended.exit_code == 0


def test_a_command_that_is_not_there() -> None:
    with pytest.raises(NoProgram):
        attend(["no-such-program"])
    assert every() == ([], [])
