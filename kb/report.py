"""What was read in a paste. Named tuples, for `kb search` waits for their definition."""

from __future__ import annotations

from typing import Literal, NamedTuple

Role = Literal[
    "root", "cascade", "confirmation", "advice", "frame", "source", "prose", "info", "noise"
]
"""What a line is worth. root: a failure that may be the cause; cascade: a consequence of one;
confirmation: says again or ends the run; advice: boilerplate that every such error carries;
frame and source: a place in a traceback and its code; prose: a person's or a program's words;
info: a log record of level INFO or below; noise: bars, rules, empty decoration."""

Link = Literal["", "context", "cause", "worker"]
"""How an exception hangs on the one before it: not at all, `During handling`, `direct cause`,
or as the original one that a worker or replica sent to its parent."""


class Line(NamedTuple):
    """One line of a cleaned paste. `number` counts the lines of the paste from 1.

    `mark` is the prefix that was taken off (time, level, rank, container), `times` how often
    the line stood there with nothing but its values changed.
    """

    text: str
    number: int
    mark: str = ""
    times: int = 1


class Frame(NamedTuple):
    """A place in a traceback. `library` is the part of the path below site-packages or the
    standard library (`torch/utils/data/dataloader.py`), empty for the user's own files."""

    path: str
    function: str
    library: str
    source: str = ""


class Raised(NamedTuple):
    """An exception or warning as printed. `line` is the number of the line with its type.

    Of a traceback that is cut before its last line, `type` and `message` are what its last source
    line raises, empty when that does not say, and `line` is the last of its lines.
    """

    type: str
    message: str
    line: int
    role: Role = "root"
    frames: tuple[Frame, ...] = ()
    link: Link = ""


class Report(NamedTuple):
    """What a paste says: its lines with their roles, what was raised (the cause before its
    consequence), and facts worked out from numbers (`lr:constant`, `oom:fragmented`)."""

    lines: tuple[Line, ...] = ()
    roles: tuple[Role, ...] = ()
    raised: tuple[Raised, ...] = ()
    facts: tuple[str, ...] = ()
