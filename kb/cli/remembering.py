"""After a search: its paste is kept, without secrets, for `kb wrong` and the review."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from kb.child.behind import behind
from kb.store.layers import Layer
from kb.store.searched import keep, soon

OFF = "KB_NO_HISTORY"
"""Set to anything, no paste is kept."""

HELD = 1 << 20
"""Characters of a paste that are held while it is searched; a longer one is not kept."""


class Held:
    """A paste that is read in pieces, and what was read of it, if that is not too much."""

    def __init__(self, pieces: Iterable[str]) -> None:
        self._pieces = pieces
        self._read: list[str] = []
        self._size = 0

    def __iter__(self) -> Iterator[str]:
        for piece in self._pieces:
            self._size += len(piece)
            self._read = [*self._read, piece] if self._size <= HELD else []
            yield piece

    @property
    def text(self) -> str:
        """The whole paste, empty when it was too long to be held."""
        return "".join(self._read)


def remember(paste: str, ids: Sequence[str], layers: Sequence[Layer]) -> None:
    """Keeps a paste and the entries it was answered with, when the answer is out and read."""
    if not paste.strip() or os.environ.get(OFF):
        return

    asked = time.time()  # of two in a row the second may be ready first

    def work() -> None:
        # here, for taking secrets out takes longer to load than the search took
        from kb.capture.searched import searched
        from kb.cli.redaction import own
        from kb.redact import in_force

        with in_force(own(layers)):
            keep(searched(paste, ids, asked))

    with suppress(OSError), soon():
        behind(work)
