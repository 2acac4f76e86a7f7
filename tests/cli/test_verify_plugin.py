"""`pytest --kb-verify`: entries as tests. The sandbox is exchanged for one that answers at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from planted import PRESENT, Runner, ran

from kb import sandbox
from kb.store import read

pytest_plugins = ["pytester"]

# pytester forgets the modules that an inner run imports; these must not be loaded twice
LOADED = (sandbox, read)

ENTRY = """\
title: BatchNorm is given a single sample
domain: serving
parent: serving
symptom: {{error: "ValueError: Expected more than 1 value per channel, got input size [1, 16]"}}
root_cause: it
verify: {{command: python check.py, present: {present}}}
fix: mend it
{case}
origin: {{kind: handbook}}
"""
CASE = "case: {run: python train.py}"


@pytest.fixture
def entries(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two entries, one with a case; the answers prove it."""
    monkeypatch.setattr(sandbox, "run", Runner())
    root = pytester.mkdir("entries")
    (root / "tree.yaml").write_text("title: t\nnodes: {serving: {title: s}}\n")
    for id, case in (("with-case", CASE), ("claimed-only", "")):
        for side in ("faulty", "fixed"):
            (root / id / side).mkdir(parents=True)
            (root / id / side / "train.py").write_text(side)
        (root / id / "entry.yaml").write_text(ENTRY.format(present=PRESENT, case=case))
    return root


def run(pytester: pytest.Pytester, *words: str) -> pytest.RunResult:
    # which would leave a thread that waits for connections
    return pytester.runpytest_inprocess("-rs", "-p", "no:rerunfailures", *words)


def test_each_entry_is_a_test(pytester: pytest.Pytester, entries: Path) -> None:
    result = run(pytester, "--kb-verify", "-v", str(entries))
    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(
        ["*entries/with-case/entry.yaml::with-case PASSED*", "*claimed: no case proves it*"]
    )


def test_nothing_is_collected_unless_asked_for(pytester: pytest.Pytester, entries: Path) -> None:
    run(pytester, str(entries)).assert_outcomes()


def test_a_broken_entry_fails_with_its_reason(
    pytester: pytest.Pytester, entries: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "run", Runner({"faulty-check": ran(0)}))
    result = run(pytester, "--kb-verify", f"{entries}/with-case")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*with-case is broken", "*the command always passes*", "*run it alone:  kb verify *"]
    )


def test_a_verdict_that_changes_fails(
    pytester: pytest.Pytester, entries: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [ran(1, PRESENT), ran(0), ran(1, PRESENT)]
    monkeypatch.setattr(sandbox, "run", Runner({"faulty-check": answers}))
    result = run(pytester, "--kb-verify", "--kb-repeat", "3", f"{entries}/with-case")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*changes its verdict on repetition: absent 1×, present 2×"])


def test_an_entry_that_cannot_be_read_fails_in_one_line(
    pytester: pytest.Pytester, entries: Path
) -> None:
    (entries / "with-case" / "entry.yaml").write_text("titel: x\n")
    result = run(pytester, "--kb-verify", f"{entries}/with-case")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*entry.yaml:1: titel:*"])
    assert "Traceback" not in result.stdout.str()


def test_files_of_a_case_are_never_imported(pytester: pytest.Pytester, entries: Path) -> None:
    for name in ("conftest.py", "test_evil.py"):
        text = f"open({str(pytester.path / 'ran')!r}, 'w')\ndef test_x(): pass\n"
        (entries / "with-case" / "faulty" / name).write_text(text)
    run(pytester, "--kb-verify", str(entries)).assert_outcomes(passed=1, skipped=1)
    assert not (pytester.path / "ran").exists()


@pytest.mark.usefixtures("entries")
def test_other_tests_are_collected_beside(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_own(): pass")
    run(pytester, "--kb-verify").assert_outcomes(passed=2, skipped=1)


@pytest.mark.slow
def test_in_several_processes(pytester: pytest.Pytester, entries: Path) -> None:
    pytest.importorskip("xdist")
    # claimed entries with placeholders need no sandbox, so the other processes can do them
    entry = ENTRY.format(present=PRESENT, case="").replace(
        "verify: {", "verify: {values: {x: {about: it, pattern: a}}, "
    )
    for id in ("with-case", "claimed-only"):
        (entries / id / "entry.yaml").write_text(entry)
    result = pytester.runpytest_subprocess("--kb-verify", "-n", "2", str(entries))
    result.assert_outcomes(skipped=2)
