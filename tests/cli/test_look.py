import shutil
from pathlib import Path

import pytest

from tests.conftest import write


@pytest.mark.parametrize("paste", ["error x", "ValueError: Expected more than 1 value", ""])
def test_a_domain_that_is_none_is_no_answer(kb, paste):
    said = kb("search", paste, "--domain", "no-such")
    assert (said.code, said.out) == (2, "")
    assert "no node 'no-such'" in said.err
    assert kb("search", paste, "--domain", "logging").code == 1


def test_list_groups_by_branch_and_says_the_status(kb):
    said = kb("list", "--domain", "model-building")
    assert said.code == 0
    assert "model-building › normalisation" in said.out
    assert "claimed   batchnorm-single-sample" in said.out
    assert "port-taken" not in said.out


def test_list_narrows_to_a_node_and_answers_no_when_there_is_none(kb):
    assert [one["id"] for one in kb("list", "--node", "serving", "--json").json if
            one["layer"] == "team"] == ["port-taken"]  # fmt: skip
    said = kb("list", "--node", "ports", "--status", "broken", "--json")
    assert (said.code, said.json) == (1, [])


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (
            ("--status", "good"),
            "choose one of claimed, proven, simulated, stale, broken, refuted, retired",
        ),
        (("--node", "no-such"), "`kb tree` shows what there is"),
        (("--domain", "no-such"), "`kb tree` shows what there is"),
    ],
)
def test_an_unknown_filter_says_what_can_be_given(kb, words, hint):
    said = kb("list", *words)
    assert said.code == 2
    assert said.err.startswith("kb: ")
    assert hint in said.err


def test_show_prints_what_a_person_needs(kb):
    said = kb("show", "batchnorm-single-sample")
    assert said.code == 0
    for text in (
        "BatchNorm is given a single sample",
        "model-building › normalisation",
        "ValueError: Expected more than 1 value per channel",
        "Use drop_last=True",
        'whose message says "spatial element"',
        "kb check batchnorm-single-sample --set module=…",
    ):
        assert text in said.out


def test_show_as_json_holds_the_whole_entry(kb, base):
    shown = kb("show", "port-taken", "--json").json
    assert shown["id"] == "port-taken"
    assert shown["status"] == "claimed"
    assert shown["verify"]["looks_at"] == "machine"
    assert shown["folder"] == str(base / "port-taken")
    assert shown["evidence"] is None


def test_show_tells_of_files_that_another_layer_s_entry_stands_in_for(kb, base, handbook):
    shutil.copytree(base / "port-taken", handbook / "port-taken")
    (base / "port-taken" / "evidence.json").write_text("{")
    write(base / "other" / "entry.yaml", "{")
    said = kb("show", "port-taken")
    assert said.code == 0
    assert said.err.startswith("kb: entries/port-taken/evidence.json:")
    assert said.err.count("\n") == 1


def test_an_unknown_id_names_the_near_ones(kb):
    said = kb("show", "port-takn")
    assert said.code == 2
    assert "did you mean port-taken" in said.err


def test_text_of_an_entry_cannot_reach_the_terminal(kb, base: Path):
    file = base / "port-taken" / "entry.yaml"
    text = file.read_text().replace("fix: End", r'fix: "\e]0;owned\a\u202eEnd').replace(
        "earlier process.\norigin", 'earlier process."\norigin')  # fmt: skip
    file.write_text(text)
    for said in (kb("show", "port-taken"), kb("list")):
        assert said.code == 0
        assert "\x1b" not in said.out
        assert "\u202e" not in said.out


def test_help_groups_the_commands_by_moment(kb):
    said = kb("--help")
    assert said.code == 0
    assert [said.out.index(panel) for panel in ("It fails", "It is fixed", "Look", "Keep it")] == (
        sorted(said.out.index(panel) for panel in ("It fails", "It is fixed", "Look", "Keep it"))
    )


@pytest.mark.parametrize("words", [("nope",), ("show",), ("list", "--nope")])
def test_wrong_usage_is_exit_2(kb, words):
    assert kb(*words).code == 2


@pytest.mark.usefixtures("no_handbook")
@pytest.mark.parametrize("words", [("tree",), ("list",), ("tree", "suggest", "port taken")])
def test_files_that_are_left_out_are_told_the_first_few_of_many(kb, base, words):
    for number in range(5):
        (base / f"broken-{number}").mkdir()
    told = kb(*words).err.splitlines()
    assert "broken-0/entry.yaml: is missing" in told[0]
    assert told[3:] == ["kb: and 2 more; see: kb lint --all"]


@pytest.mark.usefixtures("no_handbook")
def test_titles_stand_below_each_other_however_long_the_ids(kb, base):
    shutil.copytree(
        base / "port-taken", base / "a-port-that-is-taken-by-a-server-of-the-run-before"
    )
    rows = [line for line in kb("list").out.splitlines() if line.startswith("  ")]
    titles = ("BatchNorm is given", "The port is taken")
    assert len({row.index(title) for row in rows for title in titles if title in row}) == 1


def test_a_withdrawn_entry_is_listed_as_what_it_is(kb):
    assert kb("refute", "port-taken", "--reason", "never seen").code == 0
    rows = kb("list", "--status", "refuted", "--node", "ports", "--json").json
    assert [(row["id"], row["status"]) for row in rows] == [("port-taken", "refuted")]
    assert kb("show", "port-taken", "--json").json["status"] == "refuted"


@pytest.mark.usefixtures("no_handbook")
def test_the_line_below_the_title_is_folded_between_words(kb, base):
    id = "a-port-that-is-taken-by-a-server-of-the-run-before"
    shutil.copytree(base / "port-taken", base / id)
    first, second = kb("show", id).out.splitlines()[1:3]
    assert first.startswith(f"{id} · serving › ports · claimed")
    assert max(len(first), len(second)) <= 80


def test_a_place_is_said_once_where_it_is_the_domain_itself(kb, base):
    entry = base / "port-taken" / "entry.yaml"
    entry.write_text(entry.read_text().replace("parent: ports", "parent: serving"))
    assert kb("show", "port-taken").out.splitlines()[1].startswith("port-taken · serving · ")
    assert "serving\n" in kb("list", "--domain", "serving").out.splitlines(keepends=True)[0]
