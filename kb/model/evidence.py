"""Evidence: what the harness measured, as `evidence.json` holds it."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from pydantic import Field

from kb.model.base import Part

CONTRACT_VERSION = 1
"""Version of the verification contract; part of every digest."""

Verdict = Literal["present", "absent", "inconclusive"]
RunName = Literal["faulty-run", "faulty-check", "fixed-run", "fixed-check", "empty-check"]
Status = Literal["claimed", "proven", "simulated", "stale", "broken"]


class Run(Part):
    """One of the five runs. `output` is masked and cut; `peak_mib` covers the process tree."""

    name: RunName
    passed: bool
    expected: str
    found: str
    exit_code: int | None
    output: str
    seconds: float
    peak_mib: int


class CorrectionRun(Part):
    """The run behind one `corrects` item."""

    claim: str
    exit_code: int | None
    output: str


class Evidence(Part):
    """What was run, with what, and what came out. Written by `kb verify --record` alone."""

    schema_: int = Field(1, alias="schema")
    outcome: Literal["proven", "simulated", "claimed", "broken"]
    digest: str
    recorded: dt.date
    environment: dict[str, str]
    runs: tuple[Run, ...]
    corrections: tuple[CorrectionRun, ...] = ()
