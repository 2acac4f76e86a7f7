"""A glance misses no change that a look would see."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.store import glance
from kb.store.glance import Glance, brief, still
from kb.store.scan import look
from tests.store.test_scan import CHANGES, ID, edit_in_place, replaced

OTHER = "port-taken"


def new_folder(root: Path) -> None:
    """A folder of the same names and bytes in place of the old one."""
    (root / ID).rename(root.parent / "old")
    shutil.copytree(root.parent / "old", root / ID)


def symlink(root: Path) -> None:
    (root / ID).rename(root.parent / "old")
    (root / ID).symlink_to(root.parent / "old")


AROUND: dict[str, Callable[[Path], object]] = {
    "added": lambda root: shutil.copytree(root / OTHER, root / "another"),
    "removed": lambda root: shutil.rmtree(root / OTHER),
    "renamed": lambda root: (root / OTHER).rename(root / "another"),
    "folder replaced": new_folder,
    "folder made a symlink": symlink,
    "entry.yaml taken away": lambda root: (root / ID / "entry.yaml").unlink(),
    "an empty folder filled": lambda root: (root / "empty" / "entry.yaml").touch(),
    "a file made a folder": lambda root: ((root / "file").unlink(), (root / "file").mkdir()),
    "tree edited in place": lambda root: edit_in_place(root / "tree.yaml"),
    "tree replaced": lambda root: replaced(root / "tree.yaml"),
    "pastes made a file": lambda root: (
        (root / ID / "pastes" / "first.txt").unlink(),
        (root / ID / "pastes").rmdir(),
        (root / ID / "pastes").touch(),
    ),
    "all gone": lambda root: root.rename(root.parent / "elsewhere"),
} | {name: lambda root, change=change: change(root / ID) for name, change in CHANGES.items()}


@pytest.mark.parametrize("name", AROUND)
@pytest.mark.parametrize("many", [1, 2, 512])
def test_every_change_is_seen(
    base: Path, name: str, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(glance, "MANY", many)
    (base / ID / "evidence.json").write_text("{}")
    (base / "empty").mkdir()
    (base / "file").touch()
    before = brief(look(base))
    assert still(base, before)
    AROUND[name](base)
    assert not still(base, before)
    assert still(base, brief(look(base)))


def test_what_search_does_not_read_is_no_change(base: Path) -> None:
    before = brief(look(base))
    edit_in_place(base / ID / "faulty" / "train.py")
    assert still(base, before)


def test_nothing_stays_nothing_until_something_is_there(tmp_path: Path) -> None:
    before = brief(look(tmp_path / "nowhere"))
    assert before == Glance(b"", [])
    assert still(tmp_path / "nowhere", before)
    (tmp_path / "nowhere" / "entry").mkdir(parents=True)
    assert not still(tmp_path / "nowhere", before)


@pytest.mark.skipif(os.name != "posix", reason="names are bytes there")
def test_names_that_are_no_text_are_seen_like_others(base: Path) -> None:
    odd = base / ID / "pastes" / os.fsdecode(b"\xff.txt")
    odd.touch()
    before = brief(look(base))
    assert still(base, before)
    odd.write_bytes(b"more")
    assert not still(base, before)
