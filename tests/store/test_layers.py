"""Which knowledge bases count from where, and which of them are trusted."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from kb.errors import InvalidFiles, NotFound, Refused
from kb.store import roots
from kb.store.choices import Choices, choices_file, decide, read_choices
from kb.store.layers import (
    Layer,
    add_layer,
    by_authority,
    drop_layer,
    find_layers,
    for_new,
    nearest,
    trust,
    untrust,
)
from kb.store.roots import handbook_root
from kb.store.scan import scan

CHECKOUT = Path(__file__).parents[2]


def names(found: tuple[Layer, ...]) -> list[str]:
    return [layer.name for layer in found]


def test_outside_of_any_work_tree_there_are_the_personal_layer_and_the_handbook(
    tmp_path: Path, home: Path
) -> None:
    personal, handbook = find_layers(cwd=tmp_path)
    assert personal == Layer("personal", home / ".local/share/kb/entries", True, True)
    assert handbook == Layer("handbook", CHECKOUT / "entries", False, True)


def test_the_personal_layer_follows_xdg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert find_layers(cwd=tmp_path)[0].root == tmp_path / "data" / "kb" / "entries"
    monkeypatch.setenv("XDG_DATA_HOME", "relative/is/invalid")
    assert find_layers(cwd=tmp_path)[0].root == Path.home() / ".local/share/kb/entries"


def test_the_team_layer_is_found_from_anywhere_in_its_work_tree(team: Path) -> None:
    inside = team / "src" / "deep"
    inside.mkdir(parents=True)
    for place in (team, inside, team / "entries" / "port-taken"):
        found = find_layers(cwd=place)
        assert names(found) == ["personal", "team", "handbook"]
        assert found[1] == Layer("team", team / "entries", writable=True, trusted=False)


def test_no_team_layer_outside_of_git_or_above_the_work_tree(team: Path) -> None:
    inner = team / "other-project"
    (inner / ".git").mkdir(parents=True)
    assert names(find_layers(cwd=inner)) == ["personal", "handbook"]
    shutil.rmtree(team / ".git")
    assert names(find_layers(cwd=team)) == ["personal", "handbook"]


def test_the_nearest_base_inside_one_work_tree_counts(team: Path) -> None:
    shutil.copytree(team / "entries", team / "docs" / "faults" / "entries")
    assert find_layers(cwd=team / "docs" / "faults")[1].root == team / "docs/faults/entries"
    assert find_layers(cwd=team / "docs")[1].root == team / "entries"


def test_entries_that_are_a_symlink_are_no_team_layer(team: Path, tmp_path: Path) -> None:
    (team / "entries").rename(tmp_path / "moved")
    (team / "entries").symlink_to(tmp_path / "moved")
    assert names(find_layers(cwd=team)) == ["personal", "handbook"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="gives files away")
@pytest.mark.parametrize("given", ["entries", "entries/tree.yaml", ".git", "."])
def test_what_another_user_owns_is_left_out(team: Path, given: str) -> None:
    os.chown(team / given, 65534, 65534)
    assert names(find_layers(cwd=team)) == ["personal", "handbook"]
    assert roots.foreign_root(team) == team / "entries"
    os.chown(team / given, 0, 0)
    assert names(find_layers(cwd=team)) == ["personal", "team", "handbook"]
    assert roots.foreign_root(team) is None


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="gives files away")
def test_another_users_home_gives_no_trust(team: Path, home: Path) -> None:
    """As under `sudo`, which may keep HOME."""
    trust(team)
    (home / ".local/share/kb/entries").mkdir(parents=True)
    os.chown(choices_file(), 65534, 65534)
    os.chown(home / ".local/share/kb/entries", 65534, 65534)
    found = find_layers(cwd=team)
    assert [(layer.name, layer.trusted) for layer in found] == [
        ("personal", False),
        ("team", False),
        ("handbook", True),
    ]
    with pytest.raises(Refused, match="belongs to another user"):
        trust(team)


def test_a_given_folder_stands_in_for_the_team(base: Path, tmp_path: Path) -> None:
    for given in (base, base.parent):
        found = find_layers(given, cwd=tmp_path)
        assert names(found) == ["personal", "team", "handbook"]
        assert found[1].root == base
    with pytest.raises(NotFound, match=r"no knowledge base in .*; make one with: kb init"):
        find_layers(tmp_path)
    with pytest.raises(NotFound, match="there is no folder"):
        find_layers(tmp_path / "nothing")


def test_a_folder_that_is_gone_has_no_team_layer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert names(find_layers()) == ["personal", "handbook"]


def test_a_user_without_a_home_has_no_personal_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    personal = find_layers(cwd=tmp_path)[0]
    assert personal.root == Path("/nonexistent/.local/share/kb/entries")
    assert list(scan(personal.root)) == []


def test_a_given_folder_may_be_the_personal_one(home: Path) -> None:
    root = home / ".local/share/kb/entries"
    root.mkdir(parents=True)
    for given in (root, root.parent):
        assert names(find_layers(given)) == ["personal", "handbook"]
    assert nearest(find_layers(root)).name == "personal"


def test_inside_its_own_checkout_the_handbook_is_the_team_layer() -> None:
    """Its code runs already, so there is nothing left to trust; and it counts once."""
    found = find_layers(CHECKOUT)
    assert names(found) == ["personal", "team"]
    assert found[1] == Layer("team", CHECKOUT / "entries", writable=True, trusted=True)


def test_an_installed_package_has_its_handbook_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site-packages" / "kb"
    (package / "handbook").mkdir(parents=True)
    (tmp_path / "site-packages" / "entries").mkdir()
    (tmp_path / "site-packages" / "pyproject.toml").touch()
    monkeypatch.setattr(roots, "__file__", str(package / "store" / "roots.py"))
    assert handbook_root() == package / "handbook"


def test_added_layers_count_from_everywhere_until_they_are_dropped(
    base: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other" / base.parent.name / "entries"
    shutil.copytree(base, other)
    assert add_layer(base).name == "base"
    assert add_layer(base) == add_layer(base.parent), "added once"
    assert add_layer(other).name == "base+", "names differ"
    found = find_layers(cwd=tmp_path)
    assert names(found) == ["personal", "base", "base+", "handbook"]
    assert (found[1].root, found[1].writable, found[1].trusted) == (base, True, False)
    assert nearest(found) == for_new(found) == found[1]

    shutil.rmtree(other)
    assert names(find_layers(cwd=tmp_path)) == ["personal", "base", "handbook"]
    drop_layer(other.parent)
    drop_layer(base)
    assert read_choices() == Choices()
    with pytest.raises(NotFound, match="was not added"):
        drop_layer(base)


def test_which_layer_is_the_nearest_and_takes_new_entries(team: Path, tmp_path: Path) -> None:
    here = find_layers(cwd=team)
    assert nearest(here).name == for_new(here).name == "team"
    away = find_layers(cwd=tmp_path)
    assert (nearest(away).name, for_new(away).name) == ("handbook", "personal")
    away[0].root.mkdir(parents=True)
    assert nearest(away).name == "personal"


def test_trust_is_given_and_taken_back(team: Path) -> None:
    assert trust(team) == team / "entries"
    assert find_layers(cwd=team)[1].trusted
    assert [layer.name for layer in by_authority(find_layers(cwd=team))] == names(
        find_layers(cwd=team)
    )
    untrust(team)
    found = find_layers(cwd=team)
    assert not found[1].trusted
    assert [layer.name for layer in by_authority(found)] == ["personal", "handbook", "team"]
    with pytest.raises(NotFound, match="was not trusted"):
        untrust(team)


def test_choices_are_for_their_owner_alone(base: Path) -> None:
    trust(base)
    file = choices_file()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    file.chmod(0o666)
    assert read_choices() == Choices(), "anybody could have written it"
    with pytest.raises(Refused, match="chmod 600"):
        decide(lambda _: Choices())


@pytest.mark.parametrize("text", ["", "{", "[]", '{"added": 1, "trusted": []}', '{"added": [1]}'])
def test_damaged_choices_are_told(base: Path, text: str) -> None:
    trust(base)
    choices_file().write_text(text)
    with pytest.raises(InvalidFiles, match=r"layers\.json.*is damaged; delete it"):
        find_layers(base)


def test_choices_are_kept_as_paths(base: Path) -> None:
    add_layer(base.parent)
    trust(base)
    assert json.loads(choices_file().read_text()) == {"added": [str(base)], "trusted": [str(base)]}


def test_finding_and_scanning_layers_is_light() -> None:
    """On the path of every search: neither YAML nor the schema is imported."""
    code = (
        "import sys; from kb.store.layers import find_layers; from kb.store.scan import scan; "
        "[list(scan(layer.root)) for layer in find_layers()]; "
        "print(sorted({name.split('.')[0] for name in sys.modules}))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for heavy in ("pydantic", "ruamel", "yaml", "platformdirs", "rich", "typer", "json", "hashlib"):
        assert f"'{heavy}'" not in ran.stdout
