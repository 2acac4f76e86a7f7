"""The end of an output of any length."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kb.child.tail import BURST, HEAD, MOST, Tail

BEGINS = b"Traceback (most recent call last)"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@given(st.lists(st.binary(max_size=50)))
def test_a_short_output_is_kept_whole(pieces: list[bytes]) -> None:
    tail = Tail()
    for piece in pieces:
        tail.add(piece)
    assert tail.content() == b"".join(pieces)


def test_of_a_long_one_the_end() -> None:
    tail = Tail()
    whole = b"".join(b"step %d\n" % number for number in range(200_000))
    for start in range(0, len(whole), 4095):
        tail.add(whole[start : start + 4095])
    assert tail.content() == whole[-MOST:]


def test_memory_is_bounded() -> None:
    tail = Tail()
    for _ in range(50):
        tail.add(b"x" * 1_000_000)
    assert len(tail.content()) == MOST
    assert len(tail._kept) <= 2 * MOST + 1_000_000


def test_the_head_of_what_led_there() -> None:
    tail = Tail()
    tail.add(b"step\n" * 200_000)
    first = BEGINS + b"\nthe first\n"
    for piece in (first[:10], first[10:]):
        tail.add(piece)
    for number in range(3000):
        tail.add(BEGINS + b"\nrank %d\n" % number + b"x" * 1000)
    content = tail.content()
    assert content.startswith(first)
    assert content[HEAD:].startswith(b"\n...\n")
    assert content[HEAD + 5 :].endswith(b"x" * 1000)
    assert len(content) == HEAD + 5 + MOST


def test_a_traceback_in_the_end_is_not_there_twice() -> None:
    tail = Tail()
    tail.add(b"step\n" * 200_000 + BEGINS + b"\nonce\n")
    assert tail.content().count(BEGINS) == 1


def test_a_caught_one_of_long_ago_does_not_belong_to_it() -> None:
    clock = Clock()
    tail = Tail(clock)
    tail.add(BEGINS + b"\ncaught\n")
    clock.now = BURST + 1
    tail.add(b"x" * 3 * MOST)
    assert b"caught" not in tail.content()
    tail.add(BEGINS + b"\nthe last\n")
    tail.add(b"x" * 3 * MOST)
    assert tail.content().startswith(BEGINS + b"\nthe last\n")
