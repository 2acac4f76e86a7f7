"""What `kb search` reads: a text, a file that the text names, stdin or the clipboard. No Typer."""

from __future__ import annotations

import codecs
import shlex
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from kb.errors import NotFound, Refused

HOW = "Paste the error here, then press Enter and Ctrl-D.  (Or: python train.py 2>&1 | kb search)"
PIECE = 1 << 20


def paste(text: str | None, *, clip: bool, files: bool) -> Iterable[str]:
    """The paste, in pieces. `text` None and - are stdin; with `files` one that names a file means
    what that file holds, and it is said on stderr either way.

    Raises Refused for a text that is given twice or nowhere, NotFound for a file that is closed.
    """
    if clip and text is not None:
        raise Refused("the error is given twice; give TEXT or --clip, not both")
    if clip:
        from kb.child.clipboard import paste as clipped

        return [clipped()]
    if text is None or text == "-":
        return _stdin()
    if not _is_file(text):
        return [text]
    if files:
        _say(f"{text} is a file here, so what it holds is searched")
        return _file(Path(text))
    _say(f"{text} is searched as a text; for the file: kb search --json - < {shlex.quote(text)}")
    return [text]


def _is_file(text: str) -> bool:
    try:
        return stat.S_ISREG(Path(text).stat().st_mode)
    except (OSError, ValueError):  # too long for a name, or no name at all
        return False


def _say(line: str) -> None:
    from kb.text import printable

    print(f"kb: {printable(line)}", file=sys.stderr)


def _file(path: Path) -> Iterator[str]:
    try:
        with path.open("rb") as stream:
            yield from _decoded(stream)
    except OSError as error:
        raise NotFound(
            f"cannot read {path} ({error.strerror}); let yourself read it, or paste it"
        ) from error


def _stdin() -> Iterator[str]:
    if sys.stdin is None or sys.stdin.closed:
        raise Refused("there is no stdin to read; give the error as an argument")
    if sys.stdin.isatty():
        print(HOW, file=sys.stderr)
        yield sys.stdin.buffer.read().decode("utf-8", "replace")  # one Ctrl-D ends it
        return
    yield from _decoded(sys.stdin.buffer)


def _decoded(stream: BinaryIO) -> Iterator[str]:
    """The text in pieces; bytes that are no UTF-8 are kept as marks."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    while piece := stream.read(PIECE):
        yield decoder.decode(piece)
    yield decoder.decode(b"", True)
