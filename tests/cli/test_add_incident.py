"""`kb add` after a fix that was seen: all that is known is filled in."""

from __future__ import annotations

import datetime as dt
import re
import shlex
import subprocess
import sys
import time

import pytest
from incidents import incident

from kb.store import incidents, layers
from tests.store.test_write import contents

pytestmark = pytest.mark.usefixtures("no_handbook")

CHECK = "test -f labels.py || exit 2; grep -q fox labels.py || { echo 'no fox'; exit 1; }"
ANSWERS = ["Labels lack a class", "They are written by hand.", "Add the class.", CHECK]
FAILING = {
    "train.py": "from labels import INDEX\nprint(INDEX['fox'])\n",
    "labels.py": "INDEX = {'cat': 0}\n",
}
PASSING = {**FAILING, "labels.py": "INDEX = {'cat': 0, 'fox': 1}\n"}
TAIL = "Traceback (most recent call last):\n  File \"train.py\", line 2\nKeyError: 'fox'\n"


@pytest.fixture
def seen(tmp_path):
    """Put an incident into the state folder: failed 19 minutes ago, fixed four minutes ago.

    A test may last a minute before those numbers are others.
    """

    def put(**other):
        now = time.time()
        given = {
            "folder": str(tmp_path),
            "started": now - 1151,
            "ended": now - 1141,
            "first": now - 1141,
            "fixed": now - 241,
            "symptom": "KeyError: 'fox'",
            "tail": TAIL,
            "environment": {"python": "3.11.7", "platform": "Linux", "torch": "2.13.0"},
            "sources": FAILING,
            "fixed_sources": PASSING,
        }
        return incidents.keep(incident(**(given | other)))

    return put


def answers(*words: str) -> str:
    return "".join(f"{word}\n" for word in words)


def entry(kb, id="labels-lack-class"):
    return kb("show", id, "--json").json


def ids(base) -> set[str]:
    return {folder.name for folder in base.iterdir() if folder.is_dir()}


def unwrapped(said) -> str:
    """After midnight the day stands in a question, and the lines break elsewhere."""
    return " ".join(said.err.split())


def left() -> list[str]:
    return [one.id for one in incidents.every()[0]]


def test_what_was_seen_is_filled_in_and_the_rest_asked(kb, base, seen):
    one = seen()
    said = kb("add", stdin=answers("n", *ANSWERS, "", "ports"), typed=True)
    assert said.code == 0, said.err
    assert "python train.py failed at" in said.err
    assert "fixed 15 min later; 11 min left" in said.err
    made = entry(kb)
    assert made["symptom"]["error"] == "KeyError: 'fox'"
    assert made["environment"] == {"python": "3.11.7", "torch": "2.13.0"}
    assert made["verify"]["present"] == "no fox"
    assert made["origin"] == {
        "kind": "incident",
        "met": dt.datetime.fromtimestamp(one.ended).date().isoformat(),
        "minutes_to_fix": 15,
        "minutes_to_record": 5,
        "late": False,
    }
    assert (base / "labels-lack-class" / "pastes" / "first.txt").read_text() == TAIL
    assert left() == []


@pytest.mark.sandbox
def test_the_files_become_its_case_and_it_is_proven(kb, base, seen):
    seen()
    said = kb("add", stdin=answers("y", *ANSWERS, "", "ports"), typed=True)
    assert said.code == 0, said.err
    assert "  -INDEX = {'cat': 0}\n  +INDEX = {'cat': 0, 'fox': 1}\n" in said.err
    made = entry(kb)
    assert made["case"]["run"] == "python train.py"
    assert made["status"] == "proven"
    folder = base / "labels-lack-class"
    cases = [path for path in (*folder.glob("faulty/*"), *folder.glob("fixed/*")) if path.is_file()]
    assert {path.relative_to(folder).as_posix(): path.read_text() for path in cases} == {
        "faulty/train.py": FAILING["train.py"],
        "faulty/labels.py": FAILING["labels.py"],
        "fixed/labels.py": PASSING["labels.py"],
    }


@pytest.mark.sandbox
def test_the_case_of_a_silent_fault_says_how_its_run_looks(kb, seen):
    silent = {path: text.replace("INDEX['fox']", "len(INDEX)") for path, text in FAILING.items()}
    seen(
        symptom=None,
        tail="\n",
        sources=silent,
        fixed_sources={**silent, "labels.py": PASSING["labels.py"]},
    )
    words = answers("", "it counts one label", "y", *ANSWERS, "", "^1$", "ports", "")
    said = kb("add", stdin=words, typed=True)
    assert said.code == 0, said.err
    assert entry(kb)["case"]["shows"] == "^1$"
    assert entry(kb)["status"] == "proven"


def test_a_case_that_may_not_be_is_left_out_on_request(kb, base, seen):
    seen(command=("python", "main.py"))
    said = kb("add", stdin=answers("y", *ANSWERS, "", "ports", ""), typed=True)
    assert said.code == 0, said.err
    assert "case.run" in said.err
    assert "Leave its case out for now?" in said.err
    assert "case" not in entry(kb)
    assert not (base / "labels-lack-class" / "faulty").exists()


@pytest.mark.sandbox
def test_a_check_that_tells_nothing_is_asked_for_again(kb, seen):
    seen()
    weak = "grep -q fox labels.py || { echo 'no fox'; exit 1; }"
    first = answers("y", *ANSWERS[:3], weak, "", "ports")
    said = kb("add", stdin=first + answers("cd /etc", "no fox", CHECK, ""), typed=True)
    assert said.code == 0, said.err
    assert "in an empty folder: it would accuse a healthy project" in said.err
    assert (entry(kb)["verify"]["command"], entry(kb)["status"]) == (CHECK, "proven")


def test_without_a_terminal_flags_do(kb, seen):
    seen()
    words = ("--title", ANSWERS[0], "--cause", ANSWERS[1], "--fix", ANSWERS[2], "--check", CHECK)
    said = kb("add", "--yes", *words, "--present", "no fox", "--parent", "ports")
    assert said.code == 0, said.err
    assert entry(kb)["symptom"]["error"] == "KeyError: 'fox'"
    assert left() == []


@pytest.mark.sandbox
def test_its_files_become_the_case_by_a_flag(kb, seen):
    seen()
    words = ("--title", ANSWERS[0], "--cause", ANSWERS[1], "--fix", ANSWERS[2], "--check", CHECK)
    said = kb("add", "--json", "--draft-case", *words, "--present", "no fox", "--parent", "ports")
    assert said.code == 0, said.err
    assert said.json["result"] == "proven"


def test_after_the_window_it_is_welcome_and_late(kb, seen):
    seen(fixed=time.time() - 16 * 60 - 1)
    said = kb("add", stdin=answers("", "n", *ANSWERS, "", "ports"), typed=True)
    assert said.code == 0, said.err
    assert re.search("It was fixed 1[67] min ago; is this its entry[?]", unwrapped(said))
    assert "; late, and welcome" in said.err
    assert entry(kb)["origin"]["minutes_to_record"] == 17
    assert entry(kb)["origin"]["late"] is True


def test_an_old_one_need_not_be_meant(kb, seen):
    one = seen(fixed=time.time() - 3 * 24 * 3600, ended=1.0)
    said = kb("add", stdin=answers("n", "E: new", *ANSWERS, "", "ports"), typed=True)
    assert said.code == 0, said.err
    assert entry(kb)["symptom"]["error"] == "E: new"
    assert left() == [one.id]


def test_a_dry_run_keeps_the_answers(kb, base, seen):
    seen()
    before = ids(base)
    said = kb("add", "--dry-run", stdin=answers("n", *ANSWERS, "", "ports"), typed=True)
    assert said.code == 0, said.err
    assert said.out.startswith("title: Labels lack a class\n")
    assert "nothing is written, your answers are kept" in said.err
    assert (ids(base), len(left())) == (before, 1)
    assert kb("add", stdin=answers("y", "n"), typed=True).code == 0
    assert entry(kb)["title"] == "Labels lack a class"


def test_in_the_editor_the_minutes_are_measured_when_it_closes(kb, seen, tmp_path, monkeypatch):
    seen()
    script = tmp_path / "fill.py"
    script.write_text(
        "import sys\n"
        "text = open(sys.argv[1]).read()\n"
        "assert 'minutes_to_record' not in text\n"
        f"for field, value in {{'title': 'Spoon', 'root_cause': 'c', 'fix': 'f',\n"
        f"        'command': {CHECK!r}, 'present': 'no fox', 'parent': 'ports',\n"
        "        'domain': 'serving'}.items():\n"
        "    text = text.replace(f'{field}:\\n', f'{field}: {value}\\n')\n"
        "open(sys.argv[1], 'w').write(text)\n"
    )
    monkeypatch.setenv("VISUAL", shlex.join([sys.executable, str(script)]))
    said = kb("add", "--edit")
    assert said.code == 0, said.err
    assert entry(kb, "spoon")["origin"]["minutes_to_record"] == 5
    assert left() == []


@pytest.mark.sandbox
def test_a_case_that_needs_what_is_not_here_stays_claimed(kb, seen):
    train = "import absent_package\n" + FAILING["train.py"]
    seen(
        environment={"absent_package": "1.0"},
        sources={**FAILING, "train.py": train},
        fixed_sources={**PASSING, "train.py": train},
    )
    said = kb("add", stdin=answers("y", *ANSWERS, "", "ports"), typed=True)
    assert said.code == 0, said.err
    assert "skipped: needs absent_package" in said.out
    assert "it stays claimed; where that is to be had: kb verify labels-lack-class" in said.out
    assert entry(kb)["status"] == "claimed"


def test_by_a_clock_set_back_nothing_is_measured(kb, seen):
    seen(fixed=time.time() + 3600, first=time.time() + 7200)
    said = kb("add", stdin=answers("n", *ANSWERS, "", "ports"), typed=True)
    assert said.code == 0, said.err
    assert entry(kb)["origin"].keys() == {"kind", "met", "late"}
    assert "the clock was set back" in said.err


def test_the_newest_that_is_fixed_comes_before_newer_open_ones(kb, seen):
    first = seen(id="20261130-100000-a", symptom="KeyError: 'a'", ended=time.time() - 5000)
    seen(id="20261130-110000-b", symptom="KeyError: 'b'", fixed=None)
    assert kb("add", stdin=answers("n", *ANSWERS, "", "ports"), typed=True).code == 0
    assert entry(kb)["symptom"]["error"] == "KeyError: 'a'"
    assert first.id not in left()


def test_those_of_this_folder_come_first(kb, team, seen):
    seen(id="20261130-100000-a", symptom="KeyError: 'a'", folder=str(team), ended=1.0)
    seen(id="20261130-110000-b", symptom="KeyError: 'b'")
    assert kb("add", stdin=answers("n", *ANSWERS, "", "ports"), typed=True).code == 0
    assert entry(kb)["symptom"]["error"] == "KeyError: 'a'"


def test_an_open_one_is_offered(kb, seen):
    seen(first=time.time() - 1111, fixed=None, fixed_sources={})
    no = kb("add", stdin=answers("n", "KeyError: 'other'"), typed=True)
    assert "failed at" in no.err
    assert "Is it fixed, and is this its entry?" in unwrapped(no)
    assert len(left()) == 1
    yes = kb("add", stdin=answers("drop", "y", *ANSWERS, "", "ports"), typed=True)
    assert yes.code == 0, yes.err
    assert entry(kb)["origin"]["minutes_to_fix"] == 19
    assert entry(kb)["origin"]["minutes_to_record"] <= 1


def test_an_open_one_is_not_taken_unasked(kb, base, seen):
    one = seen(fixed=None)
    before = ids(base)
    said = kb("add", "--yes", "--title", "x")
    assert said.code == 2
    assert f"is not known to be fixed; name what you record: --incident {one.id}" in said.err
    assert ids(base) == before


def test_one_is_named(kb, seen):
    seen(id="20261130-100000-a", symptom="KeyError: 'a'")
    seen(id="20261130-090000-b", symptom="KeyError: 'b'")
    words = ("--incident", "090000", "--fixed", "1h30m")
    said = kb("add", *words, stdin=answers("n", *ANSWERS, "", "ports"), typed=True)
    assert said.code == 0, said.err
    assert entry(kb)["symptom"]["error"] == "KeyError: 'b'"
    assert entry(kb)["origin"]["minutes_to_record"] == 91
    assert left() == ["20261130-100000-a"]


def test_one_that_is_not_there_is_told(kb):
    said = kb("add", "--incident", "nope", "--yes")
    assert said.code == 2
    assert "there is no incident 'nope'; see: kb status" in said.err


def test_a_paste_of_ones_own_is_not_mixed_with_an_incident(kb, seen):
    one = seen()
    said = kb("add", "-", "--yes", stdin="OSError: held\n")
    assert "give --title" in said.err
    assert left() == [one.id]


def test_the_same_fault_keeps_the_paste_and_counts(kb, base, seen):
    text = (
        "ValueError: Expected more than 1 value per channel when training, got input size [1, 16]"
    )
    seen(symptom=text, tail=text + "\n")
    before = ids(base)
    said = kb("add", stdin=answers("1"), typed=True)
    assert said.code == 0, said.err
    assert "kept your paste with batchnorm-single-sample:" in said.out
    assert ids(base) == before
    assert left() == []
    seen(symptom=text, tail=text + "\n")
    again = kb("add", "--same", "batchnorm-single-sample", "--json")
    assert again.json["hits"] == 2
    pastes = base / "batchnorm-single-sample" / "pastes"
    assert [file.read_text() for file in pastes.iterdir()].count(text + "\n") == 1
    assert left() == []


def test_a_text_that_is_known_is_told_without_a_terminal_and_gives_the_place(kb):
    text = "ValueError: Expected more than 1 value per channel when training, got input size [1]"
    words = ("--error", text, "--title", "Labels lack a class", "--cause", "c", "--fix", "f")
    said = kb("add", *words, "--check", CHECK, "--present", "no fox", "--yes")
    assert said.code == 0, said.err
    assert (
        "kb: batchnorm-single-sample may say it already; "
        "if it does: kb add --same batchnorm-single-sample\n"
    ) in said.err
    assert entry(kb)["parent"] == "normalisation"


def test_the_place_is_proposed_with_what_search_finds(kb):
    text = "ValueError: Expected more than 1 value per channel when training, got input size [1]"
    said = kb("add", "--error", text, stdin=answers("n", *ANSWERS, "", ""), typed=True)
    assert said.code == 0, said.err
    assert re.search(
        r"normalisation \(model-building\): search finds batchnorm-single-sample there, \d+%\s",
        said.err,
    )
    assert entry(kb)["parent"] == "normalisation"


def test_the_same_as_one_of_the_handbook_is_kept_for_oneself(
    kb, base, handbook, seen, monkeypatch, home
):
    monkeypatch.setattr(layers, "handbook_root", lambda: handbook)
    (base / "port-taken").rename(handbook / "port-taken")
    before = contents(handbook)
    seen(tail="the spoon is bent and nobody knows why\n")
    said = kb("add", "--same", "port-taken")
    assert said.code == 0, said.err
    assert said.out.startswith("kept your paste with port-taken: ")
    assert contents(handbook) == before
    (file,) = (home / ".local/share/kb").rglob("wrong-*.txt")
    assert "the spoon is bent" in file.read_text()
    assert left() == []
    found = kb("search", "-", "--json", stdin="the spoon is bent and nobody knows why\n").json
    assert found["matches"][0]["id"] == "port-taken"


def test_what_is_known_need_not_be_fixed(kb, seen):
    seen(fixed=None)
    assert kb("add", "--same", "port-taken").code == 0
    assert left() == []


def test_the_same_as_nothing_is_told_and_the_incident_stays(kb, seen):
    one = seen()
    assert kb("add", "--same", "port-takn").code == 2
    assert left() == [one.id]


WORK = ("--error", "E: x", "--title", "Labels lack a class", "--cause", "c", "--fix", "f")
REST = ("--check", CHECK, "--present", "no fox", "--parent", "ports", "--yes")


def test_work_that_was_not_captured(kb):
    assert kb("add", *WORK, *REST, "--fixed", "12m").code == 0
    origin = entry(kb)["origin"]
    assert (origin["minutes_to_record"], origin["late"]) == (13, False)


def test_work_that_was_not_captured_and_is_late(kb):
    then = dt.datetime.fromtimestamp(time.time() - (24 * 60 + 3) * 60)
    assert kb("add", *WORK, *REST, "--fixed-at", then.isoformat(" ", "minutes")).code == 0
    origin = entry(kb)["origin"]
    assert origin["met"] == then.date().isoformat()
    assert 1443 <= origin["minutes_to_record"] <= 1445
    assert origin["late"] is True


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--fixed", "soon"), "such as 12m or 1h30m"),
        (("--fixed-at", "noon"), "such as 15:20"),
        (("--fixed-at", "2999-01-01 10:00"), "still to come"),
        (("--fixed", "1m", "--fixed-at", "0:00"), "not both"),
    ],
)
def test_a_time_that_will_not_do_is_told_before_anything_is_asked(kb, words, told):
    said = kb("add", *words, stdin="", typed=True)
    assert said.code == 2
    assert told in said.err
    assert "Title" not in said.err


@pytest.fixture
def git(team, monkeypatch):
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "K")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "k@example.org")

    def run(*words):
        done = subprocess.run(
            ["git", "-C", team, *words], check=True, capture_output=True, text=True
        )
        return done.stdout

    run("add", "--all")
    run("commit", "--quiet", "--message", "first")
    return run


def test_the_new_entry_alone_is_committed(kb, team, git):
    (team / "other.txt").write_text("staged")
    git("add", "other.txt")
    (team / "entries" / "port-taken" / "entry.yaml").open("a").write("# mine\n")
    said = kb("add", *WORK, *REST, "--commit")
    assert said.code == 0, said.err
    rev = git("rev-parse", "HEAD").strip()
    assert f"committed {rev[:10]}" in said.out
    assert git("show", "--format=%s%n%b", "--name-only", "HEAD").split("\n") == [
        "Record labels-lack-class",
        "Labels lack a class",
        "",
        "",
        "entries/labels-lack-class/entry.yaml",
        "",
    ]
    assert git("status", "--porcelain", "--untracked-files=no").splitlines() == [
        " M entries/port-taken/entry.yaml",
        "A  other.txt",
    ]


def test_a_paste_alone_is_committed(kb, team, git):
    (team / "run.log").write_text("OSError: held\n")
    said = kb("add", "run.log", "--same", "port-taken", "--commit", "--json")
    assert said.json["commit"] == git("rev-parse", "HEAD").strip()
    assert git("show", "--format=%s", "--name-only", "HEAD").startswith(
        "Keep a paste of port-taken"
    )


def test_what_cannot_be_committed_is_told_before_anything_is_asked(kb, home):
    said = kb("add", "--personal", "--commit", stdin="", typed=True)
    assert said.code == 2
    assert "the personal layer is in no git work tree" in said.err
    assert not (home / ".local/share/kb/entries").exists()


@pytest.mark.usefixtures("git")
def test_a_hook_that_refuses_leaves_the_entry(kb, base, team):
    hook = team / ".git" / "hooks" / "pre-commit"
    hook.write_text("#!/bin/sh\necho not today >&2\nexit 1\n")
    hook.chmod(0o755)
    said = kb("add", *WORK, *REST, "--commit")
    assert said.code == 2
    assert "not today" in said.err
    assert said.out.startswith("recorded labels-lack-class")
    assert (base / "labels-lack-class" / "entry.yaml").is_file()


def test_a_draft_is_taken_up(kb, team):
    (team / "drafts").mkdir()
    draft = team / "drafts" / "row-7.yaml"
    draft.write_text(
        "title: Labels lack a class\nroot_cause:\nsymptom: {error: 'E: x', also: [E y]}\n"
        f"verify:\n  command: {CHECK!r}\n  values:\nparent: ports\n"
        "origin: {kind: handbook}\nenvironment: {torch: '2.13'}\n"
    )
    said = kb("add", "--draft", str(draft), stdin=answers("c", "f", ""), typed=True)
    assert said.code == 0, said.err
    made = entry(kb)
    assert (made["root_cause"], made["fix"], made["verify"]["present"]) == ("c", "f", "no fox")
    assert made["symptom"] == {"error": "E: x", "also": ["E y"]}
    assert made["origin"]["kind"] == "handbook"
    assert made["environment"] == {"torch": "2.13"}
    assert not draft.exists()


def test_a_row_that_was_left_by_an_import_is_taken_up(kb, base, team):
    (team / "t.csv").write_text("error,root_cause\nE: x,They are written by hand\n")
    assert kb("import", "t.csv").code == 1
    (draft,) = (team / "drafts").glob("*.yaml")
    folder = draft.with_suffix("") / "pastes"
    folder.mkdir(parents=True)
    (folder / "one.txt").write_text("E: x\n")
    words = answers("f", CHECK, "", "ports")
    said = kb("add", "--draft", str(draft), "--id", "spoon", stdin=words, typed=True)
    assert said.code == 0, said.err
    made = entry(kb, "spoon")
    assert (made["root_cause"], made["fix"]) == ("They are written by hand", "f")
    assert "met" not in made["origin"]
    assert (base / "spoon" / "pastes" / "one.txt").read_text() == "E: x\n"
    assert list((team / "drafts").iterdir()) == []


def test_a_draft_begun_and_cut_off_is_forgotten_when_it_is_recorded(kb, team):
    (team / "drafts").mkdir()
    file = team / "drafts" / "spoon-bent.yaml"
    file.write_text("title: Labels lack a class\nsymptom: {error: 'E: x'}\n")
    kb("add", "--draft", str(file), stdin=answers("c", "f"), typed=True)
    assert file.exists()
    assert kb("add", stdin=answers("y", CHECK, "", "ports"), typed=True).code == 0
    assert entry(kb)["symptom"]["error"] == "E: x"
    assert not file.exists()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("title: [", "draft.yaml:1:"),
        ("- a\n", "is no mapping"),
        ("symptom: text\n", "`symptom` must hold fields of its own"),
        ("a.b: 1\n", "there is no field 'a.b'"),
        ("titel: x\n", "titel"),
        ("title: !!python/object:os.system x\n", "YAML tag"),
    ],
)
def test_a_draft_that_will_not_do_is_told_and_stays(kb, base, team, text, told):
    before = ids(base)
    (team / "draft.yaml").write_text(text)
    words = [word for word in (*WORK, *REST) if word != "--yes"]
    said = kb("add", "--draft", "draft.yaml", "--yes", *words)
    assert said.code == 2
    assert told in said.err
    assert "Traceback" not in said.err
    assert (team / "draft.yaml").read_text() == text
    assert ids(base) == before


def test_a_draft_that_is_not_there_is_told(kb):
    said = kb("add", "--draft", "none.yaml", "--yes")
    assert said.code == 2
    assert "there is no file none.yaml" in said.err


def test_damaged_incidents_are_told_and_the_others_used(kb, seen):
    one = seen()
    (incidents.incidents_home() / "20261130-000000-x.json").write_text("{")
    said = kb("add", stdin=answers("n", *ANSWERS, "", "ports"), typed=True)
    assert said.code == 0, said.err
    assert "20261130-000000-x.json: is no JSON" in said.err
    assert one.id not in left()


def test_an_incident_whose_symptom_nobody_could_read_is_asked_for(kb, seen):
    seen(symptom=None, tail="killed\n")
    said = kb("add", stdin=answers("E: odd", "n", *ANSWERS, "", "ports"), typed=True)
    assert said.code == 0, said.err
    assert entry(kb)["symptom"]["error"] == "E: odd"


def test_nothing_of_an_entry_is_kept_in_the_state_folder_when_it_is_recorded(kb, seen, home):
    seen()
    assert kb("add", stdin=answers("n", *ANSWERS, "", "ports"), typed=True).code == 0
    state = home / ".local" / "state" / "kb"
    assert [file for file in state.rglob("*") if file.is_file() and file.name != ".kb-lock"] == []


def test_a_command_of_several_lines_is_one_line_of_status(kb):
    now = time.time()
    incidents.keep(
        incident(program="bash -c set -e\ntrain", folder="/srv/a\nb", started=now, ended=now)
    )
    assert "    bash -c set -e train  in /srv/a b" in kb("status").out.splitlines()
