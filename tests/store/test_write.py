"""Entries are made and changed whole or not at all."""

from __future__ import annotations

import datetime as dt
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from kb.errors import CannotWrite, InvalidFiles, NotFound, Refused
from kb.model import Evidence
from kb.store.layers import Layer, find_layers
from kb.store.read import load, load_fault, parse_tree
from kb.store.write import (
    REMOVE,
    Change,
    Rename,
    add_paste,
    change,
    create,
    create_base,
    rewrite,
    save_base,
    save_evidence,
)
from tests.conftest import ENTRY, SILENT_ENTRY, TREE

ID = "batchnorm-single-sample"


def contents(root: Path) -> dict[str, bytes]:
    """All files below `root` but the lock."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and path.name != ".kb-lock"
    }


def test_a_new_entry_appears_whole(layer: Layer) -> None:
    folder = create(
        layer, "new-one", ENTRY, {"faulty/train.py": "x = 1\n", "pastes/a.txt": b"\xff"}
    )
    assert folder == layer.root / "new-one"
    assert contents(folder) == {
        "entry.yaml": ENTRY.encode(),
        "faulty/train.py": b"x = 1\n",
        "pastes/a.txt": b"\xff",
    }
    assert load_fault(layer, "new-one").entry.parent == "normalisation"


def test_a_new_entry_never_overwrites(layer: Layer) -> None:
    before = contents(layer.root)
    with pytest.raises(
        Refused, match="is already there; choose another id, or: kb edit port-taken"
    ):
        create(layer, "port-taken", ENTRY)
    assert contents(layer.root) == before


def test_a_new_entry_that_is_wrong_leaves_nothing(layer: Layer) -> None:
    before = contents(layer.root)
    with pytest.raises(InvalidFiles, match=r"new-one/entry\.yaml:1: titel: is an unknown key"):
        create(layer, "new-one", ENTRY.replace("title:", "titel:"))
    assert contents(layer.root) == before


@pytest.mark.parametrize(
    "path",
    [
        *("../x", "faulty/../../x", "/etc/x", "entry.yaml", "x.py", "other/x.py", "faulty", ""),
        r"faulty/..\..\x",
    ],
)
def test_files_beside_an_entry_stay_in_its_parts(layer: Layer, path: str) -> None:
    before = contents(layer.root.parent)
    with pytest.raises(Refused, match="cannot lie in"):
        create(layer, "new-one", ENTRY, {path: "x"})
    assert contents(layer.root.parent) == before


def test_the_personal_layer_is_made_when_it_is_needed(home: Path) -> None:
    personal = find_layers(cwd=home)[0]
    assert not personal.root.exists()
    create(personal, "mine", ENTRY)
    assert list(load(personal).faults) == ["mine"]
    assert load(personal).problems == ()


def test_changes_of_several_files_are_one_step(layer: Layer) -> None:
    before = contents(layer.root)
    good = Change(ID, {"title": "Better"})
    with pytest.raises(InvalidFiles) as raised:
        change(
            layer,
            [
                good,
                Change("port-taken", {"fix": 5}),
                Change(None, {"nodes.ports": REMOVE}),
                Change(None, {"title": REMOVE}),
            ],
        )
    assert [problem.field for problem in raised.value.problems] == ["fix", "title"]
    assert contents(layer.root) == before

    change(
        layer,
        [
            good,
            Change("port-taken", {"parent": "gates"}),
            Change(None, {"nodes.ports": Rename("gates")}),
        ],
    )
    after = contents(layer.root)
    assert {path for path in after if after[path] != before[path]} == {
        f"{ID}/entry.yaml",
        "port-taken/entry.yaml",
        "tree.yaml",
    }
    assert after["tree.yaml"].decode() == TREE.replace("  ports:", "  gates:")
    assert after["port-taken/entry.yaml"].decode() == SILENT_ENTRY.replace(
        "parent: ports", "parent: gates"
    )


def test_two_changes_of_one_file_add_up(layer: Layer) -> None:
    change(layer, [Change(ID, {"title": "A"}), Change(ID, {"fix": "B"})])
    entry = load_fault(layer, ID).entry
    assert (entry.title, entry.fix) == ("A", "B")


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
def test_line_ends_and_byte_order_mark_stay(layer: Layer, mark: bytes, newline: bytes) -> None:
    file = layer.root / ID / "entry.yaml"
    file.write_bytes(mark + ENTRY.encode().replace(b"\n", newline))
    withdrawn = {"as": "retired", "on": dt.date(2026, 11, 30), "reason": "one\ntwo"}
    change(layer, [Change(ID, {"withdrawn": withdrawn})])
    added = "withdrawn:\n  as: retired\n  on: 2026-11-30\n  reason: |-\n    one\n    two\n"
    assert file.read_bytes() == mark + (ENTRY + added).encode().replace(b"\n", newline)
    assert load(layer).problems == ()


def test_a_file_keeps_its_permissions(layer: Layer) -> None:
    file = layer.root / ID / "entry.yaml"
    file.chmod(0o640)
    change(layer, [Change(ID, {"title": "New"})])
    assert file.stat().st_mode & 0o777 == 0o640


def test_nothing_is_written_when_nothing_changes(layer: Layer) -> None:
    file = layer.root / ID / "entry.yaml"
    before = file.stat().st_mtime_ns, file.stat().st_ino
    change(layer, [Change(ID, {"parent": "normalisation", "withdrawn": REMOVE})])
    assert (file.stat().st_mtime_ns, file.stat().st_ino) == before


def test_a_whole_text_is_put_in_place_when_it_is_valid(layer: Layer) -> None:
    before = contents(layer.root)
    with pytest.raises(InvalidFiles):
        rewrite(layer, ID, "title: x\n")
    assert contents(layer.root) == before
    rewrite(layer, ID, ENTRY + "# a note\n")
    rewrite(layer, None, TREE + "# a note\n")
    assert (layer.root / ID / "entry.yaml").read_text() == ENTRY + "# a note\n"
    assert (layer.root / "tree.yaml").read_text() == TREE + "# a note\n"


def test_a_changed_value_brings_its_files_after_it(layer: Layer) -> None:
    base = load(layer)
    tree = base.tree.nodes
    nodes = {("gates" if id == "ports" else id): node for id, node in tree.items()} | {
        "fresh": tree["ports"].model_copy(update={"title": "Fresh", "keywords": ("a b",)})
    }
    fault = base.faults["port-taken"]
    moved = replace(fault, entry=fault.entry.model_copy(update={"parent": "gates"}))
    after = replace(
        base,
        tree=base.tree.model_copy(update={"nodes": nodes}),
        faults={**base.faults, "port-taken": moved},
    )
    assert save_base(layer, base, after) == (
        layer.root / "port-taken" / "entry.yaml",
        layer.root / "tree.yaml",
    )
    again = load(layer)
    assert again.tree == after.tree
    assert again.faults["port-taken"].entry == moved.entry
    assert (layer.root / "tree.yaml").read_text() == TREE.replace("  ports:", "  gates:") + (
        "  fresh:\n    title: Fresh\n    parent: serving\n    keywords:\n      - a b\n"
    )


def evidence() -> Evidence:
    return Evidence(
        outcome="proven", digest="d", recorded=dt.date(2026, 11, 30), environment={}, runs=()
    )


def test_evidence_is_written_and_read_back(layer: Layer) -> None:
    save_evidence(layer, ID, evidence())
    assert load_fault(layer, ID).evidence == evidence()


def test_a_paste_is_kept_once(layer: Layer) -> None:
    first = add_paste(layer, ID, "Traceback\n错误\ud800")
    assert add_paste(layer, ID, "Traceback\n错误\ud800") == first
    assert load_fault(layer, ID).pastes == {
        "first.txt": "Traceback …\n",
        first.name: "Traceback\n错误?",
    }


def test_writes_to_an_entry_that_is_not_there(layer: Layer) -> None:
    for write in (
        lambda: change(layer, [Change("nobody", {"title": "x"})]),
        lambda: add_paste(layer, "nobody", "x"),
        lambda: save_evidence(layer, "../base", evidence()),
        lambda: rewrite(layer, "nobody", ENTRY),
    ):
        with pytest.raises(NotFound, match="no entry"):
            write()


def test_a_paste_is_not_written_through_a_symlink(layer: Layer, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (layer.root / "port-taken" / "pastes").symlink_to(tmp_path / "out")
    with pytest.raises(InvalidFiles, match="is a symlink"):
        add_paste(layer, "port-taken", "x")
    assert list((tmp_path / "out").iterdir()) == []


def test_the_lock_is_not_taken_through_a_symlink(layer: Layer, tmp_path: Path) -> None:
    (layer.root / ".kb-lock").symlink_to(tmp_path / "made")
    with pytest.raises(CannotWrite, match="remove that symlink"):
        change(layer, [Change(ID, {"title": "x"})])
    assert not (tmp_path / "made").exists()


def test_the_handbook_is_not_written(layer: Layer) -> None:
    handbook = replace(layer, name="handbook", writable=False)
    before = contents(layer.root)
    with pytest.raises(Refused, match="the handbook layer is read-only; write to your own"):
        create(handbook, "new-one", ENTRY)
    assert contents(layer.root) == before


def test_a_new_base_has_the_domains_of_the_handbook(tmp_path: Path) -> None:
    root = create_base(tmp_path / "new")
    layers = find_layers(tmp_path / "new")
    file = layers[-1].root / "tree.yaml"
    own, handbook = load(layers[1]), parse_tree(file.read_bytes(), file)
    assert (own.problems, layers[1].root, layers[1].trusted) == ((), root, True)
    assert list(own.tree.nodes) == list(handbook.domains())
    for id, node in own.tree.nodes.items():
        assert node == handbook.nodes[id].model_copy(update={"order": ()})
    assert (own.tree.title, own.tree.zh) == (handbook.title, handbook.zh)
    with pytest.raises(Refused, match="is already there"):
        create_base(tmp_path / "new")


def test_two_writers_lose_nothing(layer: Layer) -> None:
    def work(name: str) -> None:
        for number in range(10):
            create(layer, f"{name}-{number}", ENTRY)
            words = (*load_fault(layer, ID).entry.symptom.also, f"{name}-{number}")
            change(layer, [Change(ID, {f"environment.{name}-{number}": str(len(words))})])

    threads = [threading.Thread(target=work, args=(name,)) for name in ("one", "two")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    base = load(layer)
    assert base.problems == ()
    assert len(base.faults) == 22
    assert len(base.faults[ID].entry.environment) == 20
