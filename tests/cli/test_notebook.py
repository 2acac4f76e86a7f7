"""`%load_ext kb` in a real IPython: the entry below a traceback, the failure kept."""

from __future__ import annotations

import builtins
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kb import notebook
from kb.capture import witness
from kb.store import layers
from kb.store.incidents import every
from tests.conftest import write

interactiveshell = pytest.importorskip("IPython.core.interactiveshell")

MESSAGE = "Expected more than 1 value per channel when training, got input size torch.Size([1, 16])"
CELL = f"""def step(batch):
    raise ValueError({MESSAGE!r})
step(1)"""


class Shell:
    """An IPython of this test's own; `run` hands back what a cell printed and how it ended."""

    def __init__(self, capfd: pytest.CaptureFixture[str]) -> None:
        from traitlets.config import Config

        config = Config()
        config.HistoryManager.enabled = False
        config.InteractiveShell.colors = "NoColor"
        config.InteractiveShell.autoindent = False
        self.shell = interactiveshell.InteractiveShell(config=config)
        self.capfd = capfd
        self.shell.run_line_magic("load_ext", "kb")

    def run(self, cell: str, id: str | None = None) -> tuple[str, Any]:
        self.capfd.readouterr()
        result = self.shell.run_cell(cell, store_history=True, cell_id=id)
        self.kept()
        return self.capfd.readouterr().out, result

    def kept(self) -> None:
        notebook._loaded[id(self.shell)].wait(600)


@pytest.fixture
def shell(
    team: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Iterator[Shell]:
    monkeypatch.setattr(layers, "handbook_root", lambda: team / "no-handbook")
    monkeypatch.setattr(notebook, "PATIENCE", 600.0)
    monkeypatch.chdir(team)
    # IPython takes the place of the program, and leaves names where others look
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    hooks, names = (sys.displayhook, sys.excepthook), {sys: dir(sys), builtins: dir(builtins)}
    made = Shell(capfd)
    yield made
    made.shell.run_line_magic("unload_ext", "kb")
    sys.displayhook, sys.excepthook = hooks
    for module, before in names.items():
        for name in set(dir(module)).difference(before):
            delattr(module, name)


def test_the_entry_stands_below_the_traceback(shell: Shell) -> None:
    out, result = shell.run(CELL)
    assert type(result.error_in_exec) is ValueError
    lines = out.split(f"ValueError: {MESSAGE}")[-1].strip().splitlines()
    assert lines[0] == "BatchNorm is given a single sample in training mode"
    assert lines[1].startswith("batchnorm-single-sample · ")
    assert lines[-1] == "more    kb show batchnorm-single-sample"


def test_the_failure_is_kept_with_its_cell(shell: Shell, team: Path) -> None:
    shell.run(CELL)
    (one,), _ = every()
    assert (one.source, one.command, one.folder) == ("ipython", ("python", "cell.py"), str(team))
    assert one.symptom == f"ValueError: {MESSAGE}"
    assert one.sources["cell.py"] == CELL
    assert one.matched[0][0] == "batchnorm-single-sample"
    assert "interactiveshell" not in one.tail


def test_in_jupyter_the_same_cell_that_passes_closes_it(shell: Shell) -> None:
    shell.run(CELL, id="ab-12")
    shell.run("1 + 1", id="cd-34")
    assert every()[0][0].fixed is None
    shell.run("step = lambda batch: None\nstep(1)", id="ab-12")
    (one,), _ = every()
    assert one.fixed is not None
    assert one.fixed_sources["cell_ab12.py"] == "step = lambda batch: None\nstep(1)"


@pytest.mark.parametrize(
    "cell", ["1 + 1", "x = (", "raise SystemExit(3)", "raise KeyboardInterrupt"]
)
def test_what_is_no_failure_is_not_kept(shell: Shell, cell: str) -> None:
    shell.run(cell)
    assert every() == ([], [])


def test_a_failure_that_no_entry_explains_is_kept_in_silence(shell: Shell) -> None:
    out, _ = shell.run("{}['resnet-18b']")
    assert out.rstrip().endswith("KeyError: 'resnet-18b'")
    assert [one.symptom for one in every()[0]] == ["KeyError: 'resnet-18b'"]


def test_loaded_twice_it_speaks_once_and_unloaded_no_more(shell: Shell) -> None:
    shell.shell.run_line_magic("load_ext", "kb")
    notebook.load(shell.shell)
    out, _ = shell.run(CELL)
    assert out.count("kb show") == 1
    notebook.unload(shell.shell)
    out, _ = shell.shell.run_cell(CELL), None
    assert "kb show" not in shell.capfd.readouterr().out
    notebook.load(shell.shell)


@pytest.mark.parametrize("broken", ["look-up", "keeping", "state", "everything"])
def test_whatever_goes_wrong_in_here_the_cell_is_the_same(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, broken: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("out of luck\nand more")

    if broken == "look-up":
        monkeypatch.setattr(witness, "search", fail)
    elif broken == "keeping":
        monkeypatch.setattr(witness, "captured", fail)
    elif broken == "state":
        monkeypatch.setenv("XDG_STATE_HOME", str(write(tmp_path / "a-file", "")))
    else:
        monkeypatch.setattr(notebook.Extension, "show", fail)
    out, result = shell.run(CELL)
    assert type(result.error_in_exec) is ValueError
    assert "RuntimeError" not in out
    assert ("kb: out of luck" in out) == (broken == "look-up")
    out, _ = shell.run("1 / 0")
    assert ("kb: incidents cannot be kept in " in out) == (broken == "state")
    out, result = shell.run("6 * 7")
    assert (result.result, "42" in out) == (42, True)


@pytest.mark.slow
def test_as_a_person_starts_it(team: Path, home: Path) -> None:
    typed = [
        "%load_ext kb",
        "import kb.notebook; kb.notebook.PATIENCE = 600",
        *CELL.replace("\nstep", "\n\nstep").split("\n"),
        "[made.wait(600) for made in kb.notebook._loaded.values()]",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "IPython", "--quick", "--no-banner", "--no-confirm-exit"],
        cwd=team,
        input="\n".join([*typed, ""]),
        capture_output=True,
        text=True,
        env={**os.environ, "IPYTHONDIR": str(home / "ipython")},
        check=True,
    )
    assert "Error in callback" not in done.stdout + done.stderr
    assert "more    kb show batchnorm-single-sample" in done.stdout
    assert [one.source for one in every()[0]] == ["ipython"]
