"""`kb layer` and `kb trust`, as they are called."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Kb


def test_layers_are_listed_nearest_first(kb: Kb, team: Path) -> None:
    said = kb("layer", "list", "--json")
    assert said.code == 0
    assert [(row["name"], row["trusted"]) for row in said.json] == [
        ("personal", True),
        ("team", True),
        ("handbook", True),
    ]
    assert said.json[1] == {
        "name": "team",
        "root": str(team / "entries"),
        "entries": 2,
        "writable": True,
        "trusted": True,
    }
    shown = kb("layer", "list").out.splitlines()
    assert shown[1] == "team      entries  (trusted, 2 entries)"
    assert shown[2].endswith("read-only)")


def test_a_layer_is_added_and_removed(
    kb: Kb, team: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "away").mkdir()
    monkeypatch.chdir(tmp_path / "away")
    kb("trust", "--revoke", str(team))
    said = kb("layer", "add", str(team))
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines() == [
        "added base: ../base/entries",
        "It shadows nothing and runs nothing yet; to allow that: kb trust ../base",
    ]
    assert [row["name"] for row in kb("layer", "list", "--json").json] == [
        "personal",
        "base",
        "handbook",
    ]
    assert kb("layer", "remove", str(team)).code == 0
    assert kb("layer", "remove", str(team)).code == 2


def test_trust_is_taken_back_and_given_where_one_stands(kb: Kb, team: Path) -> None:
    def trusted() -> bool:
        return bool(kb("layer", "list", "--json").json[1]["trusted"])

    assert kb("trust", "--revoke").out == "no longer trusted: entries\n"
    assert not trusted()
    assert kb("trust").out == "trusted: entries\n"
    assert trusted()
    assert kb("trust", "--revoke", str(team)).code == 0
    again = kb("trust", "--revoke")
    assert (again.code, again.out) == (2, "")
    assert "was not trusted" in again.err


def test_where_there_is_nothing_to_trust_or_add(
    kb: Kb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (["trust"], ["trust", str(tmp_path)], ["layer", "add", str(tmp_path)]):
        said = kb(*words)
        assert (said.code, said.out) == (2, "")
        assert said.err.startswith("kb: no knowledge base in")
        assert said.err.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="gives files away")
def test_what_another_user_owns_is_named_and_left_out(kb: Kb, team: Path) -> None:
    os.chown(team / "entries", 65534, 65534)
    said = kb("layer", "list")
    assert "team" not in [line.split()[0] for line in said.out.splitlines()]
    assert said.err == (
        "kb: entries is left out, for another user owns it; if you know whose it is: "
        "kb layer add .\n"
    )
    refused = kb("trust")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "belongs to another user" in refused.err
