"""What is kept of a stream."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from kb.sandbox.pipes import KEPT, Kept

pieces = st.lists(st.binary(max_size=300), max_size=40)


@given(pieces)
def test_a_short_stream_is_kept_whole(given: list[bytes]) -> None:
    kept = Kept(1_000_000)
    for piece in given:
        kept.add(piece)
    assert kept.content() == b"".join(given)
    assert kept.total == len(b"".join(given))


@given(pieces)
def test_of_a_long_stream_both_ends_are_kept(given: list[bytes]) -> None:
    kept = Kept(264)
    for piece in given:
        kept.add(piece)
    whole, content = b"".join(given), kept.content()
    assert len(content) <= 264
    if len(whole) > 200:
        assert content.startswith(whole[:100])
        assert content.endswith(whole[-100:])
        told = re.search(rb"\[\.\.\. (\d+) bytes left out \.\.\.\]", content[100:-100])
        assert told
        assert int(told[1]) == len(whole) - 200


def test_never_more_than_a_mebibyte() -> None:
    kept = Kept()
    for _ in range(50):
        kept.add(b"x" * 65536)
    assert len(kept.content()) <= KEPT == 1 << 20
