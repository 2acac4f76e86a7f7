"""Starts a command in the place of `kb`: the same terminal, group, folder and environment."""

from __future__ import annotations

import errno
import os
import shutil
import signal
from collections.abc import Iterable, Mapping, Sequence

from kb.errors import NoProgram, NotExecutable

_IGNORED = ("SIGPIPE", "SIGXFZ", "SIGXFSZ")
"""What Python ignores and the command must not."""


def start(
    command: Sequence[str], streams: Mapping[int, int], mask: Iterable[int] | None = None
) -> int:
    """Start `command` with `streams` (its descriptor → ours) and the signal mask `mask`; its pid.

    Raises NoProgram or NotExecutable.
    """
    actions = [(os.POSIX_SPAWN_DUP2, ours, its) for its, ours in streams.items()]
    default = [getattr(signal, name) for name in _IGNORED if hasattr(signal, name)]

    def spawn(words: list[str]) -> int:
        return os.posix_spawnp(
            words[0],
            words,
            os.environ,
            file_actions=actions,
            setsigmask=() if mask is None else mask,
            setsigdef=default,
        )

    try:
        try:
            return spawn(list(command))
        except OSError as error:
            # a script without its first line, which every shell runs all the same
            if error.errno != errno.ENOEXEC or not (script := shutil.which(command[0])):
                raise
            return spawn(["/bin/sh", script, *command[1:]])
    except (OSError, ValueError) as error:
        raise cannot_start(command[0], error) from error


def cannot_start(name: str, error: OSError | ValueError) -> NoProgram:
    """The error for what the system said: 127 for a program that is not there, else 126."""
    closed = isinstance(error, PermissionError) and not _is_anywhere(name)
    if closed or isinstance(error, FileNotFoundError):
        if os.path.lexists(name) and os.sep in name:
            return NotExecutable(f"{name} names an interpreter that is not there; see its 1st line")
        return NoProgram(f"{name}: no such program; aliases and functions of a shell are not known")
    reason = getattr(error, "strerror", None) or str(error)
    return NotExecutable(f"{name} cannot be started ({reason}); is it a program, and executable?")


def _is_anywhere(name: str) -> bool:
    """Whether there is such a program; where there is none, a closed folder of the PATH is told."""
    found = (os.path.lexists(os.path.join(folder, name)) for folder in os.get_exec_path())  # noqa: PTH118
    return os.sep in name or any(found)
