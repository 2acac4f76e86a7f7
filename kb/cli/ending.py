"""Turns every ending of a command into an exit code and at most one line. Light: no Typer."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from kb.cli import streams
from kb.cli.paths import from_here
from kb.cli.wrapping import wrapped
from kb.errors import InvalidFiles, KbError

INTERRUPTED = 130
_LONGEST_NAME = 300
"""Characters of a path that are shown."""


class ReaderGone(Exception):
    """Nobody reads stdout any more."""


def ended(command: Callable[[], object]) -> int:
    """The exit code of `command`, which returns one (anything else counts as 0) or raises.

    0 yes, 1 no, 2 could not, 3 a bug of ours, 130 after Ctrl-C; a reader that has gone is 0.
    """
    streams.open_all()
    try:
        code = command()
        sys.stdout.flush()
    except KbError as error:
        from kb.text import printable

        for line in _lines(error):
            print(wrapped(f"kb: {printable(line)}", sys.stderr), file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return _interrupted()
    except (BrokenPipeError, ReaderGone):
        streams.drop()
        return 0
    except Exception as error:
        return _usage_or_bug(error)
    if code == INTERRUPTED:  # what Typer makes of Ctrl-C outside of a prompt
        return _interrupted()
    return code if isinstance(code, int) else 0


def _lines(error: KbError) -> list[str]:
    seen = map(from_here, error.problems) if isinstance(error, InvalidFiles) else [error]
    return "\n".join(map(str, seen)).split("\n")


def _interrupted() -> int:
    if sys.stderr.isatty():
        print(file=sys.stderr)  # the shell's prompt begins a line of its own
    return INTERRUPTED


def _usage_or_bug(error: Exception) -> int:
    show = getattr(error, "show", None)
    if show is not None:
        from kb.text import printable

        error.message = printable(str(getattr(error, "message", error)))  # type: ignore[attr-defined]
        show()
        return 2
    if type(error).__name__ == "Abort":
        return _interrupted()
    if streams.are_full(error):
        streams.drop()
        print(f"kb: the output takes no more: {error.strerror}", file=sys.stderr)  # type: ignore[attr-defined]
        return 2
    if os.environ.get("KB_DEBUG"):
        raise error
    if isinstance(error, OSError) and error.filename is not None:
        return _no_file(error)
    print(
        f"kb: this is a bug of ours ({type(error).__name__}: {error}); "
        "run again with KB_DEBUG=1 for the traceback and report it",
        file=sys.stderr,
    )
    return 3


def _no_file(error: OSError) -> int:
    """Say which file could not be used; whoever opened it had no better word for it."""
    from kb.text import printable

    name = printable(os.fsdecode(error.filename) if error.filename != "" else "a file without name")
    shown = name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"
    print(f"kb: cannot use {shown}: {error.strerror}; look at its path", file=sys.stderr)
    return 2
