"""The index is made once, follows its files and its code, and is nobody else's."""

from __future__ import annotations

import os
import re
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from kb.search import refresh, search
from kb.search.index import Found
from kb.search.refresh import index_of
from kb.store import read
from kb.store.layers import Layer
from tests.conftest import ENTRY, write
from tests.store.test_glance import AROUND

ERROR = "ValueError: Expected more than 1 value per channel when training"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "search"


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Ids that are read from disk from now on."""
    ids: list[str] = []
    load = read.load_fault

    def noted(layer: Layer, name: str) -> object:
        ids.append(name)
        return load(layer, name)

    monkeypatch.setattr(read, "load_fault", noted)
    return ids


def test_only_what_changed_is_read_again(
    layer: Layer, base: Path, cache: Path, reads: list[str]
) -> None:
    search(ERROR, [layer], cache=cache)
    assert sorted(reads) == ["batchnorm-single-sample", "port-taken"]
    reads.clear()
    search(ERROR, [layer], cache=cache)
    assert reads == []
    write(
        base / "batchnorm-single-sample" / "entry.yaml", ENTRY.replace("BatchNorm is", "A norm is")
    )
    answer = search(ERROR, [layer], cache=cache)
    assert reads == ["batchnorm-single-sample"]
    assert answer.matches[0].title.startswith("A norm is")


@pytest.mark.parametrize("name", AROUND)
def test_what_changed_is_answered_as_if_all_were_read(
    layer: Layer, base: Path, cache: Path, name: str
) -> None:
    if name.startswith("evidence"):  # it makes the entry unreadable, until it is gone
        write(base / "batchnorm-single-sample" / "evidence.json", "{}")
    write(base / "empty" / "note.txt", "")
    write(base / "file", "")
    search(ERROR, [layer], cache=cache)
    AROUND[name](base)
    assert _held(layer, cache) == _held(layer, None)


def _held(layer: Layer, cache: Path | None) -> list[Found]:
    with closing(index_of(layer, cache)) as index:
        return sorted(index.every())


def test_an_entry_is_read_only_when_a_further_change_would_be_seen(
    layer: Layer, base: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[int] = []
    load = read.load_fault

    def noted(layer: Layer, name: str) -> object:
        changed = (base / name / "entry.yaml").lstat().st_ctime_ns
        waited.append(time.time_ns() - changed)
        return load(layer, name)

    monkeypatch.setattr(read, "load_fault", noted)
    write(base / "port-taken" / "entry.yaml", ENTRY)
    search(ERROR, [layer], cache=cache)
    assert len(waited) == 2
    assert min(waited) >= refresh.TICK


@pytest.mark.skipif(os.name != "posix", reason="names are bytes there")
def test_files_whose_names_are_no_text_are_read(
    layer: Layer, base: Path, cache: Path, reads: list[str]
) -> None:
    odd = os.fsdecode(b"\xff")
    write(base / "port-taken" / "pastes" / odd, "RuntimeError: a paste of an odd name\n")
    write(base / odd / "entry.yaml", ENTRY)
    for _ in range(2):
        answer = search("RuntimeError: a paste of an odd name", [layer], cache=cache)
        assert answer.matches[0].id == "port-taken"
    assert sorted(reads) == ["batchnorm-single-sample", "port-taken"]


def test_an_entry_that_is_gone_is_found_no_more(layer: Layer, base: Path, cache: Path) -> None:
    assert search(ERROR, [layer], cache=cache).matches[0].id == "batchnorm-single-sample"
    (base / "batchnorm-single-sample" / "entry.yaml").unlink()
    assert all(
        match.id != "batchnorm-single-sample"
        for match in search(ERROR, [layer], cache=cache).matches
    )


def test_an_entry_that_cannot_be_read_is_left_out(layer: Layer, base: Path, cache: Path) -> None:
    write(base / "port-taken" / "entry.yaml", "title: [\n")
    assert search(ERROR, [layer], cache=cache).matches[0].id == "batchnorm-single-sample"


@pytest.mark.parametrize(
    "damage", [b"", b"SQLite format 3\x00" + b"\xff" * 4000, b"not a database"]
)
def test_a_damaged_index_is_made_anew(layer: Layer, cache: Path, damage: bytes) -> None:
    before = search(ERROR, [layer], cache=cache)
    (file,) = cache.glob("*.sqlite")
    for beside in cache.glob("*.sqlite-*"):
        beside.unlink()
    file.write_bytes(damage)
    after = search(ERROR, [layer], cache=cache)
    assert after.matches == before.matches
    with sqlite3.connect(file) as connection:
        assert connection.execute("select count(*) from entry").fetchone() == (2,)


def test_an_index_of_other_code_is_made_anew(
    layer: Layer, cache: Path, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    search(ERROR, [layer], cache=cache)
    reads.clear()
    monkeypatch.setattr(refresh, "code_stamp", lambda: "newer")
    search(ERROR, [layer], cache=cache)
    assert len(reads) == 2


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
def test_the_folder_is_the_persons_alone(layer: Layer, cache: Path) -> None:
    cache.mkdir(parents=True, mode=0o755)
    search(ERROR, [layer], cache=cache)
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700


def test_without_a_folder_that_can_be_written_it_is_made_in_memory(
    layer: Layer, tmp_path: Path
) -> None:
    blocked = write(tmp_path / "file", "")
    answer = search(ERROR, [layer], cache=blocked / "search")
    assert answer.matches[0].id == "batchnorm-single-sample"
    assert search(ERROR, [layer], cache=None).matches == answer.matches


def test_a_layer_that_is_not_there_is_empty(tmp_path: Path, cache: Path) -> None:
    layer = Layer("personal", tmp_path / "nowhere", writable=True, trusted=True)
    assert index_of(layer, cache).size() == 0
    assert search(ERROR, [layer], cache=cache).verdict == "none"


@pytest.mark.slow
def test_several_processes_make_one_index(layer: Layer, cache: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from kb.search import search; "
        "from kb.store.layers import Layer; "
        "layer = Layer('team', Path(sys.argv[1]), True, True); "
        f"print(search({ERROR!r}, [layer], cache=Path(sys.argv[2])).matches[0].id)"
    )
    command = [sys.executable, "-c", program, layer.root, cache]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert {process.communicate()[0].strip() for process in running} == {"batchnorm-single-sample"}
    assert index_of(layer, cache).size() == 2


def test_what_to_do_first_follows_the_tree(layer: Layer, base: Path, cache: Path) -> None:
    nearly = "the gateway is mute"
    assert search(nearly, [layer], cache=cache).first_action == ""
    tree = base / "tree.yaml"
    for action in ("Ask it from the same machine.", "Look which process listens."):
        serving = f"serving: {{title: Serving, keywords: [gateway], first_action: {action}}}"
        write(tree, re.sub(r"serving: \{.*\}", serving, tree.read_text("utf-8")))
        assert search(nearly, [layer], cache=cache).first_action == action
    assert search("!", [layer], cache=cache).first_action == ""


def test_who_waits_is_told_how_far_the_reading_is(layer: Layer, cache: Path) -> None:
    told: list[tuple[int, int]] = []

    def tell(done: int, total: int) -> None:
        told.append((done, total))

    search(ERROR, [layer], cache=cache, tell=tell)
    assert told == [(0, 2), (1, 2)]
    search(ERROR, [layer], cache=cache, tell=tell)
    assert len(told) == 2


def test_the_keys_are_read_without_the_entries(layer: Layer, cache: Path) -> None:
    search(ERROR, [layer], cache=cache)
    with sqlite3.connect(refresh.file_of(layer, cache)) as index:
        (plan,) = index.execute("explain query plan select id, key from entry").fetchall()
    assert "COVERING INDEX" in plan[-1]
