"""Logs without a secret: they stay as they are, to the letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.redact import redact

LOGS = sorted((Path(__file__).parent / "innocent").glob("*.txt"))


def test_there_are_enough() -> None:
    assert len(LOGS) >= 60


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_nothing_is_damaged(log: Path) -> None:
    text = log.read_text("utf-8")
    redacted = redact(text)
    assert redacted.text == text, redacted.replacements
