"""The verdict of a check."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planted import PRESENT, ran

from kb.model.job import Ran
from kb.verify.contract import judge


@pytest.mark.parametrize(
    ("ran", "verdict", "why"),
    [
        (ran(0, "smallest batch 16"), "absent", ""),
        (ran(0, PRESENT), "absent", ""),
        (ran(1, f"so:\n  {PRESENT}!\n"), "present", f"  {PRESENT}!"),
        (ran(1, "nothing of the kind"), "inconclusive", "exit code 1, but no line"),
        (ran(1, stderr=PRESENT), "inconclusive", "exit code 1, but no line"),
        (ran(1, "a batch\nof one"), "inconclusive", "exit code 1, but no line"),
        (ran(2, PRESENT), "inconclusive", "exit code 2"),
        (ran(139, PRESENT), "inconclusive", "exit code 139"),
        (ran(None, PRESENT, limit="time", detail="60 s"), "inconclusive", "time limit was reached"),
        (ran(1, PRESENT, limit="memory"), "inconclusive", "memory limit was reached"),
        (ran(0, missing=("lsof",)), "inconclusive", "not found: lsof"),
        (ran(1, PRESENT, missing=("lsof", "ss")), "inconclusive", "not found: lsof, ss"),
        (ran(0, stderr="sh: 1: lsof: not found\n"), "inconclusive", "not found: lsof"),
        (ran(1, PRESENT, stderr="x\n/bin/sh: 2: ss: not found"), "inconclusive", "found: ss"),
        (ran(0, stderr="sh: 1: exec: a/ss: not found\r\n"), "inconclusive", "found: a/ss"),
        (ran(0, stderr="sh: line 1: ss: command not found"), "inconclusive", "found: ss"),
        (ran(0, stderr="the finish: 1: ss: not found", missing=()), "absent", ""),
    ],
)
def test_verdict(ran: Ran, verdict: str, why: str) -> None:
    judgement = judge(ran, PRESENT)
    assert judgement.verdict == verdict
    assert why in judgement.why


@given(st.integers(0, 255), st.text(), st.text(), st.booleans())
def test_nothing_but_exit_1_and_its_line_is_present(
    code: int, out: str, err: str, lacks: bool
) -> None:
    went = ran(code, "", missing=("x",) if lacks else ())
    went = Ran(
        code,
        None,
        out.encode("utf-8", "replace"),
        err.encode("utf-8", "replace"),
        0,
        0,
        missing=went.missing,
    )
    verdict = judge(went, PRESENT).verdict
    says = any(PRESENT in line for line in out.splitlines())
    assert (verdict == "present") == (code == 1 and says and not lacks)
    assert (verdict == "absent") == (code == 0 and not lacks)


def test_output_that_is_no_text_is_read_as_far_as_it_goes() -> None:
    went = Ran(1, None, b"\xff\xfe a batch of one \xff\n", b"", 0.1, 0)
    assert judge(went, PRESENT).verdict == "present"
