"""Masks name what differs from run to run, and leave what carries meaning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.text import mask


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (
            "Tried to allocate 3.24 GiB (GPU 0; 11.91 GiB total capacity)",
            "Tried to allocate <size> (GPU <number>; <size> total capacity)",
        ),
        ("got input size torch.Size([1, 16])", "got input size <shape>"),
        ("found cuda:0 and cpu!", "found <device> and cpu!"),
        ("[Errno 98] in ('0.0.0.0', 8000)", "[Errno 98] in ('0.0.0.0', <number>)"),
        ("No space: '/dev/shm/x1' in /data/a/b.csv", "No space: '/dev/shm/x1' in <path>"),
        (r"C:\Users\a\fit.py, line 3", "<path>, line <number>"),
        ("<Net object at 0x7f3a10> at 0x7f", "<object> at <hex>"),
        ("file </torch_5_2761196150_0>: full", "file </torch_<number>>: full"),
        ("leaked psm_1a2b3c4d", "leaked psm_<hex>"),
        ("expected scalar type Half but found Float32", None),
        ("exit code 137, code: -98, utf-8, sm_86, BatchNorm2d", None),
    ],
)
def test_kinds(text: str, masked: str | None) -> None:
    assert mask(text) == (text if masked is None else masked)


@given(st.text(alphabet="ab01x/.:-,' ()[]<>\\nE", max_size=60))
def test_masking_twice_equals_once(text: str) -> None:
    assert mask(mask(text)) == mask(text)


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_other_numbers_mask_alike(one: int, other: int) -> None:
    assert mask(f"line {one} of /tmp/{one}/a.py") == mask(f"line {other} of /tmp/{other}/a.py")
