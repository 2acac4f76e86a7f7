"""One failing run, as it is remembered until its fix is recorded. Plain, for it is on hot paths."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

WINDOW = 15 * 60
"""Seconds after a fix in which its entry is recorded."""

Source = Literal["run", "pytest", "ipython"]


@dataclass(frozen=True, slots=True)
class Incident:
    """What was seen, how to make it happen again, in which environment.

    All text is redacted but `folder`, by which the fix is known.

    Times are seconds since the epoch. A run that fails again in the same way takes the place of
    the one before: `first` stays the end of the first of them, `times` counts them.
    """

    id: str
    """Sorts by time: `20261130-154213-train`."""
    command: tuple[str, ...]
    program: str
    """What "the same program" means, arguments left out: `python train.py`, `pytest`."""
    folder: str
    started: float
    ended: float
    exit_code: int | None
    """None when a signal ended it, and then `signal` is its number."""
    signal: int | None
    tail: str
    """The end of the output, cleaned, at most 64 KiB."""
    symptom: str | None
    first: float
    times: int = 1
    environment: Mapping[str, str] = field(default_factory=dict)
    """`python`, `platform`, `cuda` and packages, each with its version."""
    variables: Mapping[str, str] = field(default_factory=dict)
    rev: str | None = None
    diff: str = ""
    sources: Mapping[str, str] = field(default_factory=dict)
    """The person's own small files that the failure names or that differ from `rev`, as they
    were when it failed: path relative to `folder`, with `/` → text."""
    verdict: Literal["match", "maybe", "none"] = "none"
    matched: tuple[tuple[str, str, float], ...] = ()
    """What search answered: id, title, confidence."""
    fixed: float | None = None
    fixed_sources: Mapping[str, str] = field(default_factory=dict)
    """The same files, and those changed since, as they were when it was noticed as fixed."""
    source: Source = "run"
    within: str | None = None
    """The runs of `kb run` that it was part of: their tokens, the outermost first."""
