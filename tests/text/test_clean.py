"""Cleaning takes off what surrounds a message, once and for all, in linear time."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kb.text import clean
from kb.text.sift import WHOLE, sift

WRAPPED = "\n".join(
    [
        "RuntimeError: mat1 and mat2 shapes cann",
        "ot be multiplied (32x512 and 256x10) wh",
        "ile running the first layer of the netw",
        "ork",
    ]
)

PIECES = [
    "\x1b[31m", "\r", "\n", "\\n", "[rank0]: ", "2024-01-02 10:11:12,345 - INFO - ", "(pid=12) ",
    "app-1  | ", "E   ", "│ ", "❱ ",
    "Traceback (most recent call last):", '  File "a.py", line 3, in f',
    "ValueError: x", " 50%|█████     | 5/10 [00:01<00:01,  4.0it/s]", "----", "a" * 40, "0", " ",
    "[1;31m", "“quoted”", "错误", "\u200b", "RuntimeErrorRuntimeError: : x", "> ", "ERROR ", "\x00",
    " of three dimen-\n", "sions ",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
@example(WRAPPED)
def test_cleaning_twice_equals_once(raw: str) -> None:
    once = clean(raw).text
    assert clean(once).text == once


@given(st.text(max_size=300))
def test_any_text_is_cleaned_once(raw: str) -> None:
    once = clean(raw).text
    assert clean(once).text == once


def texts(raw: str) -> list[str]:
    return [line.text for line in clean(raw).lines]


def test_a_bar_glued_to_a_traceback() -> None:
    raw = (
        " 83%|████▎ | 5/6 [03:09<00:37, 37.83s/it]Traceback (most recent call last):\nValueError: x"
    )
    assert texts(raw) == ["Traceback (most recent call last):", "ValueError: x"]


def test_bars_that_overwrite_themselves_go() -> None:
    assert texts(" 1%|    | 1/100 [00:01<00:99, 1.0it/s]\r 2%|    | 2/100\rdone\n") == ["done"]


def test_prefixes_of_schedulers_and_containers() -> None:
    for prefix in (
        "[rank3]: ",
        "[1,0]<stderr>:",
        "(RayTrainWorker pid=991, ip=10.0.0.1) ",
        "trainer-1  | ",
        "2025-03-14T08:21:47.118204733Z stderr F ",
        "2024-01-02 10:11:12,345 - root - ERROR - ",
        "[2024-09-05T00:38:02Z] E   ",
        "Nov 30 09:33:01 gpu07 train[12]: ",
        "\x1b[1;31m[ERROR]\x1b[0m ",
        "[0;31m",
    ):
        assert texts(prefix + "ValueError: x") == ["ValueError: x"], prefix


def test_the_prefix_is_kept_as_a_mark() -> None:
    (line,) = clean("[rank3]: ValueError: x").lines
    assert (line.mark, line.number, line.times) == ("[rank3]: ", 1, 1)


def test_hard_wraps_are_joined() -> None:
    assert texts(WRAPPED) == [
        "RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x512 and 256x10) "
        "while running the first layer of the network"
    ]


def test_a_table_is_not_taken_for_a_wrap() -> None:
    table = "\n".join(f"epoch {n} train 2.300 val 2.309 acc 0.1" for n in range(8))
    assert len(texts(table)) == 8


def test_rows_between_lines_that_are_drawn_stay_rows() -> None:
    drawn = "+-------+---------+------------------------+"
    rows = [drawn, "| Model | Version | Status                 |", drawn]
    rows += [
        "| net   | 1       | UNAVAILABLE: no backend |",
        drawn,
        "error: creating server",
        drawn,
    ]
    assert "error: creating server" in texts("\n".join(rows))


def test_a_traceback_on_one_line_is_laid_out() -> None:
    raw = r'Traceback (most recent call last):\n  File "a.py", line 1, in f\nValueError: x'
    assert len(texts(raw)) == 3


def test_repeats_are_counted() -> None:
    (line,) = clean("lost a packet\n" * 5).lines
    assert line.times == 5


def test_lines_of_one_shape_are_kept_forty_times() -> None:
    assert len(texts("\n".join(f"step {n} loss 0.5" for n in range(500)))) == 40


def test_a_paste_in_pieces_is_the_paste() -> None:
    raw = "one\r\ntwo\rthree\n" * 50
    pieces = [raw[i : i + 7] for i in range(0, len(raw), 7)]
    assert clean(pieces) == clean(raw)


def test_of_a_long_log_the_failure_in_the_middle_is_kept() -> None:
    lines = [f"step {n} fine" for n in range(60_000)]
    lines[31_000] = "ValueError: Expected more than 1 value per channel"
    kept = dict(sift("\n".join(lines)))
    assert len(kept) <= WHOLE
    assert kept[31_001].startswith("ValueError")
    assert {1, 60_000} <= kept.keys()


def test_a_flood_of_warnings_does_not_hide_a_failure() -> None:
    lines = [f"WARNING cache miss for key {n * 7919:x}, failed once" for n in range(60_000)]
    lines[31_000] = "RuntimeError: stack expects each tensor to be equal size"
    assert dict(sift("\n".join(lines)))[31_001].startswith("RuntimeError")


def test_one_endless_line_is_narrowed() -> None:
    ((number, line),) = sift("x" * 10_000_000)
    assert number == 1
    assert len(line) <= 6000


PAGES = {
    "RuntimeError: the expected num-\nber of channels": (
        "RuntimeError: the expected number of channels"
    ),
    "File “/opt/lib/python3.10/site-\npackages/torch/x.py”": (
        'File "/opt/lib/python3.10/site-packages/torch/x.py"'
    ),
    "the message has three dimen-\nsions in ﬁle ‘a’": (
        "the message has three dimensions in file 'a'"
    ),
}


@pytest.mark.parametrize("page", PAGES)
def test_words_that_a_page_broke_are_whole_again(page: str) -> None:
    assert clean(page).text == PAGES[page]


@pytest.mark.parametrize(
    "kept",
    [
        "torchrun --nproc 2 train.py --fp-\nwarnings.warn(x)",
        "the options that were given are --lr-\nDEBUG: x",
        "short-\nline",
    ],
)
def test_a_dash_at_the_end_is_no_hyphen_everywhere(kept: str) -> None:
    assert len(clean(kept).lines) == 2
