import json
import re

import pytest

from kb.model import KnowledgeBase
from kb.store.layers import Layer
from kb.store.read import load


def loaded(layer: Layer) -> KnowledgeBase:
    base = load(layer)
    assert not [problem for problem in base.problems if problem.severity == "error"]
    return base


def test_the_tree_is_drawn_within_80_columns_without_colour(kb):
    said = kb("tree")
    assert said.code == 0
    assert all(len(line) <= 80 for line in said.out.splitlines())
    assert "\x1b" not in said.out
    assert re.search(r"├── normalisation  \d+ (claimed|proven)", said.out)
    assert "port-taken" not in said.out


def test_a_branch_is_drawn_with_its_faults(kb):
    said = kb("tree", "ports")
    assert said.out.splitlines() == [
        "ports  1 claimed  Ports",
        "└── port-taken  claimed  The port is taken by an earlier server",
    ]


def test_json_is_the_branch(kb):
    data = kb("tree", "ports", "--json").json
    assert data["counts"] == {"claimed": 1}
    assert [child["id"] for child in data["children"]] == ["port-taken"]


def test_a_node_may_be_called_like_a_command(kb):
    assert kb("tree", "add", "add", "--parent", "ports", "--title", "Adding").code == 0
    assert kb("tree", "draw", "add").out == "add  none  Adding\n"


def test_titles_cannot_steer_the_terminal(kb, base):
    file = base / "tree.yaml"
    title = '"a \\e[31m[bold]red[/bold] :smile: \\u202Eb"'
    file.write_text(file.read_text().replace("title: Ports", f"title: {title}"))
    said = kb("tree", "ports")
    assert r"a \x1b[31m[bold]red[/bold] :smile: \u202eb" in said.out
    assert "\x1b" not in said.out


@pytest.mark.usefixtures("no_handbook")
def test_what_hangs_nowhere_is_told(kb, base):
    file = base / "port-taken" / "entry.yaml"
    file.write_text(file.read_text().replace("parent: ports", "parent: prots"))
    said = kb("tree")
    assert said.err == "not in the tree: port-taken; see: kb tree lint\n"


def test_add_writes_one_node_and_leaves_the_rest_byte_for_byte(kb, base, layer):
    before = (base / "tree.yaml").read_text()
    said = kb("tree", "add", "sockets", "--parent", "ports", "--title", "Sockets: too many")
    assert (said.code, said.out) == (0, "entries/tree.yaml\n")
    assert (base / "tree.yaml").read_text().startswith(before)
    assert loaded(layer).tree.nodes["sockets"].title == "Sockets: too many"
    assert "nodes.sockets.keywords: is missing" in said.err


def test_add_writes_where_to_look_and_what_to_do(kb, layer):
    more = ("--keyword", "SO_REUSEADDR", "--keyword", "bind(", "--first-action", "Ask ss -ltn.")
    said = kb("tree", "add", "sockets", "--parent", "ports", "--title", "Sockets", *more)
    assert said.code == 0, said.err
    node = loaded(layer).tree.nodes["sockets"]
    assert (node.keywords, node.first_action) == (("SO_REUSEADDR", "bind("), "Ask ss -ltn.")
    assert "sockets.keywords" not in said.err


def test_add_takes_secrets_out_of_all_that_it_is_given(kb, base):
    (base / "redact.yaml").write_text('project: "ACME-[0-9]+"\n')
    said = kb(
        *("tree", "add", "sockets", "--parent", "ports", "--title", "Sockets of /home/karin/x"),
        *("--keyword", "DB_PASSWORD=hunter2", "--first-action", "Ask for ACME-17.", "--zh", "见"),
    )
    assert said.code == 0, said.err
    text = (base / "tree.yaml").read_text()
    assert [word for word in ("karin", "hunter2", "ACME-17") if word in text] == []
    assert "Sockets of /home/<user>/x" in text


@pytest.mark.usefixtures("no_handbook")
def test_what_a_change_breaks_is_told_with_its_line_in_the_file_as_it_now_is(kb, base):
    said = kb("tree", "add", "sockets", "--parent", "ports", "--title", "Sockets")
    lines = (base / "tree.yaml").read_text().splitlines()
    place = next(n for n, line in enumerate(lines, 1) if line.startswith("  sockets:"))
    assert f"entries/tree.yaml:{place}: nodes.sockets.keywords: is missing" in said.err


def test_move_of_a_node_rewrites_the_domain_of_its_entries(kb, base, layer):
    said = kb("tree", "move", "ports", "logging")
    assert said.code == 0
    assert sorted(said.out.splitlines()) == sorted(
        ["entries/port-taken/entry.yaml", "entries/tree.yaml"]
    )
    after = loaded(layer)
    assert after.faults["port-taken"].entry.domain == "logging"
    assert after.tree.nodes["ports"].parent == "logging"
    assert "domain: logging\n" in (base / "port-taken" / "entry.yaml").read_text()


def test_move_of_an_entry_changes_two_lines(kb, base):
    file = base / "batchnorm-single-sample" / "entry.yaml"
    before = file.read_text().splitlines()
    assert kb("tree", "move", "batchnorm-single-sample", "ports").code == 0
    after = file.read_text().splitlines()
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert changed == [
        ("domain: model-building", "domain: serving"),
        ("parent: normalisation", "parent: ports"),
    ]


def test_rename_and_back_restores_every_byte(kb, base):
    files = sorted(path for path in base.rglob("*") if path.is_file())
    before = {file: file.read_bytes() for file in files}
    assert kb("tree", "rename", "serving", "service").code == 0
    assert {file: file.read_bytes() for file in files} != before
    assert kb("tree", "lint").code == 0
    assert kb("tree", "rename", "service", "serving").code == 0
    assert {file: file.read_bytes() for file in files} == before


@pytest.mark.usefixtures("no_handbook")
@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("tree", "no-such"), "no node 'no-such'"),
        (("tree", "move", "serving", "ports"), "cannot hang under itself"),
        (("tree", "move", "port-taken", "prots"), "did you mean ports?"),
        (("tree", "add", "Big", "--title", "x"), "is no id"),
        (("tree", "add", "ports", "--title", "x"), "already a node ports"),
        (("tree", "rename", "port-taken", "x"), "its id is its permanent address"),
        (("tree", "export", "--format", "svg"), "mermaid, dot, json"),
        (("tree", "suggest", "--split", "no-such"), "no node 'no-such'"),
    ],
)
def test_a_wrong_word_changes_nothing_and_says_what_to_do(kb, base, words, hint):
    before = {path: path.read_bytes() for path in base.rglob("*") if path.is_file()}
    said = kb(*words)
    assert said.code == 2
    assert said.err.startswith("kb: ")
    assert said.err.count("\n") == 1
    assert hint in said.err
    assert {path: path.read_bytes() for path in base.rglob("*") if path.is_file()} == before


def test_a_node_of_another_layer_is_not_renamed_from_here(kb):
    said = kb("tree", "rename", "out-of-memory", "x")
    assert said.code == 2
    assert "out-of-memory is not in" in said.err


def test_a_read_only_handbook_is_not_changed(kb, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = kb("tree", "add", "quite-new", "--title", "New")
    assert said.code == 2
    assert "read-only" in said.err


def test_a_layer_without_a_tree_is_told_how_to_start_one(kb, home, tmp_path, monkeypatch):
    (home / ".local/share/kb/entries/some-fault").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    said = kb("tree", "add", "quite-new", "--title", "New")
    assert said.code == 2
    assert "has no tree.yaml; start one with: kb init ~/.local/share/kb" in said.err


def test_suggest_reads_a_log_from_stdin(kb):
    said = kb("tree", "suggest", "-", stdin="OSError: [Errno 98] Address already in use")
    assert said.code == 0
    assert said.out.startswith("serving › connection-refused: the text says “Address already")


def test_suggest_without_a_clue_says_no(kb):
    said = kb("tree", "suggest", "qwertz", "--json")
    assert (said.code, said.json) == (1, [])


def test_suggest_survives_bytes_that_are_no_text(kb):
    assert kb("tree", "suggest", stdin=b"\xff\xfe\x00 CUDA out of memory").code == 0


def test_export_for_other_tools(kb):
    assert kb("tree", "export", "ports").out.startswith("flowchart LR\n")
    assert kb("tree", "export", "--format", "dot").out.startswith("digraph faults {\n")
    assert json.loads(kb("tree", "export", "ports", "--format", "json").out)["id"] == "ports"


def test_lint_of_the_tree_reports_only_the_tree(kb, base):
    file = base / "port-taken" / "entry.yaml"
    text = file.read_text().replace("parent: ports", "parent: prots")
    file.write_text(text.replace("present: LISTEN", "present: yes!"))
    said = kb("tree", "lint")
    assert said.code == 2
    assert (
        "base/entries/port-taken/entry.yaml:3: parent: there is no node 'prots'; "
        "did you mean ports? [unknown-parent]"
    ) in said.out.replace("entries/port-taken", "base/entries/port-taken")
    assert "trivial-present" not in said.out
