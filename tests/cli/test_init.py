import subprocess

import pytest

from kb.child import mkdocs

FILES = ("entries/tree.yaml", "mkdocs.yml", ".github/workflows/kb.yml", ".pre-commit-config.yaml")


def test_a_new_base_is_found_linted_and_ready(kb, tmp_path, monkeypatch):
    new = tmp_path / "new"
    said = kb("init", str(new))
    assert said.code == 0
    assert all((new / path).is_file() for path in FILES)
    subprocess.run(["git", "init", "-q", new], check=True)
    monkeypatch.chdir(new)
    assert kb("lint").code == 0
    domains = [node["id"] for node in kb("tree", "--json").json["children"]]
    assert domains[:5] == ["data-loading", "model-building", "training-loop", "serving", "logging"]


def test_git_sees_nothing_of_what_a_build_generates(kb, tmp_path, monkeypatch):
    new = tmp_path / "new"
    assert kb("init", str(new)).code == 0
    git = ("git", "-C", new, "-c", "user.name=x", "-c", "user.email=x@example.org")
    for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "Begin")):
        subprocess.run([*git, *words], check=True)
    monkeypatch.chdir(new)
    monkeypatch.setattr(mkdocs, "build", lambda *_: None)
    assert kb("site", "build").code == 0
    assert (new / "site/index.md").is_file()
    left = subprocess.run([*git, "status", "--short"], check=True, capture_output=True)
    assert left.stdout == b""


def test_what_was_there_stays(kb, tmp_path):
    new = tmp_path / "new"
    new.mkdir()
    (new / "mkdocs.yml").write_text("site_name: ours\n")
    said = kb("init", str(new))
    assert said.code == 0
    assert "kept  ../new/mkdocs.yml" in said.out
    assert (new / "mkdocs.yml").read_text() == "site_name: ours\n"


def test_a_second_init_is_refused(kb, tmp_path):
    new = tmp_path / "new"
    assert kb("init", str(new)).code == 0
    said = kb("init", str(new))
    assert said.code == 2
    assert "is already there" in said.err


@pytest.mark.parametrize("taken", ["entries", "mkdocs.yml/x"])
def test_a_file_in_the_way_is_one_clear_error(kb, tmp_path, taken):
    new = tmp_path / "new"
    new.mkdir()
    (new / taken.split("/")[0]).write_text("")
    said = kb("init", str(new))
    assert (said.code, "Traceback" in said.err) == (
        (2, False) if taken == "entries" else (0, False)
    )
