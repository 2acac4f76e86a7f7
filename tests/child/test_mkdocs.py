"""MkDocs, the real one, on a site of one page."""

from __future__ import annotations

import ipaddress
import os
import socket
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest

from kb.child import mkdocs
from kb.errors import ToolMissing

# whole processes
pytestmark = pytest.mark.slow


@pytest.fixture
def config(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Home\n\nhello\n")
    path = tmp_path / "mkdocs.yml"
    path.write_text("site_name: T\ntheme: {name: null, custom_dir: theme}\n")
    (tmp_path / "theme").mkdir()
    (tmp_path / "theme" / "main.html").write_text("{{ page.content }}")
    return path


def test_build(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trap = config.parent / "elsewhere"
    trap.mkdir()
    (trap / "mkdocs.py").write_text("raise SystemExit('the wrong mkdocs')")
    monkeypatch.chdir(trap)
    log = mkdocs.build(config)
    assert "Documentation built" in log
    assert "hello" in (config.parent / "site" / "index.html").read_text()


def test_strict_says_what_to_mend(config: Path) -> None:
    (config.parent / "docs" / "index.md").write_text("[gone](gone.md)\n")
    with pytest.raises(ToolMissing, match=r"'gone\.md'"):
        mkdocs.build(config)
    assert "WARNING" in mkdocs.build(config, strict=False)


def test_serve_answers_until_it_is_interrupted(config: Path) -> None:
    # an address that no other test process has, so that nobody takes the port in between
    host = str(ipaddress.ip_address("127.0.0.0") + 256 + os.getpid() % 2**23)
    with socket.socket() as probe:
        probe.bind((host, 0))
        addr = f"{host}:{probe.getsockname()[1]}"
    code = (
        "import sys, pathlib; from kb.child import mkdocs; "
        "raise SystemExit(mkdocs.serve(pathlib.Path(sys.argv[1]), sys.argv[2]))"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code, str(config), addr],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert child.stderr is not None
    told = []
    for line in child.stderr:
        told.append(line)
        if f"Serving on http://{addr}" in line:
            break
    assert not [line for line in told if "WARNING" in line]
    # MkDocs says so a moment before its server thread starts, and the answer comes from that
    asking = HTTPConnection(addr, timeout=60)  # past any proxy
    asking.request("GET", "/")
    assert b"hello" in asking.getresponse().read()
    asking.close()
    os.killpg(child.pid, 2)
    rest = child.communicate()[1]
    assert child.returncode == 0
    assert "Traceback" not in rest


def test_not_installed(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(ToolMissing, match="pip install mkdocs-material"):
        mkdocs.build(config)
