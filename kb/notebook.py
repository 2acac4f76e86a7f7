"""`%load_ext kb`: below the traceback of a cell stands the entry for it, and the failure is kept.

For IPython and Jupyter. Nothing in here can break a cell, and what takes longer than a look-up
happens beside it.
"""

from __future__ import annotations

import atexit
import re
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

PATIENCE = 2.0
"""Seconds that a person waits at most: for a look-up, or at the end for what is being kept."""


class Extension:
    """Hears of each cell that begins and ends. Of IPython's shell only its events are used."""

    def __init__(self, shell: Any) -> None:
        self.events = shell.events
        self.heard = (("pre_run_cell", self.before), ("post_run_cell", self.after))
        self.started = time.time()
        self.failed: set[str] = set()
        self.trouble: str | None = None
        self.work: list[threading.Thread] = []

    def load(self) -> None:
        """Begin to listen."""
        for event, heard in self.heard:
            self.events.register(event, heard)
        atexit.register(self.wait)

    def unload(self) -> None:
        """Listen no more."""
        for event, heard in self.heard:
            self.events.unregister(event, heard)
        atexit.unregister(self.wait)
        self.wait()

    def before(self, info: Any) -> None:
        """A cell begins."""
        del info
        self.started = time.time()

    def after(self, result: Any) -> None:
        """A cell has ended, and its traceback is shown."""
        # an interrupt too: IPython would print a traceback of ours for it
        with suppress(Exception, KeyboardInterrupt):
            # a cell that does not compile is a slip of the pen, and nothing ran
            error = result.error_in_exec
            name, cell = _name(result.info.cell_id), str(result.info.raw_cell)
            if isinstance(error, Exception) and not result.info.silent:
                self.show(name, cell, error)
            elif result.success and name in self.failed:
                self.failed.discard(name)
                self.beside(lambda: self.mend(name, cell))

    def show(self, name: str, cell: str, error: Exception) -> None:
        """Print the entry for `error`, and keep the failure."""
        from kb.capture.witness import looked_up, within

        text, folder, started = _text(error), Path.cwd(), self.started
        seen = within(PATIENCE, lambda: looked_up(text, folder))
        if seen.lines:
            print("\n".join(["", *seen.lines]))
        if trouble := seen.trouble or self.trouble:
            print(f"kb: {trouble}")
        self.failed.add(name)
        self.beside(lambda: self.keep(name, cell, text, folder, started))

    def keep(self, name: str, cell: str, text: str, folder: Path, started: float) -> None:
        """Write the incident, with the cell as the program that shows it."""
        from kb.capture.witness import witnessed

        seen = witnessed(("python", name), folder, started, text, "ipython", {name: cell})
        self.trouble = seen.trouble

    def mend(self, name: str, cell: str) -> None:
        """Note that the cell passes now."""
        from kb.capture.witness import passed

        passed([("python", name)], Path.cwd(), "ipython", {name: cell})

    def beside(self, work: Callable[[], None]) -> None:
        """Do `work` while the person goes on, one after the other."""
        before = [thread for thread in self.work if thread.is_alive()]

        def do() -> None:
            for thread in before:
                thread.join()
            with suppress(Exception):
                work()

        thread = threading.Thread(target=do, name="kb", daemon=True)
        self.work = [*before, thread]
        thread.start()

    def wait(self, seconds: float = PATIENCE) -> None:
        """Let what was begun come to its end, but not for long."""
        end = time.monotonic() + seconds
        for thread in self.work:
            thread.join(max(0.0, end - time.monotonic()))


_loaded: dict[int, Extension] = {}


def load(shell: Any) -> None:
    """Listen to this shell; once is enough."""
    if id(shell) not in _loaded:
        _loaded[id(shell)] = made = Extension(shell)
        made.load()


def unload(shell: Any) -> None:
    """Listen to it no more."""
    if made := _loaded.pop(id(shell), None):
        made.unload()


def _name(cell_id: object) -> str:
    """The file that stands for a cell: in Jupyter each has its own, in IPython all are one."""
    known = re.sub(r"[^A-Za-z0-9]+", "", str(cell_id or ""))[:12]
    return f"cell_{known}.py" if known else "cell.py"


def _text(error: Exception) -> str:
    """Its traceback in Python's own words, less the frame of IPython that ran the cell."""
    start = error.__traceback__
    inner = start.tb_next if start and start.tb_next else start
    return "".join(traceback.format_exception(type(error), error, inner))
