"""Whether a run shows the symptom."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planted import ERROR, entry, ran, searched

from kb import sandbox
from kb.model.job import Job, Ran
from kb.text import mask
from kb.verify.compare import contains, contains_masked, search, shows, still_shows


def never(job: Job) -> Ran:
    raise AssertionError(job)


@pytest.mark.parametrize(
    ("output", "shown"),
    [
        (ERROR, True),
        (f"[rank0]: {ERROR}", True),
        (ERROR.replace("16", "2048"), True),
        (ERROR.replace("ValueError", "RuntimeError"), False),
        ("ValueError: Expected more than", False),
        ("", False),
    ],
)
def test_the_error_is_found_after_masking(output: str, shown: bool) -> None:
    assert shows(entry(), output, never) is shown


def test_all_lines_of_an_error_must_come_in_order() -> None:
    known = entry(symptom__error="RuntimeError: CUDA error\n  Compile with X to see more")
    assert shows(known, "a\nRuntimeError: CUDA error\nb\nCompile  with X to see more", never)
    assert not shows(known, "Compile with X to see more\nRuntimeError: CUDA error", never)
    assert not shows(known, "RuntimeError: CUDA error", never)


def test_shows_decides_alone_where_it_is_given() -> None:
    known = entry(symptom__error="exit 1 of 5 rows", case__shows=r"^exit 1 of \d rows$")
    assert shows(known, "loading\nexit 1 of 5 rows\n", searched)
    assert not shows(known, "exit 1 of 10 rows", searched)


def test_where_masking_hides_the_difference_the_fix_is_read_unmasked() -> None:
    known = entry(symptom__error="read 5 rows", case__shows=r"read 5 rows")
    assert not still_shows(known, "read 10 rows", searched)
    assert still_shows(known, "read 5 rows", searched)
    other = entry(symptom__error="read 5 rows", case__shows=r"five")
    assert still_shows(other, "read 5  rows", searched)


def test_a_silent_fault_is_shown_by_its_regex() -> None:
    known = entry(symptom={"observed": "the loss does not move"}, case__shows=r"loss 0\.69.*0\.69")
    assert shows(known, "loss 0.69 0.69", searched)
    assert still_shows(known, "loss 0.69 0.31; the loss does not move", searched) is False


@given(st.lists(st.text()), st.data())
def test_any_lines_kept_in_order_are_contained(lines: list[str], data: st.DataObject) -> None:
    keep = data.draw(st.lists(st.booleans(), min_size=len(lines), max_size=len(lines)))
    wanted = [line for line, kept in zip(lines, keep, strict=True) if kept]
    assert contains("\n".join(lines), "\n".join(wanted))
    assert contains_masked("\n".join(lines), "\n".join(wanted))


PIECES = st.sampled_from(
    ["12", "a/b/c.py", "Error", "0x7f3a", "shape", "[3, 4]", "cuda:1", "1.5 GiB", "Errno 98", ": "]
)
LINES = st.lists(st.lists(PIECES, min_size=1).map(" ".join), max_size=5).map("\n".join)


@given(LINES, LINES)
def test_masking_fewer_lines_gives_the_same_answer(output: str, wanted: str) -> None:
    assert contains_masked(output, wanted) == contains(mask(output), mask(wanted))


@pytest.mark.parametrize(
    ("ran", "found"), [(ran(10), True), (ran(11), False), (ran(1), None), (ran(None), None)]
)
def test_a_search_that_did_not_come_to_an_end_is_no_answer(ran: Ran, found: bool | None) -> None:
    assert search("x", "y", lambda _: ran) is found


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("pattern", "output", "found"),
    [
        (r"^loss \d\.\d+$", "a\nloss 0.69\nb", True),
        (r"^loss$", "no loss", False),
        (r"图像 \$HOME 'x' \"y\"", "die 图像 $HOME 'x' \"y\"", True),
        (r"a\r$", "a\r\nb", True),
    ],
)
def test_the_search_in_the_sandbox(pattern: str, output: str, found: bool) -> None:
    assert search(pattern, output, sandbox.run) is found


@pytest.mark.sandbox
@pytest.mark.slow
def test_a_regex_that_would_never_end_is_ended() -> None:
    assert search(r"(a|a)*$", "a" * 60 + "b", sandbox.run) is None
