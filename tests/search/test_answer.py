"""The answer is the right entry, or an honest no, however the paste looks."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.match import Answer
from kb.search import search
from kb.search.answer import verdict
from kb.store.layers import Layer
from tests.conftest import ENTRY, write

pytestmark = pytest.mark.handbook

Ask = Callable[[str], Answer]

EXAMPLES = Path(__file__).parents[2] / "examples"
INNOCENT = Path(__file__).with_name("innocent.txt").read_text("utf-8").split("\n%%\n")

LOGS = {
    "bus-error-under-torchrun.log": "shared-memory-too-small",
    "ragged-clips-in-a-pod.log": "collate-ragged-shapes",
    "port-taken-in-compose.log": "port-in-use",
}

ERRORS = {
    "RuntimeError: stack expects each tensor to be equal size, but got [3, 224, 224] at entry 0 "
    "and [3, 180, 224] at entry 1": "collate-ragged-shapes",
    "OSError: [Errno 98] Address already in use": "port-in-use",
    "ValueError: Expected more than 1 value per channel when training, got input size "
    "torch.Size([1, 16])": "batchnorm-single-sample",
    "AttributeError: Can't pickle local object 'make.<locals>.<lambda>'": (
        "dataset-member-not-picklable"
    ),
    "IndexError: index out of range in self": "embedding-index-out-of-range",
    "RuntimeError: received 0 items of ancdata": "too-many-open-files",
}


@pytest.mark.parametrize("name", LOGS)
def test_examples(name: str, ask: Ask) -> None:
    answer = ask((EXAMPLES / name).read_text("utf-8"))
    assert answer.verdict == "match"
    assert answer.matches[0].id == LOGS[name]
    assert answer.matches[0].matched


@pytest.mark.parametrize("name", LOGS)
def test_a_window_round_the_error_gives_the_verdict_of_the_log(name: str, ask: Ask) -> None:
    text = (EXAMPLES / name).read_text("utf-8")
    whole = ask(text)
    lines = text.split("\n")
    place = next(i for i, line in enumerate(lines) if whole.matches[0].matched[0] in line)
    window = ask("\n".join(lines[max(0, place - 15) : place + 3]))
    assert (window.verdict, window.matches[0].id) == (whole.verdict, LOGS[name])


@pytest.mark.parametrize("error", ERRORS)
def test_errors(error: str, ask: Ask) -> None:
    answer = ask(error)
    assert answer.matches[0].id == ERRORS[error]
    assert answer.verdict in ("match", "maybe")


TYPED = {
    "RuntimeError: stack expects each tensor to be equal size": "collate-ragged-shapes",
    "stack expects each tensor to be equal size": "collate-ragged-shapes",
    "valueerror: expected more than 1 value per channel": "batchnorm-single-sample",
    "ValueError: Expected more than 1 value per channel when training": "batchnorm-single-sample",
    "I get OSError: [Errno 98] Address already in use when I restart it": "port-in-use",
    "RuntimeError: recieved 0 items of ancdata": "too-many-open-files",
    "index out of range in self": "embedding-index-out-of-range",
    "nan loss": "nan-loss",
}
"""Messages as a person types them: cut short, without the type, in lower case, misspelt."""


@pytest.mark.parametrize("typed", TYPED)
def test_a_message_as_it_is_typed(typed: str, ask: Ask) -> None:
    answer = ask(typed)
    assert answer.matches[0].id == TYPED[typed]
    assert answer.verdict in ("match", "maybe")


def test_a_message_that_is_nothing_without_its_name_does_not_match_by_it(ask: Ask) -> None:
    assert ask("ModuleNotFoundError: No module named 'my_own_thing'").verdict == "none"
    assert ask("ModuleNotFoundError: No module named 'torch._six'").verdict != "none"


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["a.", "1.", "<a.b name=", "C:\\a ", "Error: ", "'a ", "1it/s"])
def test_a_hostile_paste_takes_linear_time(unit: str, ask: Ask) -> None:
    def seconds(size: int) -> float:
        paste = "RuntimeError: " + (unit * size)[:size]
        began = time.process_time()
        ask(f"{paste}\n{paste}")
        return time.process_time() - began

    ask("RuntimeError: x")
    # 16 times as long: linear is 16, quadratic 256, and what is between is the machine's
    short = min(seconds(1500), seconds(1500))
    assert min(seconds(24_000), seconds(24_000)) < 100 * max(short, 0.01)


def test_the_innocent_find_nothing(ask: Ask) -> None:
    answers = [(ask(paste), paste) for paste in INNOCENT]
    found = [(one.verdict, one.matches[0].id, p) for one, p in answers if one.verdict != "none"]
    assert not [one for one in found if one[0] == "match"]
    assert len(found) <= 0.05 * len(INNOCENT), found


@pytest.mark.parametrize("paste", ["", "\n\n", "   ", "\x00\x01", "...", "🧟", "\ufeff"])
def test_nothing_to_look_up_is_none(paste: str, ask: Ask) -> None:
    assert ask(paste) == Answer("none", (), ask(paste).took_ms) or ask(paste).verdict == "none"


def first(answer: Answer) -> tuple[str, str]:
    return answer.verdict, answer.matches[0].id


@settings(max_examples=6)
@given(seed=st.integers(0, 2**32))
def test_only_values_change_so_the_answer_does_not(seed: int, ask: Ask) -> None:
    rnd = random.Random(seed)
    for name, id in LOGS.items():
        text = (EXAMPLES / name).read_text("utf-8")
        assert first(ask(other_values(text, rnd))) == ("match", id)


def other_values(text: str, rnd: random.Random) -> str:
    """The same log from another machine: other paths, users, pids, lines, shapes, addresses."""
    root, app = rnd.choice(["/opt", "/home/u7/env", "/srv/x"]), rnd.choice(["fit", "job", "asr"])
    text = text.replace("/opt/conda", root).replace("/usr/local", root)
    for own in ("/workspace/seg", "/app/speech", "/srv/ner"):
        text = text.replace(own, f"/mnt/{app}")
    text = re.sub(
        r"(pid(?:\(s\))? |pid: |pid=)\d+", lambda m: m[1] + str(rnd.randint(2, 99999)), text
    )
    text = re.sub(r"line \d+", lambda _: f"line {rnd.randint(1, 3000)}", text)
    text = re.sub(
        r"equal size, but got \[\d+\]", f"equal size, but got [{rnd.randint(1, 9**7)}]", text
    )
    return text.replace("0.0.0.0', 8000", f"0.0.0.0', {rnd.randint(1024, 65535)}")


@given(data=st.binary(max_size=2000))
def test_random_bytes_are_answered(data: bytes, ask: Ask) -> None:
    assert ask(data.decode("utf-8", "replace")).verdict in ("match", "maybe", "none")


@given(st.text(max_size=200))
def test_text_before_an_error_changes_nothing(ask: Ask, text: str) -> None:
    before = "".join(char for char in text if char.isalnum() or char == " ")
    error = "RuntimeError: stack expects each tensor to be equal size, but got [2] at entry 0"
    assert ask(f"{before}\n\n{error}").matches[0].id == "collate-ragged-shapes"


def test_of_two_faults_both_are_shown_and_the_cause_first(ask: Ask) -> None:
    one = "RuntimeError: stack expects each tensor to be equal size, but got [2] at entry 0\n\n"
    other = "OSError: [Errno 98] Address already in use\n\n"
    for paste in (one + other, other + one):
        answer = ask(paste)
        expected = [ERRORS[k] for k in ERRORS if k.startswith(paste[:20])]
        assert answer.matches[0].id == expected[0]
        assert {m.id for m in answer.matches[:2]} == {"collate-ragged-shapes", "port-in-use"}


def test_limit_and_domain(handbook: Layer, handbook_cache: Path) -> None:
    error = "OSError: [Errno 98] Address already in use"
    answer = search(error, [handbook], limit=2, domain="serving", cache=handbook_cache)
    assert len(answer.matches) == 2
    assert {match.domain for match in answer.matches} == {"serving"}


def test_what_a_limit_names_counts_against(ask: Ask) -> None:
    near = "ValueError: Expected more than 1 spatial element when training, got input size [1, 9]"
    assert ask(near).verdict != "match"


def test_retired_never_wins_and_refuted_answers_with_the_correction(tmp_path: Path) -> None:
    error = "ValueError: Expected more than 1 value per channel when training"
    root = tmp_path / "entries"
    layer = Layer("team", root, writable=True, trusted=True)
    for how in ("retired", "refuted"):
        withdrawn = f"withdrawn: {{as: {how}, on: 2026-01-02, reason: It is not so at all.}}\n"
        write(root / "batchnorm-single-sample" / "entry.yaml", ENTRY + withdrawn)
        answer = search(error, [layer])
        if how == "retired":
            assert answer == Answer("none", (), answer.took_ms)
        else:
            assert "It is not so at all." in answer.matches[0].root_cause


def test_the_nearest_layer_wins_unless_it_is_not_trusted(base: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "entries"
    title = "Another title"
    changed = ENTRY.replace("BatchNorm is given a single sample in training mode", title)
    write(other / "batchnorm-single-sample" / "entry.yaml", changed)
    error = "ValueError: Expected more than 1 value per channel when training"
    for trusted, expected in ((True, title), (False, "BatchNorm is given a single sample")):
        near = Layer("team", other, writable=True, trusted=trusted)
        far = Layer("handbook", base, writable=False, trusted=True)
        answer = search(error, [near, far])
        assert answer.matches[0].title.startswith(expected)
        assert [m.id for m in answer.matches].count("batchnorm-single-sample") == 1
    alone = search(error, [Layer("team", other, writable=True, trusted=False)])
    assert alone.matches[0].layer == "team (not trusted)"


def scored(confidence: float, asked: str) -> Any:
    pair = SimpleNamespace(unit=None)
    return SimpleNamespace(confidence=confidence, asked=asked, told=False, pair=pair)


@pytest.mark.parametrize(
    ("first", "second", "given"),
    [(0.22, 0.10, "maybe"), (0.22, 0.12, "none"), (0.24, 0.23, "maybe"), (0.19, 0.01, "none")],
)
def test_what_stands_alone_may_be_less_sure(first: float, second: float, given: str) -> None:
    assert verdict([scored(first, "sentence"), scored(second, "sentence")]) == given


def test_records_that_stand_there_twice_are_what_is_wrong(ask: Ask) -> None:
    records = [
        f"2024-05-27 15:13:2{n},879 INFO net.run:76 - stage {n} of the job" for n in range(4)
    ]
    assert ask("\n".join(records)).verdict == "none"
    assert (
        ask("\n".join(one for one in records for _ in "ab")).matches[0].id == "duplicate-log-lines"
    )
    assert ask("\n".join(one for one in records for _ in "ab")).verdict == "maybe"
