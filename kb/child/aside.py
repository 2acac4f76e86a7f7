"""Starts `kb` itself beside a command that runs, silent and on its own."""

from __future__ import annotations

import os
import sys


def aside(*words: str) -> None:
    """Start `kb WORDS…`; nobody waits for it. Raises NoProgram."""
    # -P: a file kb.py in the current folder must not be taken for us
    command = [sys.executable, "-P", "-m", "kb", *words]
    if sys.platform == "win32":
        import subprocess

        null = subprocess.DEVNULL
        subprocess.Popen(command, stdin=null, stdout=null, stderr=null)  # noqa: S603
    else:
        from kb.child.start import start

        with open(os.devnull, "r+b", buffering=0) as file:  # noqa: PTH123
            start(command, dict.fromkeys((0, 1, 2), file.fileno()))
