"""Each way a command can be worthless, and the reason that is given."""

from __future__ import annotations

from itertools import cycle

import pytest
from planted import ERROR, PRESENT, Runner, fault, ran

from kb.model.job import Job, Ran
from kb.verify import Here, verify

GREEN, RED = ran(0, "fine\n"), ran(1, f"{PRESENT}\n")


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ({"faulty-check": GREEN}, "the command always passes"),
        ({"fixed-check": RED}, "the command always fails"),
        ({"faulty-check": GREEN, "fixed-check": RED}, "sides exchanged"),
        ({"fixed-check": ran(0, f"looking for {PRESENT}\n")}, "in both cases"),
        ({"empty-check": RED}, "would accuse a healthy project"),
        ({"empty-check": GREEN}, "green in an empty folder"),
        ({"faulty-check": ran(1, stderr="KeyError")}, "faulty-check: inconclusive: exit code 1"),
        ({"fixed-check": ran(0, missing=("ss",))}, "fixed-check: inconclusive: not found: ss"),
        ({"faulty-run": ran(1, "other words")}, "faulty-run: exit 1, symptom not found"),
        ({"fixed-run": ran(3)}, "fixed-run: exit 3, the symptom gone"),
        ({"fixed-run": ran(0, ERROR)}, "fixed-run: exit 0, the symptom is still there"),
        (
            {"fixed-run": ran(None, limit="time", detail="60 s")},
            "fixed-run: time limit (60 s), the symptom gone",
        ),
    ],
)
def test_rejected_with_its_reason(here: Here, answers: dict[str, Ran], why: str) -> None:
    outcome = verify(fault(), Runner(answers), here)
    assert outcome.result == "broken"
    assert why in outcome.why[0], outcome.why


def test_always_passing_is_told_once(here: Here) -> None:
    outcome = verify(fault(), Runner({"faulty-check": GREEN, "empty-check": GREEN}), here)
    assert [why.split(":")[0] for why in outcome.why] == [
        "the command always passes",
        "the command is green in an empty folder, only because what it looks at is missing; "
        "let it exit with 2 when there is nothing to look at, or say looks_at",
    ]


def test_a_check_of_the_machine_may_find_an_empty_world_healthy(here: Here) -> None:
    outcome = verify(fault(verify__looks_at="machine"), Runner({"empty-check": GREEN}), here)
    assert outcome.result == "proven"


@pytest.mark.parametrize("name", ["faulty-check", "fixed-check", "empty-check"])
def test_a_verdict_that_changes_on_repetition(here: Here, name: str) -> None:
    turn = cycle([RED, ran(0), ran(2)])
    answers = {name: [next(turn) for _ in range(6)]}
    outcome = verify(fault(), Runner(answers), here, repeat=6)
    assert outcome.result == "broken"
    assert outcome.why[0] == (
        f"{name} changes its verdict on repetition: absent 2×, inconclusive 2×, present 2×"
    )


def test_a_symptom_that_comes_and_goes(here: Here) -> None:
    answers = {"faulty-run": [ran(1, ERROR), ran(0), ran(1, ERROR)]}
    outcome = verify(fault(), Runner(answers), here, repeat=3)
    assert outcome.why == (
        "faulty-run changes its result on repetition: shows the symptom 2×, symptom not found 1×",
    )


def test_the_same_on_each_repetition_is_proven(here: Here) -> None:
    runner = Runner()
    assert verify(fault(), runner, here, repeat=3).result == "proven"
    assert len(runner.jobs) == 15


@pytest.mark.parametrize(
    ("command", "stderr"),
    [
        ("curl -sf https://example.org/version", ""),
        ("python check.py", "socket.gaierror: Temporary failure in name resolution"),
        ("python check.py", "OSError: [Errno 101] Network is unreachable"),
    ],
)
def test_what_needs_the_network_is_told(here: Here, command: str, stderr: str) -> None:
    answers = {"fixed-check": ran(6, stderr=stderr)}
    outcome = verify(fault(verify__command=command), Runner(answers), here)
    assert "fixed-check seems to need the network; the sandbox has loopback alone" in outcome.why


def test_a_check_that_writes_outside_is_rejected_even_where_its_verdict_is_right(
    here: Here,
) -> None:
    said = "touch: cannot touch '/usr/x': Read-only file system"
    answers = {"faulty-check": ran(1, f"{PRESENT}\n", stderr=f"{said}\n")}
    assert verify(fault(), Runner(answers), here).why == (
        f"faulty-check: present, yet it writes outside its folder: {said}",
    )


def test_a_run_that_fails_at_writing_outside_is_told(here: Here) -> None:
    said = "PermissionError: [Errno 13] Permission denied: '/data/out'"
    outcome = verify(fault(), Runner({"fixed-run": ran(1, stderr=said)}), here)
    assert any("seems to write outside its folder" in why for why in outcome.why)


def test_a_hint_is_given_for_failed_runs_alone(here: Here) -> None:
    said = ran(0, stderr="Network is unreachable; Permission denied")
    assert verify(fault(), Runner({"fixed-check": said}), here).why == ()


def test_a_regex_that_takes_too_long_proves_nothing(here: Here) -> None:
    class Slow(Runner):
        def __call__(self, job: Job) -> Ran:
            late = ran(None, limit="time", detail="10 s")
            return late if "pattern" in job.files else super().__call__(job)

    outcome = verify(fault(case__shows="(a|a)*$"), Slow(), here)
    assert outcome.why == (
        "faulty-run: exit 1, case.shows could not be searched in time",
        "fixed-run: exit 0, case.shows could not be searched in time",
    )
