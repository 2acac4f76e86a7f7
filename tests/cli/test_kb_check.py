"""`kb check` on one's own project, and of entries that look at the machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kb.store.layers import untrust

ID = "batchnorm-single-sample"
MODULE = ("--set", "module=data")

MACHINE = """\
title: A file lies about
domain: serving
parent: ports
symptom: {observed: a file lies about}
root_cause: Nobody took it away.
verify:
  command: "touch ran; [ ! -e {name} ] || { echo it lies here; exit 1; }"
  present: it lies here
  values: {name: {about: "the file", pattern: "[a-z.]+"}}
  looks_at: machine
fix: Take it away.
origin: {kind: handbook}
"""


@pytest.fixture
def project(team: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of one's own, inside the team's work tree; one is in it."""
    (team / "entries" / "file-lies-about").mkdir()
    (team / "entries" / "file-lies-about" / "entry.yaml").write_text(MACHINE)
    folder = team / "fit"
    folder.mkdir()
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    return folder


def check(kb: Any, project: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> Any:
    monkeypatch.chdir(project)
    return kb("check", *words)


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("sizes", "code", "told"),
    [
        ("[16, 1]", 1, "present: a batch of one\n"),
        ("[16, 2]", 0, "absent\n"),
        ("[]", 2, "inconclusive: exit code 1, but no line of stdout contains 'a batch of one'\n"),
    ],
)
def test_on_one_s_own_project(
    kb: Any, project: Path, monkeypatch: pytest.MonkeyPatch, sizes: str, code: int, told: str
) -> None:
    (project / "data.py").write_text(f"sizes = {sizes}\n")
    said = check(kb, project, monkeypatch, ID, *MODULE)
    assert said.out.startswith(told), said
    assert said.code == code
    assert ("fix: Use drop_last=True" in said.out) == (code == 1)
    assert ("ValueError: min() " in said.out) == (code == 2)


@pytest.mark.sandbox
def test_json(kb: Any, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "data.py").write_text("sizes = [1]\n")
    said = check(kb, project, monkeypatch, ID, *MODULE, "--json")
    assert said.code == 1
    assert (said.json["verdict"], said.json["why"]) == ("present", "a batch of one")
    assert said.json["fix"] == "Use drop_last=True, or GroupNorm."
    assert "from data import sizes" in said.json["command"]


@pytest.mark.sandbox
def test_nothing_is_written_into_the_project(
    kb: Any, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "data.py").write_text("open('made', 'w')\nsizes = [1]\n")
    said = check(kb, project, monkeypatch, ID, *MODULE)
    assert not (project / "made").exists()
    assert said.code == 1
    (project / "data.py").write_text("open('/made', 'w')\n")
    said = check(kb, project, monkeypatch, ID, *MODULE)
    assert said.code == 2
    assert "\n  next: /made lies outside the project" in said.out


@pytest.mark.sandbox
def test_its_time_may_be_set(kb: Any, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "data.py").write_text("import time\ntime.sleep(60)\n")
    said = check(kb, project, monkeypatch, ID, *MODULE, "--timeout", "0.5", "--json")
    assert (said.code, said.json["why"]) == (2, "the time limit was reached: more than 0.5 s")
    assert said.json["next"].startswith("give it longer with --timeout SECONDS")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "inconclusive: needs --set module=VALUE (the module that makes the batches)"),
        (("--set", "module=a;b"), "inconclusive: module='a;b' does not match"),
        (("--set", "modul=a"), "inconclusive: no placeholder 'modul'"),
    ],
)
def test_values_that_are_missing_or_do_not_fit(
    kb: Any,
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    told: str,
) -> None:
    said = check(kb, project, monkeypatch, ID, *words)
    assert said.code == 2
    assert said.out.startswith(told)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("batchnorm",), "did you mean batchnorm-single-sample"),
        ((ID, "--set", "module"), "--set module: write it as NAME=VALUE"),
        ((ID, *MODULE, "--python", "/nowhere"), "--python /nowhere: there is no such interpreter"),
    ],
)
def test_what_cannot_be_understood(
    kb: Any,
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    told: str,
) -> None:
    said = check(kb, project, monkeypatch, *words)
    assert (said.code, said.out) == (2, "")
    assert told in said.err


LOOK = ("file-lies-about", "--set", "name=core")


def test_the_machine_is_left_alone_without_a_yes(
    kb: Any, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = check(kb, project, monkeypatch, *LOOK)
    assert said.code == 2
    assert "inconclusive: it looks at the machine and was not run; say yes" in said.out
    assert "touch ran; [ ! -e core ]" in said.err
    assert not (project / "ran").exists()


@pytest.mark.parametrize(("lies", "code"), [(True, 1), (False, 0)])
def test_the_line_runs_as_it_is_on_a_yes(
    kb: Any, project: Path, monkeypatch: pytest.MonkeyPatch, lies: bool, code: int
) -> None:
    if lies:
        (project / "core").touch()
    said = check(kb, project, monkeypatch, *LOOK, "--yes")
    assert said.code == code
    assert (project / "ran").exists()
    assert "touch ran; [ ! -e core ]" in said.err


def test_an_untrusted_layer_never_runs_on_the_machine(
    kb: Any, team: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    untrust(team)
    said = check(kb, project, monkeypatch, *LOOK, "--yes")
    assert said.code == 2
    assert "the layer team is not trusted" in said.out
    assert not (project / "ran").exists()
