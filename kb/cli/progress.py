"""What one sees while entries are verified: a live line on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Protocol, Self

from kb.model.fault import Fault
from kb.verify.harness import Outcome
from kb.verify.tell import line, summary


class Progress(Protocol):
    """Is told of each start and each end; used as a context."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None: ...
    def started(self, fault: Fault) -> None:
        """The runs of `fault` begin."""

    def finished(self, outcome: Outcome) -> None:
        """They are over."""


def progress(total: int) -> Progress:
    """The progress display that fits stderr."""
    return LiveLine(total) if sys.stderr.isatty() else PlainLines()


class PlainLines:
    """A line for each entry, when it is over."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is to be put back."""

    def started(self, fault: Fault) -> None:
        """Says nothing: a log has no use for it."""

    def finished(self, outcome: Outcome) -> None:
        """Prints the line."""
        print(line(outcome), file=sys.stderr, flush=True)


class LiveLine:
    """Finished entries scroll by; below them one line says how far it is and what is slowest."""

    def __init__(self, total: int) -> None:
        from rich.console import Console
        from rich.live import Live

        self._total, self._done = total, list[Outcome]()
        self._running: dict[str, float] = {}
        console = Console(stderr=True, highlight=False)
        self._live = Live(console=console, get_renderable=self.text, transient=True)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def started(self, fault: Fault) -> None:
        """From now on it may be the slowest."""
        self._running[fault.id] = time.monotonic()

    def finished(self, outcome: Outcome) -> None:
        """Prints its line above the live one."""
        self._running.pop(outcome.fault.id, None)
        self._done.append(outcome)
        self._live.console.print(line(outcome), markup=False, soft_wrap=True)

    def text(self) -> str:
        """The live line: how far it is, how many run, which of them takes longest."""
        told = f"{len(self._done)}/{self._total}  {summary(self._done).partition(': ')[2]}"
        # a copy: the display's own thread calls this
        running = dict(self._running)
        if not running:
            return told
        slowest = min(running, key=running.__getitem__)
        seconds = time.monotonic() - running[slowest]
        return f"{told}  ·  {len(running)} running, slowest {slowest} ({seconds:.0f} s)"
