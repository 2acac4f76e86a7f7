"""Checks of the handbook on programs that look like the fault and have none, and the reverse."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kb.sandbox import run
from kb.store.layers import HANDBOOK, Layer, handbook_root
from kb.store.read import load_fault
from kb.verify.check import check

pytestmark = [pytest.mark.handbook, pytest.mark.sandbox, pytest.mark.slow, pytest.mark.torch]

PROGRAMS = Path(__file__).with_name("look_alikes")
ENTRIES = Layer(HANDBOOK, handbook_root(), writable=False, trusted=True)


@pytest.mark.parametrize(
    ("entry", "values", "verdict"),
    [
        ("exploding-gradients", "module=loops train=two_optimizers", "absent"),
        ("exploding-gradients", "module=loops train=one_nan", "inconclusive"),
        ("nan-loss", "module=loops train=one_nan", "present"),
        ("nan-loss", "module=loops train=masked", "absent"),
        ("dataset-member-not-picklable", "module=loaders loader=locked", "absent"),
        ("dataset-member-not-picklable", "module=loaders loader=alone", "absent"),
        ("worker-memory-copied", "module=loaders loader=light", "absent"),
        ("collate-ragged-shapes", "module=loaders loader=late", "present"),
        (
            "device-side-assert",
            "module=loaders model=model loader=bordered ignored=255",
            "absent",
        ),
        (
            "tensor-on-wrong-device-in-forward",
            "module=loaders model=packed loader=padded",
            "absent",
        ),
        ("nan-in-input", "module=loaders loader=nested", "present"),
        ("state-dict-keys-mismatch", "module=weights build=refused", "present"),
        ("state-dict-keys-mismatch", "module=weights build=sound", "absent"),
        ("duplicate-log-lines", "module=service logger=service", "absent"),
        ("health-500-no-log", "module=service app=app path=/health", "inconclusive"),
    ],
)
def test_a_check_tells_the_fault_from_what_looks_like_it(
    entry: str, values: str, verdict: str
) -> None:
    given = dict(pair.split("=", 1) for pair in values.split())
    checked = check(load_fault(ENTRIES, entry), given, run, PROGRAMS, Path(sys.executable))
    assert checked.verdict == verdict, (checked.why, checked.output)
