"""Masking: values that differ from run to run are replaced by the name of their kind."""

from __future__ import annotations

from functools import lru_cache

from kb.text.rules import rewritten


def mask(text: str) -> str:
    """`text` with paths, numbers, addresses, shapes … as `<path>`, `<number>`, …

    Dtypes, exception types, error numbers, `/dev/…` and the loopback and any addresses keep
    their meaning and stay. Masking twice equals masking once.
    """
    return "\n".join(map(mask_line, text.split("\n")))


@lru_cache(64)  # a line is masked for its terms, for its pairs, and to be shown
def mask_line(line: str) -> str:
    """`mask` for one line."""
    masked = rewritten("masks", line)
    while masked != line:
        line, masked = masked, rewritten("masks", masked)
    return masked
