"""The stamp of an entry changes with every file that search reads, and with no other."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.store.scan import look, scan

ID = "batchnorm-single-sample"


def later(folder: Path) -> None:
    """Wait for the next tick of the clock that files are stamped by: some milliseconds."""
    probe = folder.with_name("probe")
    probe.touch()
    first = probe.stat().st_ctime_ns
    while probe.stat().st_ctime_ns == first:
        probe.touch()


def keys(root: Path, known: dict[str, str] | None = None) -> dict[str, str]:
    return {stamp.id: stamp.key for stamp in look(root, known or {}).entries()}


def edit_in_place(file: Path) -> None:
    """Other bytes, same size, and the old mtime put back: as the nastiest editor would."""
    about = file.stat()
    file.write_bytes(bytes(byte ^ 1 for byte in file.read_bytes()))
    os.utime(file, ns=(about.st_atime_ns, about.st_mtime_ns))


def replaced(file: Path) -> None:
    new = file.with_name("new")
    new.write_bytes(file.read_bytes())
    new.replace(file)


CHANGES: dict[str, Callable[[Path], object]] = {
    "entry edited in place": lambda entry: edit_in_place(entry / "entry.yaml"),
    "entry replaced": lambda entry: replaced(entry / "entry.yaml"),
    "evidence edited in place": lambda entry: edit_in_place(entry / "evidence.json"),
    "evidence taken away": lambda entry: (entry / "evidence.json").unlink(),
    "paste edited in place": lambda entry: edit_in_place(entry / "pastes" / "first.txt"),
    "paste added": lambda entry: (entry / "pastes" / "second.txt").touch(),
    "paste taken away": lambda entry: (entry / "pastes" / "first.txt").unlink(),
    "paste renamed": lambda entry: (entry / "pastes/first.txt").rename(entry / "pastes/other.txt"),
}


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("remembering", [True, False])
def test_the_key_changes_with_what_search_reads(base: Path, name: str, remembering: bool) -> None:
    (base / ID / "evidence.json").write_text("{}")
    before = keys(base)
    known = before if remembering else {}
    assert keys(base, known) == before
    later(base)
    CHANGES[name](base / ID)
    after = keys(base, known)
    assert after[ID] != before[ID]
    assert after["port-taken"] == before["port-taken"]
    assert keys(base) == keys(base, after) == after


def test_files_that_appear_are_seen(base: Path) -> None:
    before = keys(base)
    later(base)
    (base / "port-taken" / "pastes").mkdir()
    (base / "port-taken" / "pastes" / "a|b.txt").touch()
    second = keys(base, before)
    assert second["port-taken"] != before["port-taken"]
    later(base)
    edit_in_place(base / "port-taken" / "pastes" / "a|b.txt")
    (base / "port-taken" / "pastes" / "a|b.txt").write_text("x")
    assert keys(base, second)["port-taken"] != second["port-taken"]


def test_the_case_is_not_read_by_search(base: Path) -> None:
    before = keys(base)
    edit_in_place(base / ID / "faulty" / "train.py")
    assert keys(base, before) == before


def test_what_is_no_entry_is_left_out(base: Path, tmp_path: Path) -> None:
    (base / "empty-folder").mkdir()
    (base / "README.md").touch()
    (base / ".kb-new-x").mkdir()
    (base / ".kb-new-x" / "entry.yaml").touch()
    assert sorted(keys(base)) == [ID, "port-taken"]
    assert keys(tmp_path / "nothing") == {}


def test_no_symlink_is_followed(base: Path, tmp_path: Path) -> None:
    (base / "linked").symlink_to(base / "port-taken")
    target = tmp_path / "target.yaml"
    target.write_text("x")
    (base / "port-taken" / "entry.yaml").unlink()
    (base / "port-taken" / "entry.yaml").symlink_to(target)
    before = keys(base)
    assert "linked" not in before
    target.write_text("y")
    assert keys(base) == before


def test_a_stamp_says_where_its_entry_lies(base: Path) -> None:
    assert {stamp.id: stamp.folder for stamp in scan(base)} == {
        id: str(base / id) for id in (ID, "port-taken")
    }
