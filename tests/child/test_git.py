"""git, the real one, in repositories made here."""

from __future__ import annotations

import datetime as dt
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path, PurePosixPath

import pytest

from kb.child import git
from kb.errors import NotFound, ToolMissing


@pytest.fixture(autouse=True)
def own_config(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "T")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "t@example.org")
        monkeypatch.setenv(f"GIT_{who}_DATE", "2026-11-30T10:00:00+00:00")


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    top = tmp_path / "a repo"
    top.mkdir()
    call(top, "init", "-q", "-b", "main")
    put(top, "entries/one/entry.yaml", "title: one\n")
    put(top, "README.md", "read\n")
    call(top, "add", ".")
    call(top, "commit", "-q", "-m", "first")
    return top


def call(top: Path, *words: str) -> str:
    return subprocess.run(
        ["git", "-C", str(top), *words], check=True, capture_output=True, text=True
    ).stdout.strip()


def put(top: Path, name: str, text: str) -> Path:
    path = top / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def names(*paths: str) -> tuple[PurePosixPath, ...]:
    return tuple(map(PurePosixPath, paths))


def test_work_tree_is_the_top(repo: Path) -> None:
    assert git.work_tree(repo / "entries" / "one") == repo


def test_no_work_tree(tmp_path: Path) -> None:
    assert git.work_tree(tmp_path) is None
    assert git.work_tree(tmp_path / "not there") is None
    assert git.rev(tmp_path) is None


def test_no_git_is_no_work_tree(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(repo))
    assert git.work_tree(repo) is None
    with pytest.raises(ToolMissing, match="install git"):
        git.rev(repo)


def test_rev(repo: Path) -> None:
    assert git.rev(repo) == call(repo, "rev-parse", "HEAD")
    assert git.rev(repo, "main") == git.rev(repo)
    assert git.rev(repo, "nowhere") is None


def test_a_ref_is_never_an_option(repo: Path) -> None:
    assert git.rev(repo, "--show-toplevel") is None
    with pytest.raises(NotFound, match="--output=gone"):
        git.changed(repo, "--output=gone")
    assert not (repo / "gone").exists()


def test_changed_lists_modified_new_moved_and_deleted(repo: Path) -> None:
    put(repo, "entries/two/entry.yaml", "title: two\n")
    call(repo, "add", ".")
    call(repo, "commit", "-q", "-m", "second")
    put(repo, "entries/one/entry.yaml", "title: uno\n")
    put(repo, "entries/three/a ü \n.txt", "new\n")
    put(repo, "README.md", "outside the folder\n")
    call(repo, "mv", "entries/two", "entries/deux")
    assert git.changed(repo / "entries") == names(
        "deux/entry.yaml", "one/entry.yaml", "three/a ü \n.txt", "two/entry.yaml"
    )


def test_changed_leaves_ignored_files_out(repo: Path) -> None:
    put(repo, ".gitignore", "*.log\n")
    put(repo, "entries/one/run.log", "x\n")
    assert git.changed(repo / "entries") == ()


def test_changed_since_a_branch_counts_only_this_side(repo: Path) -> None:
    call(repo, "checkout", "-q", "-b", "topic")
    put(repo, "entries/mine/entry.yaml", "title: mine\n")
    call(repo, "add", ".")
    call(repo, "commit", "-q", "-m", "mine")
    call(repo, "checkout", "-q", "main")
    put(repo, "entries/theirs/entry.yaml", "title: theirs\n")
    call(repo, "add", ".")
    call(repo, "commit", "-q", "-m", "theirs")
    call(repo, "checkout", "-q", "topic")
    assert git.changed(repo / "entries", "main") == names("mine/entry.yaml")


def test_changed_before_the_first_commit(tmp_path: Path) -> None:
    new = tmp_path / "new"
    put(new, "entries/one/entry.yaml", "x")
    call(new, "init", "-q")
    call(new, "add", ".")
    put(new, "entries/two/entry.yaml", "x")
    assert git.changed(new / "entries") == names("one/entry.yaml", "two/entry.yaml")


def test_history_by_the_name_of_each_folder(repo: Path) -> None:
    put(repo, "entries/two/faulty/train.py", "x\n")
    put(repo, "entries/one/entry.yaml", "title: uno\n")
    call(repo, "add", ".")
    call(repo, "commit", "-q", "--date", "2026-12-02T09:00:00+00:00", "-m", "second: on two")
    history = git.history(repo / "entries")
    second, first = history["one"]
    assert (first.subject, second.subject) == ("first", "second: on two")
    assert second == git.Commit(git.rev(repo) or "", dt.date(2026, 12, 2), "second: on two")
    assert history["two"] == (second,)
    assert set(history) == {"one", "two"}
    assert git.dates(repo / "entries" / "one") == (dt.date(2026, 12, 2), dt.date(2026, 11, 30))


def test_no_history_before_the_first_commit(tmp_path: Path) -> None:
    call(tmp_path, "init", "-q")
    assert git.history(tmp_path) == {}
    assert git.dates(tmp_path) == ()


def test_commit_takes_only_what_it_is_given(repo: Path) -> None:
    new = put(repo, "entries/two/entry.yaml", "title: two\n")
    put(repo, "README.md", "not finished\n")
    call(repo, "add", "README.md")
    rev = git.commit(repo, [new.parent], "--amend\n\n# a body, not a comment")
    assert rev == call(repo, "rev-parse", "HEAD")
    assert call(repo, "log", "-1", "--format=%B") == "--amend\n\n# a body, not a comment"
    assert call(repo, "show", "--name-only", "--format=") == "entries/two/entry.yaml"
    assert call(repo, "diff", "--cached", "--name-only") == "README.md"


def test_commits_at_once_wait_for_each_other(repo: Path) -> None:
    files = [repo / "entries" / f"file-{number}" for number in range(6)]
    for file in files:
        file.write_text(file.name)
    with ThreadPoolExecutor(len(files)) as pool:
        revs = list(pool.map(lambda file: git.commit(repo, [file], file.name), files))
    log = call(repo, "log", "-6", "--format=%H %s").split("\n")
    assert {f"{rev} {file.name}" for rev, file in zip(revs, files, strict=True)} == set(log)


def test_a_lock_left_behind_is_told(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git, "_TRIES", 2)
    (repo / ".git" / "index.lock").touch()
    (repo / "new").touch()
    with pytest.raises(ToolMissing, match=r"git add in .* failed: "):
        git.commit(repo, [repo / "new"], "New")


def test_commit_of_a_deleted_folder(repo: Path) -> None:
    gone = repo / "entries" / "one"
    (gone / "entry.yaml").unlink()
    gone.rmdir()
    assert git.commit(repo, [gone], "Drop one") == git.rev(repo)
    assert call(repo, "ls-files") == "README.md"


def test_commit_of_nothing(repo: Path) -> None:
    assert git.commit(repo, [], "nothing") is None
    assert git.commit(repo, [repo / "entries"], "nothing") is None
    assert call(repo, "rev-list", "--count", "HEAD") == "1"


def test_a_path_is_never_a_pattern(repo: Path) -> None:
    put(repo, "entries/two/entry.yaml", "x\n")
    starred = put(repo, "entries/*/entry.yaml", "x\n")
    git.commit(repo, [starred], "Only the star")
    assert call(repo, "show", "--name-only", "--format=") == "entries/*/entry.yaml"


def test_commit_runs_the_hooks_of_the_person(repo: Path) -> None:
    hook = put(repo, ".git/hooks/pre-commit", "#!/bin/sh\necho no entry today >&2\nexit 1\n")
    hook.chmod(0o755)
    new = put(repo, "entries/two/entry.yaml", "title: two\n")
    with pytest.raises(ToolMissing, match=r"git commit in .* failed: no entry today"):
        git.commit(repo, [new], "Two")
    assert new.read_text() == "title: two\n"


def test_reading_starts_no_program_of_the_config(repo: Path) -> None:
    trap = put(repo, ".git/trap", '#!/bin/sh\ntouch "$(dirname "$0")/sprung"\nexit 0\n')
    trap.chmod(0o755)
    (repo / ".git/hooks").mkdir(exist_ok=True)
    for hook in ("post-index-change", "pre-commit", "post-checkout"):
        (repo / ".git/hooks" / hook).unlink(missing_ok=True)
        (repo / ".git/hooks" / hook).symlink_to(trap)
    for key in ("core.fsmonitor", "diff.external", "core.pager", "pager.log", "gpg.program"):
        call(repo, "config", key, str(trap))
    call(repo, "config", "log.showSignature", "true")
    put(repo, ".gitattributes", "*.yaml diff=trap\n")
    call(repo, "config", "diff.trap.textconv", str(trap))
    call(repo, "config", "diff.trap.command", str(trap))
    (repo / ".git/sprung").unlink(missing_ok=True)
    put(repo, "entries/one/entry.yaml", "title: uno\n")
    assert git.changed(repo / "entries") == names("one/entry.yaml")
    git.work_tree(repo)
    git.rev(repo)
    git.history(repo / "entries")
    git.dates(repo / "entries")
    assert not (repo / ".git/sprung").exists()


def test_a_hook_of_another_repository_does_not_mislead(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    call(other, "init", "-q")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git" / "index"))
    assert git.work_tree(repo) == repo
    assert git.rev(repo) is not None


@pytest.mark.parametrize("name", ["trap", "a=b", "a.b.clean"])
@pytest.mark.parametrize("part", ["clean", "process", "smudge"])
@pytest.mark.parametrize("given", [0, 1])
def test_reading_starts_no_filter_of_the_repository(
    repo: Path, monkeypatch: pytest.MonkeyPatch, name: str, part: str, given: int
) -> None:
    trap = put(repo, ".git/trap", '#!/bin/sh\ntouch "$(dirname "$0")/sprung"\nexec cat\n')
    trap.chmod(0o755)
    put(repo, ".git/config.more", f'[filter "{name}"]\n{part} = {trap}\nrequired = true\n')
    call(repo, "config", "include.path", "config.more")
    put(repo, ".gitattributes", f"*.yaml filter={name}\n")
    put(repo, "entries/one/entry.yaml", "title: uno\n")
    if given:
        monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
        monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.abbrev")
        monkeypatch.setenv("GIT_CONFIG_VALUE_0", "12")
    assert git.changed(repo / "entries") == names("one/entry.yaml")
    assert "+title: uno" in git.difference(repo / "entries", names("one/entry.yaml"))
    assert not (repo / ".git/sprung").exists()


def test_reading_fetches_nothing(repo: Path) -> None:
    trap = put(repo, ".git/trap", '#!/bin/sh\ntouch "$(dirname "$0")/sprung"\n')
    trap.chmod(0o755)
    call(repo, "config", "core.repositoryFormatVersion", "1")
    call(repo, "config", "extensions.partialClone", "origin")
    call(repo, "config", "remote.origin.promisor", "true")
    call(repo, "config", "remote.origin.url", "ext::" + str(trap).replace(" ", "% "))
    call(repo, "config", "protocol.allow", "always")
    blob = call(repo, "rev-parse", "HEAD:entries/one/entry.yaml").strip()
    (repo / ".git/objects" / blob[:2] / blob[2:]).unlink()
    assert git.content(repo, "HEAD", PurePosixPath("entries/one/entry.yaml")) is None
    assert not (repo / ".git/sprung").exists()


@pytest.mark.parametrize("path", [".:{}", ":{}", "{}:.", "bin:{}"])
def test_no_git_is_taken_from_the_folder_one_stands_in(
    repo: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    for place in ("git", "bin/git"):
        put(repo, place, "#!/bin/sh\ntouch sprung\n").chmod(0o755)
    monkeypatch.chdir(repo)
    monkeypatch.setenv("PATH", path.format(os.environ["PATH"]))
    assert git.work_tree(repo) == repo
    assert git.rev(repo) is not None
    monkeypatch.setenv("PATH", ".:bin")
    assert git.work_tree(repo) is None
    assert not (repo / "sprung").exists()
