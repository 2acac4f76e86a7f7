"""Folders become values; layers become one."""

from __future__ import annotations

import datetime as dt
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from kb.errors import InvalidFiles, NotFound
from kb.model import Evidence
from kb.store.document import plain_value, read_document
from kb.store.layers import Layer
from kb.store.read import load, load_all, load_fault, merge, parse_entry, parse_tree
from tests.conftest import ENTRY, FAULTY, TREE, write

ID = "batchnorm-single-sample"


def test_the_small_base_is_read_whole(layer: Layer) -> None:
    base = load(layer)
    assert base.problems == ()
    assert list(base.faults) == [ID, "port-taken"]
    assert base.tree.path("ports") == ("serving", "ports")
    assert base.tree_file == layer.root / "tree.yaml"
    assert base.tree_lines["nodes.ports.parent"] == 9
    fault = base.faults[ID]
    assert (fault.id, fault.layer, fault.folder) == (ID, "team", layer.root / ID)
    assert (fault.lines["verify.command"], fault.lines["symptom.also.0"]) == (11, 7)
    assert fault.faulty == {"train.py": FAULTY.encode()}
    assert list(fault.fixed) == ["train.py"]
    assert fault.pastes == {"first.txt": "Traceback …\n"}
    assert fault.evidence is None


def test_bytes_of_a_case_are_kept_as_they_are(layer: Layer) -> None:
    (layer.root / ID / "faulty" / "data").mkdir()
    (layer.root / ID / "faulty" / "data" / "rows.bin").write_bytes(b"\xff\x00\r\n")
    (layer.root / ID / "faulty" / "__pycache__").mkdir()
    (layer.root / ID / "faulty" / "__pycache__" / "train.pyc").write_bytes(b"left by a run")
    assert load_fault(layer, ID).faulty == {
        "data/rows.bin": b"\xff\x00\r\n",
        "train.py": FAULTY.encode(),
    }


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("newline", [b"\n", b"\r\n", b"\r"])
def test_line_ends_and_byte_order_mark_make_no_difference(mark: bytes, newline: bytes) -> None:
    raw = mark + ENTRY.encode().replace(b"\n", newline)
    assert parse_entry(raw, Path("entry.yaml")) == parse_entry(ENTRY, Path("entry.yaml"))


def test_a_newer_schema_is_read_as_far_as_it_is_known(layer: Layer) -> None:
    newer = ENTRY.replace("title:", "schema: 9\ntitle:").replace("  run:", "  fresh: [1]\n  run:")
    write(layer.root / ID / "entry.yaml", newer + "blast_radius: {nodes: 3}\n")
    base = load(layer)
    assert base.faults[ID].entry.schema_ == 9
    (told,) = base.problems
    assert (told.severity, told.line, told.field) == ("warning", 1, "schema")
    assert "upgrade fault-kb" in told.remedy
    assert load_fault(layer, ID).entry == base.faults[ID].entry


def test_a_newer_schema_excuses_no_other_mistake() -> None:
    with pytest.raises(InvalidFiles, match="fix: must be text"):
        parse_entry("schema: 9\n" + ENTRY.replace("fix: Use", "fix: [1] #"), Path("entry.yaml"))


@pytest.mark.parametrize("value", ["0", "true", "'2'", "1.5", "-1"])
def test_a_schema_that_is_none(value: str) -> None:
    with pytest.raises(InvalidFiles, match=r"entry.yaml:1: schema: "):
        parse_entry(f"schema: {value}\n{ENTRY}", Path("entry.yaml"))


def test_small_aliases_are_fine() -> None:
    text = ENTRY.replace("[A-Za-z_][A-Za-z0-9_.]*", "x").replace(
        "case:", "environment: &e {a: '1'}\ncase:"
    )
    entry = parse_entry(
        text.replace("values: {module: train}", "values: {module: &t train}"), Path("e")
    )
    assert entry.environment == {"a": "1"}


def test_an_entry_that_is_not_there(layer: Layer) -> None:
    with pytest.raises(NotFound, match="no entry 'nothing'"):
        load_fault(layer, "nothing")


def test_a_layer_without_a_tree_or_a_folder(layer: Layer, tmp_path: Path) -> None:
    (layer.root / "tree.yaml").unlink()
    base = load(layer)
    assert (base.problems, base.tree.nodes, len(base.faults)) == ((), {}, 2)
    empty = load(replace(layer, root=tmp_path / "nowhere"))
    assert (empty.problems, empty.faults) == ((), {})


@pytest.fixture
def other(layer: Layer, tmp_path: Path) -> Layer:
    """A second layer: one id the same, one of its own, and a tree that differs."""
    root = tmp_path / "other" / "entries"
    shutil.copytree(layer.root / ID, root / ID)
    shutil.copytree(layer.root / ID, root / "only-here")
    for id in (ID, "only-here"):
        write(root / id / "entry.yaml", ENTRY.replace("BatchNorm is given", "Other given"))
    write(
        root / "tree.yaml",
        TREE.replace("title: Ports", "title: Other ports").replace("A model", "Other a model")
        + "  extra: {title: Extra, parent: ports}\n",
    )
    return Layer("handbook", root, writable=False, trusted=True)


def test_the_nearest_layer_wins_and_trees_merge(layer: Layer, other: Layer) -> None:
    near = load_all([layer, other])
    assert {id: fault.layer for id, fault in near.faults.items()} == {
        ID: "team",
        "only-here": "handbook",
        "port-taken": "team",
    }
    assert near.tree.title == "A model does not train, or does not serve"
    assert near.tree.nodes["ports"].title == "Ports"
    assert near.tree.path("extra") == ("serving", "ports", "extra")
    assert (near.tree_file, near.problems) == (layer.root / "tree.yaml", ())

    far = load_all([other, layer])
    assert far.faults[ID].layer == "handbook"
    assert far.tree.nodes["ports"].title == "Other ports"


def test_a_layer_that_is_not_trusted_adds_and_shadows_nothing(layer: Layer, other: Layer) -> None:
    base = load_all([replace(layer, trusted=False), other])
    assert {id: fault.layer for id, fault in base.faults.items()} == {
        ID: "handbook",
        "only-here": "handbook",
        "port-taken": "team",
    }
    assert base.tree.nodes["ports"].title == "Other ports"
    assert base.tree.title.startswith("Other")


def test_a_layer_without_a_tree_takes_that_of_the_next(layer: Layer, other: Layer) -> None:
    (layer.root / "tree.yaml").unlink()
    base = load_all([layer, other])
    assert base.tree == load(other).tree
    assert base.tree_file == other.root / "tree.yaml"


def test_problems_of_all_layers_are_told(layer: Layer, other: Layer) -> None:
    (layer.root / "port-taken" / "entry.yaml").write_text("")
    (other.root / "tree.yaml").write_text("")
    told = merge([load(layer), load(other)]).problems
    assert [problem.file for problem in told] == [
        layer.root / "port-taken" / "entry.yaml",
        other.root / "tree.yaml",
    ]


def test_a_tree_is_read_with_its_nodes_in_order() -> None:
    assert parse_tree(TREE, Path("tree.yaml")).domains() == (
        *("data-loading", "model-building", "training-loop", "serving", "logging"),
    )


def test_evidence_of_another_version_is_read(layer: Layer) -> None:
    made = Evidence(
        outcome="broken", digest="x", recorded=dt.date(2026, 1, 2), environment={}, runs=()
    )
    write(layer.root / ID / "evidence.json", made.model_dump_json(by_alias=True))
    assert load_fault(layer, ID).evidence == made


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *[(word, None) for word in ("", "~", "null", "Null", "NULL")],
        *[(word, True) for word in ("true", "True", "TRUE")],
        *[(word, word) for word in ("yes", "no", "on", "off", "y", "nULL", "tRue", "2026-11-30")],
        *[("0", 0), ("-19", -19), ("+7", 7), ("0o14", 12), ("0x3A", 58), ("010", 10)],
        *[("0.", 0.0), ("-.5", -0.5), ("12e03", 12000.0), ("-2E+05", -200000.0), ("3.10", 3.1)],
        *[
            (word, word)
            for word in ("1_000", "12:30:45", "0b1", "-0x1", ".", "-", "1e", "0o8", "1.2.3")
        ],
        ("9" * 50, "9" * 50),
    ],
)
def test_plain_scalars_mean_what_yaml_1_2_says(text: str, value: object) -> None:
    found = plain_value(text)
    assert (found, type(found)) == (value, type(value))


@given(st.text(alphabet="0123456789+-.eExXoO_:nulltrefas~", max_size=8))
def test_scalars_agree_with_ruamel(text: str) -> None:
    """Where ours and that of ruamel.yaml differ, ours is what the core schema says."""
    yaml = YAML(typ="safe", pure=True)
    try:
        theirs = yaml.load(f"k: {text}")["k"]
    except Exception:
        return
    if isinstance(theirs, dict) or "_" in text or text.startswith(("-0x", "-0o", "+0x", "+0o")):
        return
    ours = read_document(f"k: {text}").data["k"]
    if isinstance(theirs, bool | type(None)) or isinstance(ours, bool | type(None)):
        assert ours is theirs or text.lower() in ("nan", ".nan", ".inf")
    elif isinstance(ours, int | float) and isinstance(theirs, int | float):
        assert ours == theirs


def test_an_entry_that_is_no_folder_is_told_and_other_files_may_lie_there(layer: Layer) -> None:
    (layer.root / "README.md").touch()
    (layer.root / "spoon.yaml").write_text(ENTRY)
    (problem,) = load(layer).problems
    assert (problem.file.name, problem.rule, problem.severity) == (
        "spoon.yaml",
        "stray-file",
        "warning",
    )
    assert "spoon/entry.yaml" in problem.remedy
