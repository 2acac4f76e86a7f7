"""A regex that somebody wrote into a file. Light: it comes without pydantic."""

from __future__ import annotations

import re
import warnings


def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, ready. ValueError says why it cannot be used: it is none, is nested or counts
    beyond what Python can hold, or will mean something else in a later one."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", FutureWarning)
            return re.compile(pattern)
    except (re.error, RecursionError, OverflowError, FutureWarning) as error:
        raise ValueError(f"is no regular expression that can be used: {error}") from error
