"""Builds and serves the site with the MkDocs of the running interpreter."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

from kb.child.program import run
from kb.errors import ToolMissing

SITE_URL = "KB_SITE_URL"
"""The variable in which an mkdocs.yml finds the address that the site will have."""

_REMEDY = "pip install mkdocs-material, or use `kb site render DIR` and a generator of your own"

_SERVE = """\
import logging
from mkdocs.__main__ import cli
building = logging.getLogger("mkdocs.commands.build")
building.addFilter(lambda told: "'dirty' build" not in str(told.msg))
cli(prog_name="mkdocs")
"""
"""Runs MkDocs without its warning of what `serve` asks of it on purpose."""


def build(config: Path, strict: bool = True, url: str | None = None) -> str:
    """Build the site of `config` (mkdocs.yml), which may read its `url` as !ENV; MkDocs's log.

    ToolMissing with MkDocs's own warnings and errors when it fails, in strict mode for one.
    """
    how = "--strict" if strict else "--no-strict"
    command = [*_mkdocs(), "build", "--config-file", str(config), how]
    said = run(command, env=_environment(url), seconds=None, remedy=_REMEDY)
    if said.code != 0:
        raise ToolMissing(
            f"mkdocs build failed on {config}; mend this first:\n{_complaints(said.err)}"
        )
    return said.err


def serve(config: Path, addr: str = "127.0.0.1:8000") -> int:
    """Serve the site on `addr` until Ctrl-C; MkDocs's exit code. Blocks; output goes through.

    After a change only the pages that changed are built: a second, not the whole site again.
    Where several did, the theme's search keeps the old text of all but one beside the new.
    """
    # without --livereload, MkDocs 1.6 on click 8.3 and later watches nothing
    _mkdocs()
    command = [
        *(sys.executable, "-P", "-c", _SERVE),
        "serve",
        "--config-file",
        str(config),
        "--dev-addr",
        addr,
        "--livereload",
        # a dirty build is itself a warning, which a strict config would end on
        "--dirty",
        "--no-strict",
    ]
    try:
        return subprocess.run(command, env=_environment(), check=False).returncode  # noqa: S603
    except KeyboardInterrupt:
        return 0


def _mkdocs() -> list[str]:
    if importlib.util.find_spec("mkdocs") is None:
        raise ToolMissing(f"MkDocs is not installed beside kb; {_REMEDY}")
    # -P: a file mkdocs.py in the current folder must not be taken for MkDocs
    return [sys.executable, "-P", "-m", "mkdocs"]


def _environment(url: str | None = None) -> dict[str, str]:
    own = {SITE_URL: url} if url else {}
    return os.environ | {"NO_MKDOCS_2_WARNING": "1", "PYTHONIOENCODING": "utf-8"} | own


def _complaints(log: str, most: int = 20) -> str:
    lines = [line for line in log.splitlines() if line.strip()]
    told = [line for line in lines if line.startswith(("WARNING", "ERROR", "Error", "Aborted"))]
    return "\n".join((told or lines)[-most:])
