"""Paths that a terminal would act on, that are no UTF-8, that are too long, that are no files."""

import json
import os
import sys
from pathlib import Path

import pytest

from kb.text import printable
from tests.cli.conftest import Kb

ODD = ["a\x1b[31mred", "\u202egnp", "b\x07l", "n\nl"]


@pytest.fixture(params=ODD)
def odd(request, tmp_path) -> Path:
    folder = tmp_path / request.param
    folder.mkdir()
    return folder


def test_no_command_prints_an_odd_folder_raw(kb: Kb, odd, monkeypatch):
    told = [kb("init", str(odd))]
    monkeypatch.setenv("KB_DIR", str(odd))
    told += [
        kb("tree", "add", "gpu-lost", "--title", "It is gone", "--parent", "serving"),
        kb("tree", "rename", "gpu-lost", "gpu-gone"),
        kb("layer", "list"),
        kb("layer", "add", str(odd)),
        kb("trust", "--revoke", str(odd)),
        kb("lint"),
        kb("layer", "remove", str(odd)),
        kb("layer", "add", str(odd)),
    ]
    assert [said.code for said in told] == [0] * 9
    for said in told:
        assert printable(said.out) == said.out
        assert printable(said.err) == said.err


def test_a_folder_whose_name_is_no_utf_8_is_a_base_as_any_other(kb: Kb, tmp_path, monkeypatch):
    folder = os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe")
    assert kb("init", folder).code == 0
    monkeypatch.setenv("KB_DIR", folder)
    listed = kb("layer", "list")
    assert (listed.code, "\\udcff\\udcfe/entries  (trusted, 0 entries)" in listed.out) == (0, True)
    assert kb("lint").code == 0


@pytest.mark.parametrize("words", [["add", "--draft"], ["init"], ["add"], ["import"], ["trust"]])
@pytest.mark.parametrize("path", ["x" * 5000, "x/" * 3000])
def test_a_path_that_cannot_be_is_one_line(kb: Kb, words, path):
    said = kb(*words, path)
    assert (said.code, said.out) == (2, "")
    assert "bug" not in said.err
    assert said.err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no such devices")
@pytest.mark.parametrize("words", [["add", "--yes"], ["import"], ["add", "--draft"]])
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full", "/dev/urandom"])
def test_a_device_is_no_file(kb: Kb, words, device):
    said = kb(*words, device)
    assert (said.code, said.out) == (2, "")
    assert device in said.err


def test_choices_are_kept_for_every_path(tmp_path, team):
    from kb.store.choices import choices_file
    from kb.store.layers import trust

    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    (folder / "entries").mkdir(parents=True)
    (folder / "entries" / "tree.yaml").write_bytes((team / "entries" / "tree.yaml").read_bytes())
    root = trust(folder)
    assert str(root) in json.loads(choices_file().read_text())["trusted"]
