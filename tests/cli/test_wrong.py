"""`kb wrong`: what was said of a paste holds from then on, and nothing secret is kept."""

from __future__ import annotations

import json
import stat
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from typer.testing import CliRunner

from kb.cli import remembering, search, wrong
from kb.errors import CannotWrite, NotFound, Refused
from kb.store.correct import correct
from kb.store.corrections import NOTHING
from kb.store.homes import data_home
from kb.store.layers import find_layers, trust, untrust
from kb.store.searched import last, misses, searches_home
from tests.conftest import write

PASTE = "RuntimeError: the gizmo of rank 3 lost its sprocket at /srv/run/7\n"
OTHER = "RuntimeError: the gizmo of rank 5 lost its sprocket at /home/ann/run/12\n"
PAIR = ("port-taken", "batchnorm-single-sample")
SECRET = "hf_" + "aBcDeFgHiJkLmNoPqRsTuVwXyZ012345"

Ask = Callable[[str], Any]


@pytest.fixture
def ask(base: Path) -> Ask:
    def ask(paste: str) -> Any:
        given = ["--json", "--kb", str(base), "-"]
        result = CliRunner().invoke(search.app, given, input=paste.encode())
        return json.loads(result.output)

    return ask


@pytest.fixture
def say(base: Path) -> Callable[..., Any]:
    def say(*arguments: str, paste: str = "") -> Any:
        given = [*arguments, "--json", "--kb", str(base)]
        result = CliRunner().invoke(wrong.app, given, input=paste.encode())
        if isinstance(result.exception, Exception):
            raise result.exception
        return json.loads(result.output)

    return say


def first(answer: Any) -> tuple[str, str]:
    return answer["verdict"], answer["matches"][0]["id"] if answer["matches"] else ""


def test_a_paste_leads_where_it_was_said_to_lead(ask: Ask, say: Any) -> None:
    assert ask(PASTE)["verdict"] == "none"
    file = Path(say("port-taken", paste=PASTE)["file"])
    assert first(ask(PASTE)) == first(ask(OTHER)) == ("match", "port-taken")
    assert file.parent == data_home() / "corrections" / "port-taken"
    assert ask("RuntimeError: something else altogether")["verdict"] == "none"


def test_with_an_entry_of_ones_own_the_paste_lies_beside_it(ask: Ask, say: Any, base: Path) -> None:
    trust(base)
    file = Path(say("port-taken", paste=PASTE)["file"])
    assert file.parent == base / "port-taken" / "pastes"
    assert first(ask(PASTE)) == ("match", "port-taken")


@pytest.mark.parametrize("own", [False, True])
def test_the_last_word_counts(ask: Ask, say: Any, base: Path, own: bool) -> None:
    if own:
        trust(base)
    for id in PAIR:
        say(id, paste=PASTE)
        assert first(ask(PASTE)) == ("match", id)
    say("--nothing", paste=PASTE)
    assert ask(PASTE)["verdict"] == "none"
    kept = [*base.glob("*/pastes/wrong-*"), *(data_home() / "corrections").glob("*/wrong-*")]
    assert [file.parent.name for file in kept] == [NOTHING]
    say("port-taken", paste=PASTE)
    assert first(ask(PASTE)) == ("match", "port-taken")


@pytest.mark.parametrize("ids", [PAIR, PAIR[::-1]])
def test_what_was_said_out_of_reach_gives_way(
    ask: Ask, say: Any, base: Path, ids: tuple[str, str]
) -> None:
    trust(base)
    say(ids[0], paste=PASTE)
    untrust(base)  # it is not taken back there now
    say(ids[1], paste=PASTE)
    trust(base)
    assert list(base.glob("*/pastes/wrong-*"))
    assert first(ask(PASTE)) == ("match", ids[1])


def test_of_two_at_once_one_is_left(base: Path) -> None:
    layers = find_layers(base)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda one: correct(layers, one, "0123456789abcdef", PASTE), PAIR * 4))
    assert len([*(data_home() / "corrections").glob("*/wrong-*")]) == 1


def test_what_cannot_be_kept_leaves_what_was_said_before(
    ask: Ask, say: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    say("port-taken", paste=PASTE)
    full = CannotWrite("the disk is full")
    monkeypatch.setattr("kb.store.correct.replace_all", Mock(side_effect=full))
    with pytest.raises(CannotWrite):
        say("batchnorm-single-sample", paste=PASTE)
    assert first(ask(PASTE)) == ("match", "port-taken")


def test_a_sure_answer_can_be_nothing(ask: Ask, say: Any) -> None:
    paste = (
        "ValueError: Expected more than 1 value per channel when training, got input size [1, 4]"
    )
    assert first(ask(paste))[1] == "batchnorm-single-sample"
    say("--nothing", paste=paste)
    assert ask(paste)["verdict"] == "none"


def test_without_a_paste_it_is_the_last_that_was_searched(ask: Ask, say: Any) -> None:
    ask("an older question about ports")
    ask(PASTE)
    say("port-taken")
    assert first(ask(PASTE)) == ("match", "port-taken")


def test_the_last_that_was_searched_is_the_last_asked_whoever_is_ready_first(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    works: list[Callable[[], None]] = []
    monkeypatch.setattr(remembering, "behind", works.append)
    ask(PASTE)
    ask(OTHER)
    for work in reversed(works):
        work()
    found = last()
    assert found is not None
    assert found.paste == OTHER.replace("ann", "<user>")


def test_secrets_are_kept_nowhere_and_the_paste_is_known_all_the_same(
    ask: Ask, say: Any, home: Path
) -> None:
    paste = f"RuntimeError: the hub refused token {SECRET} for user ann@corp.example\n"
    ask(paste)
    say("port-taken")
    assert first(ask(paste)) == ("match", "port-taken")
    assert last() is not None
    files = [file for file in home.rglob("*") if file.is_file()]
    assert any(file.name == "last.json" for file in files)
    assert not [file for file in files if SECRET.encode() in file.read_bytes()]


def test_misses_are_kept_once_each_for_their_owner_alone(ask: Ask, say: Any) -> None:
    for paste in (PASTE, OTHER, "a question that nothing answers"):
        ask(paste)
        assert last() is not None
    assert [one.paste for one in misses()] == [
        "a question that nothing answers",
        OTHER.replace("ann", "<user>"),
    ]
    if sys.platform != "win32":
        files = list(searches_home().rglob("*.json"))
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    say("port-taken", paste=PASTE)
    assert len(misses()) == 1


def test_history_can_be_switched_off(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_NO_HISTORY", "1")
    ask(PASTE)
    assert last() is None
    assert misses() == []


WORDLESS = (
    "run.log",
    "/srv/run/7/train.py:12",
    "C:\\run\\model-final.ckpt",
    "12345 0.5",
    "at 0x7f3a10 in [2, 3]",
    "cuda:0 10 GiB",
    "https://example.org/run/7",
    "\x1b[31m╭─── 12 ───╮\x1b[0m",
)
"""Pastes that say nothing once values and names of files are masked."""


@pytest.mark.parametrize("paste", WORDLESS)
def test_a_paste_of_no_own_words_is_not_kept(ask: Ask, say: Any, base: Path, paste: str) -> None:
    with pytest.raises(Refused, match="no words"):
        say("port-taken", paste=paste)
    assert misses() == []
    for mark in ("ef7087af63fffea9", ""):  # one that was kept when such a paste still was
        write(base / "port-taken" / "pastes" / f"wrong-{mark}.txt", "run.log\n")
    assert ask(paste)["verdict"] == "none"


def test_what_was_searched_last_is_meant_though_it_has_no_words(ask: Ask, say: Any) -> None:
    ask(PASTE)
    ask("run.log")
    with pytest.raises(Refused, match="no words"):
        say("port-taken")


def test_what_cannot_be_said_is_told(say: Any, base: Path) -> None:
    with pytest.raises(Refused, match="--nothing"):
        say(paste=PASTE)
    with pytest.raises(Refused, match="not both"):
        say("port-taken", "--nothing", paste=PASTE)
    with pytest.raises(NotFound, match="kb list"):
        say("no-such", paste=PASTE)
    with pytest.raises(NotFound, match="kb wrong ID"):
        say("port-taken")
    with pytest.raises(Refused, match="no words"):
        say("port-taken", paste="----\n")
    entry = base / "port-taken" / "entry.yaml"
    withdrawn = "withdrawn: {as: retired, on: 2026-11-30, reason: gone}\n"
    write(entry, entry.read_text("utf-8") + withdrawn)
    with pytest.raises(Refused, match="retired"):
        say("port-taken", paste=PASTE)
