"""Runs within runs: what is kept by the inner one is not kept once more by the outer. Light."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.model.incident import Incident

VARIABLE = "KB_RUN"
"""Tells a command which runs of `kb run` it is part of: their tokens, the outermost first."""


@contextmanager
def a_run() -> Iterator[str]:
    """What is started meanwhile is told that it is part of this run; yields its token.

    A token and no mere mark: a server started here carries it long after the run is over.
    """
    outer = os.environ.get(VARIABLE)
    token = f"{os.getpid()}-{time.time_ns():x}"
    os.environ[VARIABLE] = f"{outer} {token}" if outer else token
    try:
        yield token
    finally:
        if outer is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = outer


def kept_inside(incidents: Iterable[Incident], token: str, failed: Incident) -> bool:
    """Whether the failure of the run with this token is one that was kept inside of it."""
    from kb.capture.window import ended_alike  # 30 ms, which a run that succeeds has not

    return any(
        one.fixed is None and token in (one.within or "").split() and ended_alike(one, failed)
        for one in incidents
    )
