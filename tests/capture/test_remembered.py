"""What an incident knows of its entry."""

import datetime as dt
import subprocess
from dataclasses import replace

from incidents import incident

from kb.capture.draft import PASTE
from kb.capture.remembered import Changed, changed, draft_of


def test_the_draft_says_all_that_was_seen():
    met = dt.datetime(2026, 11, 30, 15, 20).timestamp()
    draft = draft_of(
        incident(
            first=met,
            fixed=met + 95 * 60,
            environment={"python": "3.11.7", "platform": "Linux 6.1", "torch": "2.13.0"},
        )
    )
    assert draft.values == {
        "origin.kind": "incident",
        "origin.met": dt.date(2026, 11, 30),
        "origin.minutes_to_fix": 95,
        "symptom.error": "ValueError: the spoon has 3 tines",
        "environment": {"python": "3.11.7", "torch": "2.13.0"},
    }
    assert draft.files == {PASTE: b"ValueError: the spoon has 3 tines"}
    assert (draft.incident, draft.fixed) == ("20261130-154213-train", met + 95 * 60)


def test_what_was_not_seen_is_left_open():
    draft = draft_of(incident(symptom=None, tail="\n", fixed=None))
    assert "symptom.error" not in draft.values
    assert draft.files == {}
    assert "origin.minutes_to_fix" not in draft.values


FAILING = {"train.py": "a\nb\nc\n", "data.py": "x\n", "old.py": "o\n"}
PASSING = {"train.py": "a\nB\nc\n", "data.py": "x\n", "new.py": "n\n"}


def test_the_diff_shows_each_file_that_differs_and_no_other():
    assert Changed(FAILING, PASSING, "true").diff() == [
        "--- new.py", "+++ new.py", "@@ -0,0 +1 @@", "+n",
        "--- old.py", "+++ old.py", "@@ -1 +0,0 @@", "-o",
        "--- train.py", "+++ train.py", "@@ -1,3 +1,3 @@", " a", "-b", "+B", " c",
    ]  # fmt: skip
    assert Changed(FAILING, FAILING, "true").diff() == []
    assert Changed(FAILING, {}, "true").diff() == []


def test_the_case_holds_what_failed_and_of_the_fix_what_differs():
    draft = Changed(FAILING, PASSING, "python train.py", ("torch",)).case(draft_of(incident()))
    assert {path: text.decode() for path, text in draft.files.items() if path != PASTE} == {
        "faulty/train.py": "a\nb\nc\n",
        "faulty/data.py": "x\n",
        "faulty/old.py": "o\n",
        "fixed/train.py": "a\nB\nc\n",
        "fixed/new.py": "n\n",
    }
    assert draft.values["case.run"] == "python train.py"
    assert draft.values["case.removes"] == ["old.py"]
    assert draft.values["case.requires"] == ["torch"]


def test_what_passes_is_what_was_seen_at_the_fix_or_else_what_is_there_now(tmp_path):
    (tmp_path / "train.py").write_text("now\n")
    folder = {"folder": str(tmp_path), "sources": {"train.py": "then\n"}}
    assert changed(incident(**folder)).passing == {"train.py": "now\n"}
    seen = {"train.py": "at the fix\n"}
    assert changed(incident(**folder, fixed_sources=seen)).passing == seen


def test_the_command_of_the_case_is_the_one_that_failed():
    def run(*command):
        return changed(incident(command=command, sources={})).run

    assert run("python", "train.py", "--name", "two words") == "python train.py --name 'two words'"
    assert run("/opt/venv/bin/python3.11", "train.py") == "python train.py"
    assert run("./train.sh") == "./train.sh"
    assert run("/usr/bin/torchrun", "train.py") == "torchrun train.py"
    assert run("pytest", "-x", "test_a.py::test_b") == "python -m pytest -x test_a.py::test_b"
    assert run("python", "-c", "a\nb") is None


def test_a_package_is_required_when_the_failing_files_import_it():
    one = incident(
        sources={"train.py": "import torch\nfrom transformers.models import x\n# import numpy\n"},
        environment={"python": "3", "torch": "2", "transformers": "5", "numpy": "2"},
    )
    assert changed(one).requires == ("torch", "transformers")
    notes = replace(one, sources={"train.py": "import torch\n", "notes.md": "import numpy\n"})
    assert changed(notes).requires == ("torch",)
    tests = replace(one, command=("pytest", "test_train.py"))
    assert changed(tests).requires == ("pytest", "torch", "transformers")


def test_the_case_takes_along_what_is_imported_and_leaves_out_what_is_not(team):
    files = {"train.py": "import labels, names\n", "labels.py": "a = 1\n", "names.py": "n = 1\n"}
    for path, text in files.items():
        (team / path).write_text(text)
    git = ["git", "-C", str(team), "-c", "user.name=K", "-c", "user.email=k@example.org"]
    for words in (["add", "*.py"], ["commit", "-qm", "first"]):
        subprocess.run([*git, *words], check=True)
    rev = subprocess.check_output([*git, "rev-parse", "HEAD"], text=True).strip()
    one = incident(
        folder=str(team),
        rev=rev,
        sources={"train.py": files["train.py"], "notes.py": "x", "run.log": "1"},
        fixed_sources={
            "train.py": files["train.py"], "notes.py": "x", "run.log": "2", "labels.py": "a = 2\n"
        },
    )  # fmt: skip
    seen = changed(one)
    assert seen.failing == files
    assert seen.passing == {**files, "labels.py": "a = 2\n"}
