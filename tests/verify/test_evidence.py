"""What is written down, and that recording twice changes little."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from planted import ERROR, Runner, fault, ran

from kb.model.evidence import Evidence
from kb.model.fault import Fault, digest
from kb.model.job import MIB
from kb.verify import Here, verify
from kb.verify.evidence import HEAD, LINES, WIDTH, cut, steady


def recorded(known: Fault, here: Here, **answers: Any) -> Evidence:
    named = {name.replace("_", "-"): answer for name, answer in answers.items()}
    evidence = verify(known, Runner(named), here).evidence
    assert evidence is not None
    return evidence


def again(known: Fault, old: Evidence, here: Here, **answers: Any) -> Evidence:
    return recorded(dataclasses.replace(known, evidence=old), here, **answers)


def test_what_is_recorded(here: Here) -> None:
    known = fault(case__requires=["torch>=2"])
    evidence = recorded(known, here, faulty_run=ran(1, stderr=ERROR, seconds=1.26, peak=250 * MIB))
    assert evidence.digest == digest(known)
    assert evidence.recorded == here.today
    assert evidence.environment == {
        "python": "3.11.9", "kernel": "6.18", "machine": "x86_64", "torch": "2.13.0",
    }  # fmt: skip
    first, second = evidence.runs[:2]
    assert (first.name, first.exit_code, first.output) == ("faulty-run", 1, ERROR)
    assert (first.seconds, first.peak_mib) == (1.3, 256)
    assert (second.expected, second.found) == ("present", "present")
    assert evidence.runs[4].found == (
        "inconclusive: exit code 1, but no line of stdout contains 'a batch of one'"
    )


def test_packages_that_the_case_imports_are_named(here: Here) -> None:
    known = fault()
    known.faulty["model.py"] = b"from numpy import array\n"  # type: ignore[index]
    assert recorded(known, here).environment["numpy"] == "2.4.0"
    assert "torch" not in recorded(known, here).environment


def test_a_broken_entry_is_recorded_as_broken(here: Here) -> None:
    evidence = recorded(fault(), here, fixed_run=ran(1))
    assert evidence.outcome == "broken"
    assert [run.name for run in evidence.runs if not run.passed] == ["fixed-run"]


def test_the_same_result_keeps_the_old_file(here: Here) -> None:
    known = fault()
    old = recorded(known, here, fixed_run=ran(0, "done", seconds=4.0, peak=100 * MIB))
    later = dataclasses.replace(here, today=here.today.replace(year=2027))
    new = again(known, old, later, fixed_run=ran(0, "done", seconds=11.9, peak=290 * MIB))
    assert new == old
    assert again(known, old, later, fixed_run=ran(0, "done", seconds=1.4, peak=36 * MIB)) == old


@pytest.mark.parametrize(
    ("changed", "kept"),
    [
        (ran(0, "done", seconds=13, peak=100 * MIB), (13, 112)),
        (ran(0, "done", seconds=1.2, peak=100 * MIB), (1.2, 112)),
        (ran(0, "done", seconds=4.2, peak=400 * MIB), (4.0, 400)),
        (ran(0, "other", seconds=4.2, peak=120 * MIB), (4.0, 112)),
    ],
)
def test_what_moved_is_written_anew(here: Here, changed: Any, kept: tuple[float, int]) -> None:
    known = fault()
    old = recorded(known, here, fixed_run=ran(0, "done", seconds=4.0, peak=100 * MIB))
    later = dataclasses.replace(here, today=here.today.replace(year=2027))
    new = again(known, old, later, fixed_run=changed)
    assert new.recorded == later.today
    assert (new.runs[2].seconds, new.runs[2].peak_mib) == kept
    assert new.runs[:2] == old.runs[:2]


def test_another_environment_or_digest_is_written_anew(here: Here) -> None:
    known = fault()
    old = recorded(known, here)
    other = dataclasses.replace(here, python="3.12.1")
    assert again(known, old, other).environment["python"] == "3.12.1"
    changed = dataclasses.replace(known, faulty={"train.py": b"faulty", "x": b""})
    assert again(changed, old, here).digest != old.digest


@pytest.mark.parametrize(
    ("raw", "masked"),
    [
        ("<Net at 0x7f3a10bc>", "<Net at <hex>>"),
        ("worker (pid 4711) died, pid=12", "worker (pid <number>) died, pid=<number>"),
        (
            "DataLoader worker process 0, process 4711",
            "DataLoader worker process 0, process <number>",
        ),
        ("file </torch_5_189304679_0>: full", "file </torch_<number>>: full"),
        ("psm_1234567_x sm_86 conv_12", "psm_<number>_x sm_86 conv_12"),
        ("open /tmp/tmpa8x_k/x.bin", "open /tmp/<name>/x.bin"),
        ("took 1.23 s, then 45 ms", "took <number> s, then <number> ms"),
        ("waits 30 s for 12 rows", "waits 30 s for 12 rows"),
        ("2026-11-30 10:11:12,345 INFO", "<time> INFO"),
        (
            'File "/home/ada/venv/lib/python3.11/site-packages/torch/x.py", line 7',
            'File "/python/lib/python3.11/site-packages/torch/x.py", line 7',
        ),
        ("/home/ada/venvs/other", "/home/ada/venvs/other"),
        ("loss 0.6931 at step 12", "loss 0.6931 at step 12"),
    ],
)
def test_only_what_differs_between_equal_runs_is_masked(here: Here, raw: str, masked: str) -> None:
    assert steady(raw, here) == masked


def test_a_long_output_keeps_its_start_and_its_end() -> None:
    lines = cut("\n".join(f"line {number}" for number in range(1000))).splitlines()
    assert len(lines) == LINES
    assert (lines[0], lines[-1]) == ("line 0", "line 999")
    assert lines[HEAD] == f"… {1000 - LINES + 1} lines left out …"
    assert cut("x" * 5000) == "x" * WIDTH + "…"


def test_a_flood_stays_within_the_bound(here: Here) -> None:
    flood = ran(1, "x" * 2000 + "\n" + "y\n" * 100_000 + ERROR)
    evidence = recorded(fault(), here, faulty_run=flood)
    assert len(evidence.runs[0].output) < LINES * (WIDTH + 2)
    assert evidence.runs[0].output.endswith(ERROR)


def test_a_broken_entry_that_was_proven_says_what_changed(here: Here) -> None:
    known = fault(case__requires=["torch>=2"])
    proven = dataclasses.replace(known, evidence=recorded(known, here))
    failing = Runner({"faulty-check": ran(0)})
    assert verify(proven, failing, here).why[-1] == (
        "the same files were proven on 2026-11-30: "
        "nothing changed since, so see whether it is flaky: --repeat 10"
    )
    other = dataclasses.replace(here, packages={"torch": "2.14.0"})
    assert verify(proven, failing, other).why[-1] == (
        "the same files were proven on 2026-11-30: torch 2.13.0 → 2.14.0"
    )
