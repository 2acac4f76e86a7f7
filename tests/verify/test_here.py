"""What this machine offers."""

from __future__ import annotations

import platform
import sys
from importlib import metadata
from pathlib import Path

import pytest

from kb.verify import look
from kb.verify.here import lacking


def test_this_machine() -> None:
    here = look()
    assert here.python == platform.python_version()
    assert here.packages["pytest"] == metadata.version("pytest")
    assert here.packages["ruamel-yaml"] == metadata.version("ruamel.yaml")
    assert "sh" in here.tools
    assert here.kernel.count(".") == 1
    assert sys.prefix in here.prefixes
    assert lacking(["pytest>=1", "tool:sh", "python>=3.11"], here) == ()
    assert here.devices == frozenset()


def test_packages_that_the_sandbox_does_not_show_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "homemade-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: homemade\nVersion: 1.0\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert metadata.version("homemade") == "1.0"
    assert lacking(["homemade"], look()) == ("homemade (not installed)",)
