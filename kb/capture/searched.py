"""A paste as it may be kept: known by its fingerprint, without secrets, and not too long."""

from __future__ import annotations

import time
from collections.abc import Iterable

from kb.redact import redact
from kb.search.query import fingerprint, question
from kb.store.searched import Searched
from kb.text import clean, report

LONGEST = 200_000
"""Characters of a paste that are kept as they stood there; of a longer one the cleaned lines."""


def searched(paste: str, ids: Iterable[str] = (), at: float | None = None) -> Searched:
    """The paste that was answered with `ids`, to be kept; one of no own words has no fingerprint.

    `at`: when it was asked, in seconds since the epoch; else now.
    """
    cleaned = clean(paste)
    asked = question(report(cleaned))
    text = paste if len(paste) <= LONGEST else shortened(cleaned.text)
    moment = time.time() if at is None else at
    return Searched(fingerprint(asked), redact(text).text, tuple(ids), moment)


def shortened(text: str) -> str:
    """The text, or its two ends when it is longer than is kept."""
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[:half]}\n…\n{text[-half:]}"
