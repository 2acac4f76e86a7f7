"""An entry's command on the reader's own project."""

from __future__ import annotations

from pathlib import Path

import pytest
from planted import PRESENT, fault, ran

from kb.errors import Refused
from kb.model.job import Job, Ran
from kb.verify.check import check

VALUES = {"module": {"about": "the module", "pattern": "[a-z]+"}}
PROJECT, PYTHON = Path("/home/ada/fit"), Path("/home/ada/fit/.venv/bin/python")


def test_it_runs_in_the_project_with_its_interpreter() -> None:
    jobs = []

    def runner(job: Job) -> Ran:
        jobs.append(job)
        return ran(1, f"so: {PRESENT}\n", stderr="a warning\n")

    known = fault(verify__command="check {module}", verify__values=VALUES, case=None)
    checked = check(known, {"module": "data"}, runner, PROJECT, PYTHON)
    assert jobs == [Job("check data", project=PROJECT, python=PYTHON)]
    assert (checked.verdict, checked.why) == ("present", f"so: {PRESENT}")
    assert (checked.command, checked.output) == ("check data", f"so: {PRESENT}\na warning")


@pytest.mark.parametrize(
    ("ran", "verdict"), [(ran(0), "absent"), (ran(1), "inconclusive"), (ran(2), "inconclusive")]
)
def test_the_verdict_is_the_contract_s(ran: Ran, verdict: str) -> None:
    assert check(fault(), {}, lambda _: ran, PROJECT).verdict == verdict


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({}, "needs --set module=VALUE (the module)"),
        ({"module": "Data"}, "module='Data' does not match"),
        ({"module": "data", "other": "x"}, "no placeholder 'other'"),
    ],
)
def test_a_value_that_is_missing_or_does_not_fit(values: dict[str, str], why: str) -> None:
    def never(job: Job) -> Ran:
        raise AssertionError(job)

    known = fault(verify__command="check {module}", verify__values=VALUES, case=None)
    checked = check(known, values, never, PROJECT)
    assert checked.verdict == "inconclusive"
    assert why in checked.why


def test_a_runner_that_refuses() -> None:
    def refuses(_: Job) -> Ran:
        raise Refused("it was not run; say yes")

    checked = check(fault(), {}, refuses, PROJECT)
    assert (checked.verdict, checked.why) == ("inconclusive", "it was not run; say yes")
