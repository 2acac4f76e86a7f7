"""What is asked for a paste: its units, and what sort of paste it is."""

from __future__ import annotations

import pytest

from kb.search.query import UNITS, Question, question
from kb.text import clean, report


def asked(paste: str) -> Question:
    return question(report(clean(paste)))


STEPS = "".join(f"step {n} | loss {2 - n / 99:.3f} | tok/s 48{n}\n" for n in range(10, 16))


@pytest.mark.parametrize(
    ("paste", "kind"),
    [
        ("ValueError: x is no y", "short"),
        ("a\nb\nc\nValueError: x is no y", "error"),
        ("the loss stays where it is", "sentence"),
        ("the loss stays where it is\nERROR: no space left on device", "prose"),
        ("loss 2.31 2.31 2.31", "prose"),
        (STEPS, "quiet"),
        (STEPS + "why is it so slow\n", "sentence"),
        (STEPS + "[WARNING] skipped 3 records\n", "prose"),
        ("".join(f"step {n} | loss nan | tok/s 4\n" for n in range(4)), "prose"),
    ],
)
def test_kinds(paste: str, kind: str) -> None:
    assert asked(paste).kind == kind


def test_units_are_counted_by_what_they_say() -> None:
    many = "\n".join(f"ERROR {chr(97 + n % 26)}{chr(97 + n // 26)} failed" for n in range(60))
    units = asked(many).units
    assert len(units) == UNITS + 1
    assert units[-1].kind == "prose"
    assert len({unit.text for unit in units}) == len(units)


def test_no_line_of_advice_counts_wherever_it_stands_in_the_message() -> None:
    advice = (
        "CUDA kernel errors might be asynchronously reported at some other API call.\n"
        "For debugging consider passing CUDA_LAUNCH_BLOCKING=1\n"
        "Compile with `TORCH_USE_CUDA_DSA` to enable device-side assertions.\n"
    )
    (unit, *_) = asked(f"RuntimeError: CUDA error: initialization error\n{advice}").units
    assert not unit.terms.keys() & {"asynchronously", "debugg", "compil", "assertion", "enabl"}
