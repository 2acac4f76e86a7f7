"""An incident on disk: met again, fixed, opened again."""

from __future__ import annotations

import subprocess
from pathlib import Path
from threading import Thread

import pytest
from incidents import incident

from kb.capture import sources
from kb.capture.life import mended, remember, reopen
from kb.errors import NotFound
from kb.store.incidents import drop, every

pytestmark = pytest.mark.journey


def test_the_same_failure_again_takes_the_place_of_the_first() -> None:
    first = remember(incident(sources={"a.py": "1"}))
    again = remember(incident(id="later", ended=5000.0, first=5000.0, sources={"a.py": "2"}))
    assert (again.id, again.times, again.first, again.ended) == (first.id, 2, 1000.0, 5000.0)
    assert again.sources == {"a.py": "2"}
    assert every() == ([again], [])


def test_eight_at_once_are_one() -> None:
    threads = [Thread(target=remember, args=(incident(id=f"rank-{n}"),)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [one.times for one in every()[0]] == [8]


def test_another_failure_is_another_incident() -> None:
    remember(incident())
    remember(incident(symptom="KeyError: 'spoon'"))
    remember(incident(folder="/elsewhere"))
    assert len(every()[0]) == 3


def test_what_was_fixed_and_fails_again_is_another_one() -> None:
    fixed = mended(remember(incident(folder="/nowhere")), 2000.0)
    again = remember(incident(folder="/nowhere", ended=3000.0, first=3000.0))
    assert every()[0] == [again, fixed]
    assert again.times == 1


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A repository with two files, one of which differs from the commit."""
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git, "init", "-q"], check=True)
    (tmp_path / "train.py").write_text("import loader\n")
    (tmp_path / "loader.py").write_text("size = 16\n")
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "first"], check=True)
    (tmp_path / "train.py").write_text("import loader, os\n")
    return tmp_path


def failed_in(folder: Path, rev: str | None) -> object:
    files = sources.texts(folder, ["train.py", *sources.changed(folder, rev)])
    return remember(incident(folder=str(folder), rev=rev, sources=files))


def test_the_files_of_the_fix_pair_with_those_of_the_failure(work: Path) -> None:
    rev = subprocess.check_output(["git", "-C", work, "rev-parse", "HEAD"], text=True).strip()
    failed = failed_in(work, rev)
    (work / "loader.py").write_text("size = 17\n")
    (work / "new.py").write_text("x = 1\n")
    fixed = mended(failed, 2000.0)  # type: ignore[arg-type]
    assert fixed.sources == {"train.py": "import loader, os\n", "loader.py": "size = 16\n"}
    assert fixed.fixed_sources == {
        "train.py": "import loader, os\n",
        "loader.py": "size = 17\n",
        "new.py": "x = 1\n",
    }
    assert every()[0] == [fixed]


def test_a_fix_that_was_committed_is_seen_too(work: Path) -> None:
    rev = subprocess.check_output(["git", "-C", work, "rev-parse", "HEAD"], text=True).strip()
    failed = failed_in(work, rev)
    (work / "loader.py").write_text("size = 17\n")
    git = ["git", "-C", str(work), "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git, "commit", "-q", "-a", "-m", "fix"], check=True)
    fixed = mended(failed, 2000.0)  # type: ignore[arg-type]
    assert fixed.sources["loader.py"] == "size = 16\n"
    assert fixed.fixed_sources["loader.py"] == "size = 17\n"


def test_a_fix_is_noted_once_and_can_be_taken_back(tmp_path: Path) -> None:
    failed = remember(incident(folder=str(tmp_path)))
    assert mended(failed, 2000.0).fixed == 2000.0
    assert mended(failed, 3000.0).fixed == 2000.0
    assert reopen(failed) == failed
    drop(failed.id)
    with pytest.raises(NotFound):
        mended(failed, 4000.0)
