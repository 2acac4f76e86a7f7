"""Prose at the width of a terminal, broken between words; whole where a program reads it."""

from __future__ import annotations

import re
import shutil
from typing import TextIO

_COMMAND = re.compile(r"`[^`]+`|(?<=: )kb [^;]+")
"""What a person copies, and so stays on one line."""
_NO_BREAK = "\0"


def wrapped(line: str, stream: TextIO) -> str:
    """`line` as it is printed on `stream`; what goes on in a further line stands a little in."""
    width = shutil.get_terminal_size().columns
    if len(line) <= width or not stream.isatty():
        return line
    import textwrap  # for the rare case

    begins = line[: len(line) - len(line.lstrip())]
    held = _COMMAND.sub(lambda found: found[0].replace(" ", _NO_BREAK), line)
    broken = textwrap.wrap(
        held, width, subsequent_indent=f"{begins}    ", break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip
    return "\n".join(broken).replace(_NO_BREAK, " ")
