"""`kb verify` on a small knowledge base: one entry with a case, one without."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import textwrap
import uuid
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from at_terminal import PATIENCE, asleep

from kb import sandbox
from kb.errors import NoSandbox
from kb.model.job import Job, Ran
from kb.store.layers import handbook_root

ID = "batchnorm-single-sample"


@pytest.fixture
def entry(team: Path) -> Path:
    return team / "entries" / ID


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_a_report_that_cannot_be_laid_is_told_before_anything_runs(kb, tmp_path, monkeypatch):
    monkeypatch.setattr("kb.sandbox.run", lambda _: pytest.fail("ran"))
    for file in (tmp_path, tmp_path / "none" / "x.xml"):
        assert kb("verify", "--junit", str(file)).code == 2


@pytest.mark.sandbox
def test_all_entries(kb: Any) -> None:
    said = kb("verify")
    assert said.code == 0
    assert said.out == "\n2 entries: 1 proven, 1 claimed\n"
    assert "proven     batchnorm-single-sample" in said.err
    assert "claimed    port-taken  0.0 s  not run: the command needs a value for port" in said.err


@pytest.mark.sandbox
def test_recording_twice_changes_nothing(kb: Any, entry: Path) -> None:
    assert kb("verify", ID, "--record").code == 0
    first = (entry / "evidence.json").read_text()
    kept = json.loads(first)
    assert kept["outcome"] == "proven"
    assert [run["name"] for run in kept["runs"]] == [
        "faulty-run", "faulty-check", "fixed-run", "fixed-check", "empty-check",
    ]  # fmt: skip
    assert str(entry.parent.parent) not in first
    assert kb("verify", ID, "--record", "--repeat", "1").code == 0
    assert (entry / "evidence.json").read_text() == first
    assert "proven" in kb("show", ID).out


@pytest.mark.sandbox
def test_nothing_is_written_without_record(kb: Any, entry: Path) -> None:
    kb("verify", ID)
    assert not (entry / "evidence.json").exists()


@pytest.mark.sandbox
def test_a_fix_that_fixes_nothing_is_broken(kb: Any, entry: Path, tmp_path: Path) -> None:
    edit(entry / "fixed" / "train.py", "[16, 17]", "[16, 1]")
    said = kb("verify", ID, "--junit", str(tmp_path / "junit.xml"))
    assert said.code == 1
    assert "the command always fails: it says present with the fix applied as well" in said.out
    assert "    command   python train.py" in said.out
    assert "    expected  exit 0, the symptom gone" in said.out
    assert "ValueError: Expected more than 1 value per channel" in said.out
    assert f"run it alone:  kb verify {ID}" in said.out
    assert said.out.endswith("\n1 entry: 1 broken\n")
    suite = ET.parse(tmp_path / "junit.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures")) == ("1", "1")


@pytest.mark.sandbox
def test_a_broken_entry_is_kept_to_step_into(
    kb: Any, entry: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    edit(entry / "fixed" / "train.py", "[16, 17]", "[16, 1]")
    said = kb("verify", ID, "--keep")
    [top] = tmp_path.glob(f"kb-{ID}-*")
    assert (top / "fixed" / "train.py").read_bytes() == (entry / "fixed" / "train.py").read_bytes()
    assert f"kb sandbox --work {top}/faulty -- 'python train.py'" in said.err


@pytest.mark.sandbox
def test_json(kb: Any) -> None:
    data = kb("verify", "--json").json
    assert data["summary"]["proven"] == 1
    assert [entry["id"] for entry in data["entries"]] == [ID, "port-taken"]
    assert [run["found"] for run in data["entries"][0]["runs"]][:4] == [
        "exit 1, shows the symptom", "present", "exit 0, the symptom gone", "absent",
    ]  # fmt: skip


@pytest.mark.sandbox
def test_a_file_that_cannot_be_read_fails_the_run(kb: Any, team: Path) -> None:
    (team / "entries" / "port-taken" / "entry.yaml").write_text("title: [\n")
    said = kb("verify")
    assert said.code == 2
    assert "1 entry: 1 proven" in said.out
    assert "port-taken/entry.yaml:" in said.err
    assert kb("verify", ID).code == 0
    named = kb("verify", "port-taken")
    assert (named.code, named.out) == (2, "")
    assert "port-taken/entry.yaml:" in named.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("verify", "port-taken"), "0 entries checked: all 1 were skipped or could not be run"),
        (("verify", "--stale"), "0 entries checked: none fits"),
        (("verify", "--domain", "logging"), "0 entries checked: none fits"),
        (("verify", "--shard", "3/3"), "0 entries checked: none fits"),
        (("verify", "--shard", "3"), "--shard 3 is no part; write 1/4 to 4/4"),
        (("verify", "batchnorm"), "did you mean batchnorm-single-sample?"),
        (("verify", "--node", "prots"), "no node 'prots'; `kb tree` shows them all"),
        (("verify", "--since", "nowhere"), "git knows no commit 'nowhere'"),
    ],
)
def test_nothing_checked_is_a_failure(kb: Any, words: tuple[str, ...], told: str) -> None:
    said = kb(*words)
    assert said.code == 2
    assert told in said.err


def test_a_knowledge_base_just_begun_passes(kb: Any, team: Path) -> None:
    for entry in (team / "entries").glob("*/entry.yaml"):
        shutil.rmtree(entry.parent)
    assert kb("verify").code == 0
    assert kb("verify", "--stale").code == 2


def test_a_place_is_known_by_the_trees_of_all_layers(kb: Any, team: Path) -> None:
    small = "title: A run fails\nnodes:\n  logging: {title: Logging}\n"
    (team / "entries" / "tree.yaml").write_text(small)
    said = kb("verify", "--domain", "serving")
    assert "0 entries checked: all 1 were skipped" in said.err


@pytest.mark.sandbox
def test_what_git_says_has_changed(kb: Any, team: Path, entry: Path) -> None:
    git = ["git", "-C", str(team), "-c", "user.name=a", "-c", "user.email=a@b.org"]
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-qm", "base"], check=True)
    assert kb("verify", "--changed").code == 2
    edit(entry / "faulty" / "train.py", "[16, 1]", "[8, 1]")
    said = kb("verify", "--changed")
    assert (said.code, said.out) == (0, "\n1 entry: 1 proven\n")


def test_without_a_sandbox_nothing_is_counted(
    kb: Any, entry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(_: Job) -> Ran:
        raise NoSandbox("no user namespaces; run: sysctl …")

    monkeypatch.setattr(sandbox, "run", refuses)
    said = kb("verify", "--record")
    assert (said.code, said.out) == (125, "")
    assert said.err.endswith("kb: no user namespaces; run: sysctl …\n")
    assert not (entry / "evidence.json").exists()


def test_a_read_only_layer_takes_no_evidence(
    kb: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    if not (handbook_root() / "tree.yaml").is_file():
        pytest.skip("no handbook here")
    said = kb("verify", "--record")
    assert said.code == 2
    assert "the handbook layer is read-only" in said.err


def slow_base(root: Path, quick: int, slow: int, seconds_of_sleep: str) -> None:
    """`quick` entries that are proven at once and `slow` ones that sleep."""
    (root / "entries").mkdir(parents=True)
    (root / "entries" / "tree.yaml").write_text("title: t\nnodes: {serving: {title: s}}\n")
    for number in range(quick + slow):
        folder = root / "entries" / f"e{number:03}"
        seconds = "0" if number < quick else seconds_of_sleep
        for side, state, end in (("faulty", "bad", 1), ("fixed", "good", 0)):
            (folder / side).mkdir(parents=True)
            (folder / side / "state").write_text(state)
            text = f"sleep {seconds}; cat state; exit {end}\n"
            (folder / side / "run.sh").write_text(text)
        (folder / "entry.yaml").write_text(
            textwrap.dedent("""\
                title: it is slow
                domain: serving
                parent: serving
                symptom: {error: bad}
                root_cause: it
                verify: {command: "[ -f state ] || exit 2; ! grep bad state", present: bad}
                fix: mend it
                case: {run: bash run.sh, limits: {seconds: 600}}
                origin: {kind: handbook}
                """)
        )


@pytest.mark.sandbox
@pytest.mark.slow
def test_ctrl_c_among_a_hundred_keeps_what_is_finished(tmp_path: Path) -> None:
    mark = f"600.{uuid.uuid4().int}"
    slow_base(tmp_path, quick=8, slow=92, seconds_of_sleep=mark)
    words = [sys.executable, "-m", "kb", "verify", "--record", "-j", "8", "--kb", str(tmp_path)]
    started = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    assert started.stderr is not None
    told = [started.stderr.readline() for _ in range(8)]
    asleep(started.pid)
    started.send_signal(signal.SIGINT)
    assert started.wait(120) == 130
    assert all(line.startswith("proven") for line in told)
    kept = [file.parent.name for file in tmp_path.glob("entries/*/evidence.json")]
    assert sorted(kept) == [f"e{number:03}" for number in range(8)]
    assert [pid for pid in sleeping(mark) if lives_on(pid)] == []


def lives_on(pid: int) -> bool:
    """Whether it is not gone soon: the kernel ends what was killed when it gets to it."""
    try:
        pidfd = os.pidfd_open(pid)
    except ProcessLookupError:
        return False
    try:
        return not select.select([pidfd], [], [], PATIENCE)[0]
    finally:
        os.close(pidfd)


def sleeping(mark: str) -> list[int]:
    """Processes of the interrupted run."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if words == f"sleep\0{mark}\0".encode():
            found.append(int(folder.name))
    return found
