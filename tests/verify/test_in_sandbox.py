"""The harness with the real sandbox: what is proven, and what is rejected and why."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest
from planted import fault

from kb import sandbox
from kb.model.fault import Fault
from kb.model.job import Job, Ran
from kb.verify import Here, Outcome, verify

pytestmark = pytest.mark.sandbox

CHECK = "test -f state || exit 2; grep bad state && exit 1 || exit 0"


def planted(**changes: Any) -> Fault:
    """A case in shell: `state` is bad or good, and `run.sh` fails or not by it."""
    given: dict[str, Any] = {
        "symptom__error": "Error: the state is bad",
        "verify__command": CHECK,
        "verify__present": "bad",
        "case__run": "bash run.sh",
    }
    known = fault(**given | changes)
    run = b"grep -q bad state || exit 0; echo 'Error: the state is bad' >&2; exit 3\n"
    known.faulty.update({"state": b"bad\n", "run.sh": run})  # type: ignore[attr-defined]
    known.fixed.update({"state": b"good\n"})  # type: ignore[attr-defined]
    return known


def proved(known: Fault, here: Here, repeat: int = 1) -> Outcome:
    return verify(known, sandbox.run, here, repeat)


def test_a_sound_entry_is_proven_again_and_again(here: Here) -> None:
    outcome = proved(planted(), here, repeat=3)
    assert (outcome.result, outcome.why) == ("proven", ())
    assert [trial.found for trial in outcome.trials] == [
        "exit 3, shows the symptom", "present", "exit 0, the symptom gone", "absent",
        "inconclusive: exit code 2, which is neither 0 nor 1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("exit 0", "the command always passes"),
        ("echo bad; exit 1", "the command always fails"),
        (f"echo looks for bad; {CHECK}", "the command prints 'bad' in both cases"),
        ("! grep bad state", "green in an empty folder, only because what it looks at is missing"),
        ("curl -sSf http://example.org/x -o page && grep bad page", "need the network"),
        (f"touch /usr/probe; {CHECK}", "yet it writes outside its folder"),
        (f"touch /usr/probe && {CHECK}", "writes outside its folder"),
        ("! nosuchtool-x state", "not found: nosuchtool-x"),
        ("grep bad state | nosuchtool-x", "not found: nosuchtool-x"),
        ("python -c 'raise ValueError(\"bad\")'", "no line of stdout contains 'bad'"),
        ("grep bad state && kill -9 $$", "exit code 137"),
        ("grep good state && { echo bad; exit 1; } || exit 0", "its sides exchanged"),
    ],
)
def test_a_worthless_command_is_rejected(here: Here, command: str, why: str) -> None:
    outcome = proved(planted(verify__command=command), here)
    assert outcome.result == "broken"
    assert any(why in told for told in outcome.why), outcome.why


def test_a_verdict_by_chance_is_rejected(here: Here) -> None:
    # a coin that falls on either side in turn, so that the test itself leaves nothing to chance
    falls = itertools.cycle((b"0", b"1"))

    def run(job: Job) -> Ran:
        return sandbox.run(replace(job, files={**job.files, "coin": next(falls)}))

    command = "[ $(cat coin) = 0 ] || { echo bad; exit 1; }"
    outcome = verify(planted(verify__command=command), run, here, 4)
    assert outcome.result == "broken"
    assert "changes its verdict on repetition: absent 2×, present 2×" in outcome.why[0]


def test_a_check_that_takes_too_long_says_nothing(here: Here) -> None:
    outcome = proved(
        planted(
            verify__command=f"test ! -f state || sleep 9; {CHECK}", case__limits={"seconds": 1}
        ),
        here,
    )
    told = "faulty-check: inconclusive: the time limit was reached"
    assert any(told in why for why in outcome.why)


def test_beside_runs_in_the_same_sandbox(here: Here) -> None:
    server = "python -c \"import socket; s = socket.create_server(('127.0.0.1', 8000)); "
    known = planted(
        case__beside=server + "print('ready', flush=True); import time; time.sleep(60)\"",
        case__run="python -c \"import socket; socket.create_connection(('127.0.0.1', 8000))\" "
        "&& bash run.sh",
    )
    assert proved(known, here).result == "proven"


def test_a_small_machine_is_planted(here: Here) -> None:
    command = (
        "test -f state || exit 2; head -c 3M /dev/zero > /dev/shm/x && exit 0; "
        "[ $(cat state) = good ] && exit 0; echo bad; exit 1"
    )
    known = planted(verify__command=command, case__limits={"shm": 1})
    assert proved(known, here).result == "proven"


def test_what_the_fix_takes_away_is_gone(here: Here) -> None:
    known = planted(
        case__run="test ! -e extra.py || { echo 'Error: the state is bad'; exit 1; }",
        verify__command="test -f run.sh || exit 2; ls | grep extra.py && exit 1 || exit 0",
        verify__present="extra.py",
        case__removes=["extra.py"],
    )
    known.faulty["extra.py"] = b""  # type: ignore[index]
    assert proved(known, here).result == "proven"


def test_each_run_finds_the_folder_as_it_was(here: Here) -> None:
    litter = "ls | grep -c litter && exit 2; touch litter; "
    assert proved(planted(verify__command=litter + CHECK), here, repeat=2).result == "proven"


def test_output_of_any_bytes_is_recorded_as_text(here: Here) -> None:
    known = planted(case__run="printf '\\xff\\x1b[31m\\0'; bash run.sh")
    outcome = proved(known, here)
    assert outcome.result == "proven"
    assert outcome.evidence is not None
    assert outcome.evidence.runs[0].output.startswith("\ufffd")
