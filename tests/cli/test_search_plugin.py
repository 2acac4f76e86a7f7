"""`pytest --kb-search`: the entry below a failed test, and the failure kept."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kb.capture import failed_tests, witness
from kb.search import rank, refresh
from kb.store import layers, read
from kb.store.homes import cache_home
from kb.store.incidents import every
from tests.conftest import ENTRY, TREE, write

pytest_plugins = ["pytester"]

# pytester forgets the modules that an inner run imports; these must not be loaded twice
LOADED = (read, rank, refresh)

MESSAGE = "Expected more than 1 value per channel when training, got input size torch.Size([1, 16])"
TESTS = f"""
def test_fine():
    assert True

def test_batch():
    print("two epochs went well")
    raise ValueError({MESSAGE!r})

def test_other_batch():
    raise ValueError({MESSAGE.replace("16", "32")!r})

def test_own():
    assert "a" == "b"
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a knowledge base and a few tests, most of which fail."""
    monkeypatch.setattr(layers, "handbook_root", lambda: pytester.path / "no-handbook")
    monkeypatch.setattr(failed_tests, "PATIENCE", 600.0)
    (pytester.path / ".git").mkdir()
    write(pytester.path / "entries" / "tree.yaml", TREE)
    write(pytester.path / "entries" / "batchnorm-single-sample" / "entry.yaml", ENTRY)
    write(pytester.path / "test_train.py", TESTS)
    return pytester.path


def run(pytester: pytest.Pytester, *words: str) -> pytest.RunResult:
    # the other plugin would leave a thread that waits for connections
    without = ("-p", "no:cacheprovider", "-p", "no:rerunfailures")
    return pytester.runpytest_inprocess(*without, *words)


@pytest.mark.usefixtures("project")
def test_the_entry_stands_below_each_failure_that_it_explains(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--kb-search")
    result.assert_outcomes(passed=1, failed=3)
    result.stdout.fnmatch_lines(
        [
            "*_ test_batch _*",
            "E*ValueError: Expected more*",
            "*- kb -*",
            "BatchNorm is given a single sample in training mode",
            "batchnorm-single-sample · *",
            "check   kb check batchnorm-single-sample --set module=…",
            "more    kb show batchnorm-single-sample",
            "*- Captured stdout call -*",
            "*_ test_other_batch _*",
            "*- kb -*",
            "*_ test_own _*",
            "kb: 2 kept; when it passes again, kb add records what it was",
        ]
    )
    assert result.stdout.str().count("- kb -") == 2


def test_what_failed_is_kept_as_an_incident(pytester: pytest.Pytester, project: Path) -> None:
    run(pytester, "--kb-search")
    kept, problems = every()
    assert problems == []
    assert {one.command: (one.symptom or "")[:20] for one in kept} == {
        ("pytest", "test_train.py::test_batch"): "ValueError: Expected",
        ("pytest", "test_train.py::test_own"): "AssertionError: asse",
    }
    (one,) = [one for one in kept if "batch" in one.program]
    assert (one.source, one.folder, one.exit_code) == ("pytest", str(project), 1)
    assert one.matched[0][0] == "batchnorm-single-sample"
    assert one.sources["test_train.py"] == TESTS
    assert "two epochs went well" in one.tail


def test_a_test_that_passes_again_is_noticed(pytester: pytest.Pytester, project: Path) -> None:
    run(pytester, "--kb-search")
    write(project / "test_train.py", TESTS.replace(f"raise ValueError({MESSAGE!r})", "pass"))
    result = run(pytester, "--kb-search", "-k", "batch")
    result.stdout.fnmatch_lines(["kb: 1 that failed before now passed; while you know why: kb add"])
    fixed = [one for one in every()[0] if one.fixed is not None]
    assert [one.program for one in fixed] == ["pytest test_train.py::test_batch"]


def test_a_test_whose_name_is_redacted_is_noticed_too(
    pytester: pytest.Pytester, project: Path
) -> None:
    named = "import pytest\n@pytest.mark.parametrize('host', ['10.1.2.3'])\ndef test_x(host): {}\n"
    write(project / "test_train.py", named.format("1 / 0"))
    run(pytester, "--kb-search")
    assert every()[0][0].program == "pytest test_train.py::test_x[<address>]"
    write(project / "test_train.py", named.format("pass"))
    run(pytester, "--kb-search")
    assert every()[0][0].fixed is not None


def test_a_file_that_cannot_be_collected_counts(pytester: pytest.Pytester, project: Path) -> None:
    write(project / "test_train.py", f"raise ValueError({MESSAGE!r})\n")
    result = run(pytester, "--kb-search")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*- kb -*", "batchnorm-single-sample · *"])


@pytest.mark.usefixtures("project")
def test_nothing_is_looked_up_unless_asked_for(pytester: pytest.Pytester) -> None:
    assert "kb" not in run(pytester).stdout.str().replace("kb-", "")
    assert every() == ([], [])


def plain(result: pytest.RunResult) -> list[str]:
    """Its outcome, without seconds and our lines."""
    return [line for line in result.outlines if line[:1] in ("E", "F", ">") or "passed" in line[:9]]


@pytest.mark.slow
@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("broken", ["index", "state", "entries", "search", "all of it"])
def test_whatever_goes_wrong_in_here_the_run_is_the_same(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    before = run(pytester)

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("out of luck\nand more")

    if broken == "index":
        run(pytester, "--kb-search")
        for file in (cache_home() / "search").rglob("*"):
            if file.is_file():
                file.write_bytes(b"no index at all" * 1000)
    elif broken == "state":
        monkeypatch.setenv("XDG_STATE_HOME", str(write(pytester.path / "a-file", "")))
    elif broken == "entries":
        shutil.rmtree(pytester.path / "entries")
        write(pytester.path / "entries" / "tree.yaml", "nodes: [\n")
    elif broken == "search":
        monkeypatch.setattr(witness, "captured", fail)
        monkeypatch.setattr(witness, "search", fail)
    else:
        monkeypatch.setattr(failed_tests, "look_up", fail)
    after = run(pytester, "--kb-search")
    assert (after.ret, plain(after)) == (before.ret, plain(before))
    assert "INTERNALERROR" not in after.stdout.str()
    said = [line for line in after.outlines if line.startswith("kb: ")]
    if broken == "state":
        assert len(said) == 1
        assert said[0].startswith("kb: incidents cannot be kept in ")
        after.stdout.fnmatch_lines(["batchnorm-single-sample · *"])
    if broken == "search":
        assert said == ["kb: out of luck"]


@pytest.mark.usefixtures("project")
def test_no_time_is_no_reason_to_wait(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(failed_tests, "PATIENCE", 0.0)
    result = run(pytester, "--kb-search")
    result.assert_outcomes(passed=1, failed=3)
    result.stdout.fnmatch_lines(["kb: 3 more were not looked up, for want of time"])
    assert every() == ([], [])


@pytest.mark.slow
@pytest.mark.usefixtures("project")
def test_in_several_processes(pytester: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    result = run(pytester, "--kb-search", "-n", "2")
    result.assert_outcomes(passed=1, failed=3)
    assert result.stdout.str().count("batchnorm-single-sample · ") == 2
    assert len(every()[0]) == 2
