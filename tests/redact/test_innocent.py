"""Logs without a secret: they stay as they are, to the letter."""

from __future__ import annotations

from pathlib import Path

from kb.redact import redact

LOGS = sorted((Path(__file__).parent / "innocent").glob("*.txt"))


def test_there_are_enough() -> None:
    assert len(LOGS) >= 60


def test_nothing_is_damaged() -> None:
    texts = {log.stem: log.read_text("utf-8") for log in LOGS}
    redacted = {stem: redact(text) for stem, text in texts.items()}
    assert {
        stem: found.replacements for stem, found in redacted.items() if found.text != texts[stem]
    } == {}
