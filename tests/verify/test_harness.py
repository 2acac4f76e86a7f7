"""The five runs and what they prove."""

from __future__ import annotations

import pytest
from planted import ERROR, PRESENT, Runner, fault, ran

from kb.errors import NoSandbox, Refused
from kb.model.job import MIB, Job, Ran
from kb.verify import Here, verify


def test_five_runs_in_order_prove_an_entry(here: Here) -> None:
    runner = Runner()
    outcome = verify(fault(), runner, here)
    assert outcome.result == "proven"
    assert [runner.step(job) for job in runner.jobs] == [
        "faulty-run", "faulty-check", "fixed-run", "fixed-check", "empty-check",
    ]  # fmt: skip
    assert outcome.why == ()
    assert outcome.evidence is not None
    assert outcome.evidence.outcome == "proven"
    assert [run.passed for run in outcome.evidence.runs] == [True] * 5


def test_a_simulated_case_is_never_proven(here: Here) -> None:
    known = fault(case__simulated=True, case__note="replays lspci")
    assert verify(known, Runner(), here).result == "simulated"


def test_without_a_case_the_command_runs_in_an_empty_folder(here: Here) -> None:
    runner = Runner()
    outcome = verify(fault(case=None), runner, here)
    assert outcome.result == "claimed"
    assert [(job.command, dict(job.files)) for job in runner.jobs] == [("python check.py", {})]
    assert outcome.evidence is not None
    assert [run.name for run in outcome.evidence.runs] == ["empty-check"]


def test_without_a_case_placeholders_have_no_value(here: Here) -> None:
    runner = Runner()
    values = {"port": {"about": "the port", "pattern": "[0-9]+"}}
    outcome = verify(fault(case=None, verify__values=values), runner, here)
    assert (outcome.result, outcome.evidence, runner.jobs) == ("claimed", None, [])
    assert "needs a value for port" in outcome.why[0]


def test_a_command_that_accuses_an_empty_folder_is_broken_without_a_case_too(here: Here) -> None:
    outcome = verify(fault(case=None), Runner({"empty-check": ran(1, PRESENT)}), here)
    assert outcome.result == "broken"
    assert "accuse a healthy project" in outcome.why[0]


REFUTED = {"as": "refuted", "on": "2026-11-01", "reason": "it raises at once"}


def test_a_refuted_entry_has_no_symptom_to_show(here: Here) -> None:
    runner = Runner({"correction": ran(1, "it raised")})
    outcome = verify(fault(withdrawn=REFUTED, corrects=[CLAIM]), runner, here)
    assert outcome.result == "claimed"
    assert [runner.step(job) for job in runner.jobs] == ["empty-check", "correction"]


def test_values_of_the_case_fill_the_command(here: Here) -> None:
    runner = Runner()
    known = fault(
        verify__command="python -c 'import {module}' {other}",
        verify__values={"module": {"about": "it", "pattern": "[a-z.]+"}},
        case__values={"module": "train"},
    )
    verify(known, runner, here)
    assert runner.jobs[1].command == "python -c 'import train' {other}"
    assert runner.jobs[4].command == runner.jobs[1].command


def test_a_value_that_does_not_fit_is_broken(here: Here) -> None:
    known = fault(
        verify__command="ls {port}",
        verify__values={"port": {"about": "it", "pattern": "[0-9]+"}},
        case__values={"port": "x"},
    )
    outcome = verify(known, Runner(), here)
    assert outcome.result == "broken"
    assert "case: port='x' does not match" in outcome.why[0]


def test_beside_and_limits_go_to_both_sides_and_not_to_the_empty_folder(here: Here) -> None:
    runner = Runner()
    limits = {"shm": 1, "tmp": 2, "open_files": 32, "memory": 300, "seconds": 5}
    verify(fault(case__beside="python server.py", case__limits=limits), runner, here)
    for job in runner.jobs[:4]:
        assert job.beside == "python server.py"
        assert (job.bounds.shm, job.bounds.tmp, job.bounds.memory) == (MIB, 2 * MIB, 300 * MIB)
        assert (job.bounds.open_files, job.bounds.seconds) == (32, 5)
    assert runner.jobs[4] == Job("python check.py")


def test_removes_takes_files_from_the_fixed_side(here: Here) -> None:
    runner = Runner()
    known = fault(case__removes=["random.py"])
    known.faulty["random.py"] = b"shadow"  # type: ignore[index]
    verify(known, runner, here)
    assert [("random.py" in job.files) for job in runner.jobs] == [True, True, False, False, False]


@pytest.mark.parametrize(
    ("requires", "why"),
    [
        (["torch>=3"], ("needs torch>=3 (2.13.0 is installed)",)),
        (["flash-attn"], ("needs flash-attn (not installed)",)),
        (["tool:nvcc", "tool:lsof"], ("needs tool:nvcc (not installed)",)),
        (["device:cuda"], ("needs device:cuda (the sandbox shows no devices)",)),
        (["os:windows"], ("needs os:windows (this is linux)",)),
        (["python>=3.12"], ("needs python>=3.12 (3.11.9 is installed)",)),
    ],
)
def test_what_is_not_here_is_skipped_and_keeps_old_evidence(
    here: Here, requires: list[str], why: tuple[str, ...]
) -> None:
    runner = Runner()
    outcome = verify(fault(case__requires=requires), runner, here)
    assert (outcome.result, outcome.why, outcome.evidence) == ("skipped", why, None)
    assert runner.jobs == []


@pytest.mark.parametrize(
    "requires",
    ["torch>=2", "Torch", "numpy<3", "tool:lsof", "os:linux", "pywin32; sys_platform=='win32'"],
)
def test_what_is_here_is_run(here: Here, requires: str) -> None:
    assert verify(fault(case__requires=[requires]), Runner(), here).result == "proven"


def test_a_requirement_that_cannot_be_read_is_broken(here: Here) -> None:
    outcome = verify(fault(case__requires=["torch>>2"]), Runner(), here)
    assert outcome.result == "broken"
    assert outcome.why[0].startswith("case.requires: ")


CLAIM = {"claim": "it yields nan", "found": "it raises", "run": "python claim.py"}


def test_corrections_run_in_the_faulty_folder_and_keep_their_output(here: Here) -> None:
    runner = Runner({"correction": ran(1, "it raised ValueError\n")})
    outcome = verify(fault(corrects=[CLAIM]), runner, here)
    assert outcome.result == "proven"
    assert dict(runner.jobs[5].files) == {"train.py": b"faulty"}
    assert outcome.evidence is not None
    [kept] = outcome.evidence.corrections
    assert (kept.claim, kept.exit_code, kept.output) == (
        "it yields nan", 1, "it raised ValueError",
    )  # fmt: skip


@pytest.mark.parametrize(
    "ran",
    [ran(127), ran(126), ran(None, limit="time", detail="60 s"), ran(0, missing=("nvcc",))],
)
def test_a_correction_that_could_not_show_anything_is_broken(here: Here, ran: Ran) -> None:
    outcome = verify(fault(corrects=[CLAIM]), Runner({"correction": ran}), here)
    assert outcome.result == "broken"
    assert "correction of 'it yields nan' shows nothing" in outcome.why[0]


def test_what_the_sandbox_refuses_is_broken(here: Here) -> None:
    def refuses(_: Job) -> Ran:
        raise Refused("a path of the case leaves its folder")

    outcome = verify(fault(), refuses, here)
    assert (outcome.result, outcome.why) == (
        "broken", ("case: a path of the case leaves its folder",),
    )  # fmt: skip


def test_without_a_sandbox_nothing_is_said_of_the_entry(here: Here) -> None:
    def refuses(_: Job) -> Ran:
        raise NoSandbox("no user namespaces; run: sysctl …")

    with pytest.raises(NoSandbox):
        verify(fault(), refuses, here)


def test_the_symptom_is_compared_after_masking(here: Here) -> None:
    other = ERROR.replace("[1, 16]", "[1, 99]").replace("1 value", "2 value")
    assert verify(fault(), Runner({"faulty-run": ran(1, other)}), here).result == "proven"


def test_seconds_are_the_sum_of_all_runs(here: Here) -> None:
    assert verify(fault(), Runner(), here).seconds == pytest.approx(2.5)
