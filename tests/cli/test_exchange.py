"""`kb import` and `kb export`."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from kb.store.document import read_document
from tests.store.test_write import contents

pytestmark = pytest.mark.usefixtures("no_handbook")

THREE = """\
| Symptom | Root-cause pattern | Verification command |
|---|---|---|
| `OSError: [Errno 24] Too many open files` | Shards stay open. Each worker keeps its own. | `ulimit -n | grep 1024` |
"""  # noqa: E501
FULL = """\
id,title,parent,symptom,root cause,command,present,fix
shards-open,Shards stay open,data-loading,OSError: [Errno 24] Too many open files,They are never closed,"test ""$(ls | wc -l)"" -lt 9 || { echo too many are open; exit 1; }",are open,Close them
,Another,,The port 8000 is taken,An earlier server runs,"ss -ltn | grep 8000 && exit 1 || exit 0",LISTEN,End it
"""  # noqa: E501
CHECK = 'test "$(ls | wc -l)" -lt 9 || { echo too many are open; exit 1; }'


def put(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return name


def entry(base: Path, id: str) -> dict[str, object]:
    return dict(read_document((base / id / "entry.yaml").read_text("utf-8")).data)


def test_three_columns_become_drafts(kb, team):
    said = kb("import", put(team, "t.md", THREE))
    assert said.code == 1
    assert said.out.splitlines()[:2] == [
        "1 row left as drafts",
        "  line 3   shards-stay-open  needs domain, parent, fix, verify.present",
    ]
    draft = team / "drafts" / "shards-stay-open.yaml"
    assert f"kb add --draft {draft.relative_to(team)}\n" in said.out
    assert draft.read_text().startswith("# line 3 of t.md\n# needs domain, parent, fix, verify")
    assert read_document(draft.read_text()).data == {
        "title": "Shards stay open",
        "symptom": {"error": "OSError: [Errno 24] Too many open files"},
        "root_cause": "Shards stay open. Each worker keeps its own.",
        "verify": {"command": "ulimit -n | grep 1024"},
        "origin": {"kind": "incident"},
    }


def test_a_draft_is_written_once(kb, team):
    for _ in range(2):
        kb("import", put(team, "t.md", THREE))
    kb("import", put(team, "t.md", THREE.replace("1024", "2048")))
    assert sorted(path.name for path in (team / "drafts").iterdir()) == [
        "shards-stay-open-2.yaml",
        "shards-stay-open.yaml",
    ]


def test_a_draft_is_taken_up_and_its_row_is_there_from_then_on(kb, team, base):
    kb("import", put(team, "t.md", THREE))
    draft = team / "drafts" / "shards-stay-open.yaml"
    more = ["--parent", "data-loading", "--fix", "Close them", "--check", CHECK]
    assert kb("add", "--draft", str(draft), *more, "--present", "are open", "--yes").code == 0
    assert entry(base, "shards-stay-open")["root_cause"].startswith("Shards stay open. Each")
    assert not draft.exists()
    said = kb("import", "t.md")
    assert (said.code, said.out.splitlines()) == (
        0,
        [
            "1 row there already",
            "  line 3   shards-stay-open  which says it in part otherwise by now",
        ],
    )


def test_rows_that_differ_in_one_cell_are_two(kb, base):
    row = FULL.splitlines()[2]
    said = kb("import", "-", stdin=FULL + row + "\n" + row.replace("End it", "Wait") + "\n")
    assert said.out.splitlines()[0] == "3 entries recorded in the team layer"
    assert "1 row there already" in said.out
    assert [entry(base, id)["fix"] for id in ("another", "another-2")] == ["End it", "Wait"]


def test_files_of_a_row_that_is_left_are_kept(kb, team):
    data = json.loads(kb("export", "batchnorm-single-sample", "--format", "json").out)
    data["entries"][0] |= {"id": "other-one", "parent": "no-such-node"}
    said = kb("import", "-", stdin=json.dumps(data))
    draft = team / "drafts" / "other-one"
    there = draft.relative_to(team)
    assert f"kb add --draft {there}.yaml --id other-one --case {there}\n" in said.out
    assert (draft / "fixed" / "train.py").is_file()
    assert (
        kb(
            "add",
            "--draft",
            f"{draft}.yaml",
            "--case",
            str(draft),
            "--parent",
            "normalisation",
            "--id",
            "other-one",
            "--yes",
        ).code
        == 0
    )


def test_full_rows_become_entries_with_a_proposed_place(kb, team, base):
    said = kb("import", put(team, "t.csv", FULL))
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == "2 entries recorded in the team layer"
    assert lines[1] == "  line 2   shards-open  data-loading"
    assert lines[2].startswith("  line 3   another  serving › ports (proposed: shares ")
    assert entry(base, "shards-open") == {
        "title": "Shards stay open",
        "domain": "data-loading",
        "parent": "data-loading",
        "symptom": {"error": "OSError: [Errno 24] Too many open files"},
        "root_cause": "They are never closed",
        "verify": {"command": CHECK, "present": "are open"},
        "fix": "Close them",
        "origin": {"kind": "incident"},
    }
    assert entry(base, "another")["symptom"] == {"observed": "The port 8000 is taken"}
    assert kb("lint").code == 0


def test_again_it_is_there_already(kb, team, base):
    kb("import", put(team, "t.csv", FULL))
    before = contents(base)
    said = kb("import", "t.csv")
    assert (said.code, said.out) == (0, "2 rows there already\n")
    assert contents(base) == before


def test_a_dry_run_writes_nothing(kb, team):
    before = contents(team)
    said = kb("import", "-", "--dry-run", stdin=FULL + ",,,x,,,,\n")
    assert said.code == 1
    assert said.out.startswith("2 entries would be recorded in the team layer\n")
    assert "1 row would be left as drafts\n  line 4   x  needs " in said.out
    assert {path: text for path, text in contents(team).items() if ".kb-lock" not in path} == before


def test_json_says_what_was_done(kb, team):
    said = kb("import", "-", "--json", stdin=FULL + ",,,x,,,,\n")
    assert said.code == 1
    assert [(one["row"], one["id"], one["proposed"] is None) for one in said.json["recorded"]] == [
        ("line 2", "shards-open", True),
        ("line 3", "another", False),
    ]
    (draft,) = said.json["drafts"]
    assert draft["file"] == str(team / "drafts" / "x.yaml")


def test_an_id_that_is_taken_is_changed_only_on_request(kb, base):
    table = "id,fix\nport-taken,Ask the owner first.\n"
    table = table.replace("id,fix", "id,fix,symptom").replace("first.\n", "first.,\n")
    before = contents(base)
    said = kb("import", "-", stdin=table)
    assert said.code == 1
    assert "the id port-taken is taken; --update changes that entry" in said.out
    assert contents(base) == before
    said = kb("import", "-", "--update", stdin=table)
    assert (said.code, said.out.splitlines()) == (
        0,
        ["1 entry changed", "  line 2   port-taken  fix"],
    )
    old = before["port-taken/entry.yaml"].decode()
    assert (base / "port-taken" / "entry.yaml").read_text() == old.replace(
        "End the earlier process.", "Ask the owner first."
    )


def test_what_a_rule_forbids_is_a_draft(kb, team, base):
    said = kb("import", "-", stdin=FULL.replace("data-loading", "no-such-node"))
    assert said.code == 1
    assert (team / "drafts" / "shards-open.yaml").is_file()
    assert not (base / "shards-open").exists()
    assert (base / "another").is_dir()


def test_an_id_given_twice_is_told(kb):
    row = FULL.splitlines()[1]
    said = kb("import", "-", stdin=FULL + row + "\n" + row.replace("Close", "Shut") + "\n")
    assert "1 row there already" in said.out
    assert "line 5   shards-open  has the id shards-open, as line 2 has" in said.out


def test_secrets_are_taken_out(kb, base):
    token = "hf_" + "aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD2f"
    said = kb("import", "-", stdin=FULL.replace("Close them", f"Close {token}"))
    assert said.code == 0
    assert said.err == "kb: <token> stands for hf_aB3…\n"
    assert entry(base, "shards-open")["fix"] == "Close <token>"


def test_whole_entries_move_with_their_files(kb, team, base, tmp_path):
    text = kb("export", "batchnorm-single-sample", "--format", "json").out
    there = tmp_path / "other"
    assert kb("init", str(there)).code == 0
    tree = (base / "tree.yaml").read_text()
    (there / "entries" / "tree.yaml").write_text(tree)
    assert kb("import", "-", "--kb", str(there), stdin=text).code == 0
    old = contents(base / "batchnorm-single-sample")
    new = contents(there / "entries" / "batchnorm-single-sample")
    assert new.keys() == old.keys()
    for path in old.keys() - {"entry.yaml"}:
        assert new[path] == old[path]
    assert kb("export", "--kb", str(there), "--format", "json").out == text
    shown = [
        kb("show", "batchnorm-single-sample", "--json", "--kb", str(k)).json for k in (team, there)
    ]
    for one in shown:
        del one["folder"]
    assert shown[0] == shown[1]


def test_other_files_are_not_written_over(kb):
    data = json.loads(kb("export", "batchnorm-single-sample", "--format", "json").out)
    data["entries"][0]["files"]["faulty/train.py"] += "# more\n"
    said = kb("import", "-", "--update", stdin=json.dumps(data))
    assert said.code == 1
    assert "has other files than batchnorm-single-sample has" in said.out


def test_export_by_id_domain_and_column(kb):
    said = kb("export", "--domain", "serving", "--columns", "id,领域,fix")
    assert said.out.splitlines() == [
        "| id | domain | fix |",
        "| --- | --- | --- |",
        "| port-taken | serving | End the earlier process. |",
    ]
    assert kb("export", "port-taken", "--domain", "logging").code == 1
    assert kb("export", "no-such").code == 2
    assert kb("export", "--columns", "colour").err.startswith(
        "kb: no column 'colour'; there are: id"
    )


def test_a_sheet_goes_out_and_comes_back_changed(kb, team, base):
    assert kb("export", "-o", "all.csv").code == 0
    raw = (team / "all.csv").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbfid,title,")
    assert kb("import", "all.csv").out == "2 rows there already\n"
    rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))
    rows[1]["fix"] = "=SUM(1) is no fix"
    out = io.StringIO(newline="")
    sheet = csv.DictWriter(out, rows[0], delimiter=";")
    sheet.writeheader()
    sheet.writerows(rows)
    (team / "excel.csv").write_bytes(out.getvalue().encode("utf-16"))
    assert kb("import", "excel.csv", "--update").out.splitlines()[1] == "  line 3   port-taken  fix"
    assert entry(base, "port-taken")["fix"] == "=SUM(1) is no fix"
    assert ",'=SUM(1) is no fix," in kb("export", "--format", "csv").out


def test_nothing_to_read_is_could_not(kb, team):
    said = kb("import", put(team, "t.md", "# no table\n"))
    assert said.code == 2
    assert said.err.startswith("kb: nothing is read from t.md: there is no row to read; a table")
    assert kb("import", "missing.csv").err.startswith("kb: cannot read missing.csv (No such file")


def test_all_new_entries_or_none(kb, base, monkeypatch):
    from kb.store import bulk

    real, before = bulk.create, contents(base)

    def full(layer, id, *rest):
        if id == "another":
            raise OSError(28, "No space left on device")
        return real(layer, id, *rest)

    monkeypatch.setattr(bulk, "create", full)
    assert kb("import", "-", stdin=FULL).code != 0
    assert {path for path in contents(base) if ".kb-" not in path} == set(before)


def test_into_the_personal_layer(kb, home):
    assert kb("import", "-", "--personal", stdin=FULL + ",,,x,,,,\n").code == 1
    personal = home / ".local" / "share" / "kb"
    assert sorted(path.name for path in (personal / "entries").iterdir() if path.is_dir()) == [
        "another",
        "shards-open",
    ]
    assert (personal / "drafts" / "x.yaml").is_file()


def test_an_entry_in_json_is_the_whole_entry(kb, base):
    file = base / "batchnorm-single-sample" / "entry.yaml"
    old = file.read_text()
    data = json.loads(kb("export", "batchnorm-single-sample", "--format", "json").out)
    whole = data["entries"][0]
    del whole["symptom"]["limit"], whole["files"]
    whole["environment"] = {"torch": "2.13.0"}
    whole["case"]["requires"] = ["torch>=2"]
    said = kb("import", "-", "--update", stdin=json.dumps(data))
    assert (said.code, said.out.splitlines()[1]) == (
        0,
        "  item 1   batchnorm-single-sample  symptom.limit, case, environment",
    )
    new = file.read_text()
    kept = [line for line in old.splitlines() if "limit:" not in line]
    kept = kept[: kept.index("case:")]
    assert new.splitlines()[: len(kept)] == kept
    entry_now = entry(base, "batchnorm-single-sample")
    assert entry_now["case"]["requires"] == ["torch>=2"]
    assert entry_now["environment"] == {"torch": "2.13.0"}


def test_what_a_spreadsheet_cannot_say_is_a_draft(kb, team):
    said = kb(
        "import",
        "-",
        stdin=FULL.replace("fix\n", "fix,minutes_to_fix\n", 1).replace(
            "Close them\n", "Close them,ten\n"
        ),
    )
    assert said.code == 1
    assert "origin.minutes_to_fix: must be a whole number, not text" in said.out
    assert (team / "drafts" / "shards-open.yaml").is_file()


def test_a_file_stays_when_there_is_nothing_to_export(kb, team):
    (team / "out.csv").write_text("last month's")
    said = kb("export", "port-taken", "--domain", "logging", "-o", "out.csv")
    assert (said.code, said.err) == (1, "kb: no entry fits; out.csv is left as it is\n")
    assert (team / "out.csv").read_text() == "last month's"


def test_a_file_stays_whole_when_the_disk_is_full(kb, team, monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    (team / "out.csv").write_text("last month's")
    monkeypatch.setattr("os.fsync", full)
    said = kb("export", "-o", "out.csv")
    assert (said.code, "No space left on device" in said.err) == (2, True)
    assert (team / "out.csv").read_text() == "last month's"
    assert [file.name for file in team.iterdir() if "new" in file.name] == []


def test_export_into_a_link_and_a_pipe_goes_where_they_lead(kb, team):
    (team / "link.csv").symlink_to("real.csv")
    assert kb("export", "-o", "link.csv").code == 0
    assert (team / "link.csv").is_symlink()
    assert (team / "real.csv").read_bytes() == (team / "link.csv").read_bytes() != b""
    assert kb("export", "-o", "/dev/null").code == 0
    assert not Path("/dev/null").is_file()


def test_outside_a_team_it_is_said_that_own_entries_are_not_all(kb, base, tmp_path, monkeypatch):
    (tmp_path / "alone").mkdir()
    monkeypatch.chdir(tmp_path / "alone")
    table = put(tmp_path / "alone", "t.csv", FULL)
    kb("import", table, "--personal")
    word = "kb: your own entries alone; --all takes those of the handbook too\n"
    assert kb("export").err == word
    assert kb("export", "--all").err == ""
    monkeypatch.chdir(base.parent)
    assert kb("export").err == ""


def test_a_token_of_an_item_reaches_no_draft(kb, team):
    token = "ghp_" + "a1B2" * 9
    item = {"symptom": {"error": "e"}, "verify": {}, "files": {"faulty/a.py": f"t = '{token}'\n"}}
    said = kb("import", put(team, "t.json", json.dumps([item])))
    assert (said.code, "<token>" in said.err) == (1, True)
    (team / "t.json").unlink()
    kept = [file.read_bytes() for file in team.rglob("*") if file.is_file()]
    assert not any(token.encode() in content for content in kept)
    assert any(b"t = '<token>'" in content for content in kept)


def test_a_name_that_says_another_format_is_refused(kb, team):
    for name in ("all.pdf", "all.xlsx", "all.csv.gz", "all.yaml"):
        said = kb("export", "-o", name)
        assert (said.code, said.out) == (2, "")
        assert said.err.startswith(f"kb: {name} ends in none of .md, .csv, .json")
        assert not (team / name).exists()
    assert kb("export", "-o", "all.txt", "--format", "markdown").code == 0
    assert (team / "all.txt").read_text().startswith("|")
