"""What one sees while entries are verified."""

from __future__ import annotations

import io
from pathlib import Path
from types import SimpleNamespace

import pytest

from kb.cli import progress
from kb.cli.progress import LiveLine, PlainLines
from kb.model import Fault
from kb.store.layers import Layer
from kb.store.read import load_fault
from kb.verify import Outcome


@pytest.fixture
def fault(layer: Layer) -> Fault:
    return load_fault(layer, "batchnorm-single-sample")


def test_plain_lines(fault: Fault, capfd: pytest.CaptureFixture[str]) -> None:
    with PlainLines() as display:
        display.started(fault)
        display.finished(Outcome(fault, "skipped", ("needs torch>=2 (not installed)",)))
    out, err = capfd.readouterr()
    assert out == ""
    assert err == ("skipped    batchnorm-single-sample  0.0 s  needs torch>=2 (not installed)\n")


def test_the_live_line_names_the_slowest(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([100.0, 103.0, 107.6])
    # the clock of this module alone: other threads read the real one
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    display = LiveLine(3)
    assert display.text() == "0/3  nothing checked"
    display.started(fault)
    display.started(Fault("second", fault.entry, "team", Path()))
    assert display.text() == (
        "0/3  nothing checked  ·  2 running, slowest batchnorm-single-sample (8 s)"
    )


def test_on_a_terminal_finished_lines_scroll_by(
    fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with progress.progress(1) as display:
        display.started(fault)
        display.finished(Outcome(fault, "broken", ("[red]why[/red]",)))
    shown = terminal.getvalue()
    assert "broken     batchnorm-single-sample  0.0 s  [red]why[/red]" in shown
    assert "1/1  1 broken" in shown
