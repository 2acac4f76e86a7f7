"""No text makes a pattern of the rules take more than linear time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from kb.text import clean, mask, report
from kb.text.rules import compiled, rules

UNITS = (
    "a", "1", "a.", "1.", "1.1.1.", "A.", "a-", "1-", "a/", "/a", "1 ", "1, ", "[1", "(1,", "a_1_",
    "C:\\a ", "a\\ ", "<a ", "<a.b name=", "at 0x1", "0x", "torch.", "a.py", "x=", "loss=", "Error",
    "AError", "Error: ", "ERROR", "A_", "1it/s", "5?", "2024-01-01T", "HTTP/", "it/s", "File \"",
    "\x1b[", "[0;", "|", "1%|", "'", "\"a/b", "~/", "errno ", "Xid (", " \t", "=", ".", "-",
)  # fmt: skip
SIZE, OF_PATTERNS, MORE = 1500, 6000, 4
"""Characters of the shorter text, where longer ones are read in another way, and for a pattern
alone, which may be quick enough to hide what it is; how many times as long the longer one is."""

BOUND = 2 * MORE
"""A quadratic pattern takes 16 times as long for a text 4 times as long; a linear one 4 times."""

NOTHING = 0.004
"""Seconds of the longer text below which the clock tells nothing."""

TIMES = 5
"""How often a time must be too long: a busy machine spoils one, a quadratic pattern all."""


def searching() -> Iterator[tuple[str, str]]:
    """Patterns that are looked for anywhere in a line; the others are tied to its start."""
    for section in ("plain", "splits", "noise", "links", "roles", "numbers", "masks"):
        for rule in rules()[section]:
            yield f"{section} {rule.get('name', rule.get('role'))}", rule["pattern"]
    for name in ("signal", "exception-inside", "failure", "loud", "advice", "value"):
        yield name, rules()[name]


def seconds(run: Callable[[str], object], text: str) -> float:
    times = []
    for _ in range(3):
        began = time.process_time()
        run(text)
        times.append(time.process_time() - began)
    return min(times)


def too_slow(run: Callable[[str], object], size: int = SIZE) -> list[str]:
    """The units whose repetition takes more than linear time."""
    return [unit for unit in UNITS if all(_is_slow(run, unit, size) for _ in range(TIMES))]


def _is_slow(run: Callable[[str], object], unit: str, size: int) -> bool:
    short, long = ((unit * length)[:length] for length in (size, size * MORE))
    after = seconds(run, long)
    return after > NOTHING and after > BOUND * seconds(run, short)


@pytest.mark.slow
@pytest.mark.parametrize("pattern", [pytest.param(p, id=name) for name, p in searching()])
def test_patterns(pattern: str) -> None:
    def run(text: str) -> object:
        return [found.end() for found in compiled(pattern).finditer(text)]

    assert too_slow(run, OF_PATTERNS) == []


def one_line(text: str) -> object:
    return report(clean(text))


def lines_that_differ_at_their_start(text: str) -> object:
    return report(clean("\n".join(f"{start} {text}" for start in ("ab", "cd", "ef"))))


@pytest.mark.slow
@pytest.mark.parametrize("whole", [mask, one_line, lines_that_differ_at_their_start])
def test_the_whole_of_it(whole: Callable[[str], object]) -> None:
    assert too_slow(whole) == []
