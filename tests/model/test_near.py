"""Which id may have been meant."""

from __future__ import annotations

import pytest

from kb.model.near import hint

KNOWN = (
    *("csv-encoding", "sample-slow", "nan-in-input", "port-in-use", "shared-memory-too-small"),
    *("batchnorm-single-sample", "cuda-out-of-memory"),
)


@pytest.mark.parametrize(
    ("id", "meant"),
    [
        ("prot-in-use", "port-in-use"),
        ("port-inuse", "port-in-use"),
        ("batchnorm", "batchnorm-single-sample"),
        ("cuda-oom", "cuda-out-of-memory"),
        ("shared-memory-small", "shared-memory-too-small"),
    ],
)
def test_one_that_is_near_or_begun_is_named(id: str, meant: str) -> None:
    assert hint(id, KNOWN, "") == f"did you mean {meant}?"


@pytest.mark.parametrize("id", ["nothing", "lamps", "lantern-out", "in", "", "x" * 300])
def test_what_only_shares_letters_is_not(id: str) -> None:
    assert hint(id, KNOWN, "`kb list` shows them") == "`kb list` shows them"
