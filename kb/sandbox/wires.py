"""The descriptors between us and a sandbox, every one closed however a start ends."""

from __future__ import annotations

import os
from contextlib import ExitStack
from io import FileIO


class Wires:
    """Pipes in both directions, and contents in memory. `theirs` are the ends to hand over.

    An end is known by its name. `number` gives 0 for a name that is not there.
    """

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self.heard: dict[str, FileIO] = {}
        self.told: dict[str, FileIO] = {}
        self.theirs: dict[str, FileIO] = {}

    def hear(self, name: str) -> None:
        """A pipe that the sandbox writes to."""
        self.heard[name], self.theirs[name] = self._pipe()

    def tell(self, name: str) -> None:
        """A pipe that we write to."""
        self.theirs[name], self.told[name] = self._pipe()

    def give(self, name: str, content: bytes) -> None:
        """A file that the sandbox reads, at its start."""
        self.theirs[name] = self._stack.enter_context(FileIO(os.memfd_create(f"kb-{name}"), "r+"))
        self.theirs[name].write(content)
        self.theirs[name].seek(0)

    def chown(self, guest: int) -> None:
        """Let another id open these pipes once more by name, as `>/dev/stderr` does."""
        for name in {"stdout", "stderr", "beside"} & self.theirs.keys():
            os.fchown(self.theirs[name].fileno(), guest, guest)

    def number(self, name: str) -> int:
        """The descriptor of our partner's end."""
        return self.theirs[name].fileno() if name in self.theirs else 0

    def numbers(self) -> tuple[int, ...]:
        """Every descriptor to hand over, but for those that become stdout and stderr."""
        return tuple(
            end.fileno() for name, end in self.theirs.items() if name not in ("stdout", "stderr")
        )

    def hand_over(self) -> None:
        """Close our copies of what the sandbox now holds: its end becomes end of file."""
        for end in self.theirs.values():
            end.close()

    def _pipe(self) -> tuple[FileIO, FileIO]:
        read, write = os.pipe()
        return (
            self._stack.enter_context(FileIO(read, "r")),
            self._stack.enter_context(FileIO(write, "w")),
        )
