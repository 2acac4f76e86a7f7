"""What a run captures does not depend on how fast the machine is."""

from __future__ import annotations

import pytest

from kb.capture import sources, surroundings


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left out for want of time."""
    for module in (sources, surroundings):
        monkeypatch.setattr(module, "PATIENCE", 600.0)
