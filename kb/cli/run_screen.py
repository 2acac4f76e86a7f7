"""What `kb run` says below a run: a few lines, and none after a success that fixed nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.capture import window
from kb.capture.attend import Attended
from kb.capture.incident import Captured
from kb.cli.answer_screen import END, INDENT, WIDTH, answer_lines
from kb.cli.moments import clock, duration, ending
from kb.model.incident import WINDOW, Incident
from kb.text import printable


def lines(attended: Attended, *, colour: bool, narrow: bool) -> Iterator[str]:
    """The lines to print, without control characters but those of `colour`.

    `narrow` is that of `answer_lines`.
    """
    if attended.captured:
        yield END if colour else ""  # what was cut off may have left its colour on
        yield _how(attended, attended.captured)
    if attended.trouble:
        yield f"kb: {printable(attended.trouble)}"
    if attended.captured and not attended.captured.trouble:
        yield ""
        yield from _answer(attended.captured, colour, narrow)
    yield from fixed_lines(attended.fixed)


def _how(attended: Attended, captured: Captured) -> str:
    ended, incident = attended.ended, captured.incident
    how = f"kb: {ending(ended.exit_code, ended.signal)} after {duration(ended.seconds)}"
    if not attended.kept:
        return how
    again = f", {incident.times} times the same now" if incident.times > 1 else ""
    return f"{how}{again}; kept as {incident.id}"


def _answer(captured: Captured, colour: bool, narrow: bool) -> Iterator[str]:
    answer = captured.answer
    # what is sure stands alone: it is read below an error, in a hurry
    shown = replace(answer, matches=answer.matches[: 1 if answer.verdict == "match" else 3])
    yield from answer_lines(shown, colour=colour, narrow=narrow)
    if answer.verdict != "none":
        yield f"{'then':<{INDENT}}run it again with kb run: it notices the fix, and kb add keeps it"


def fixed_lines(fixed: Sequence[Incident]) -> Iterator[str]:
    """How long it took, and until when to record it; nothing where nothing was fixed."""
    if not fixed:
        return
    one, *more = fixed
    took = "" if window.minutes_to_fix(one) is None else f" after {_to_fix(one)}"
    what = one.symptom or ending(one.exit_code, one.signal)
    yield _cut(f"kb: fixed{took}: {printable(' '.join(what.split()))}")
    also = f" (and {len(more)} more: kb status)" if more else ""
    if window.is_late(one, time.time()):
        yield f"kb: its 15 minutes are over, and it is still worth a minute: kb add{also}"
    else:
        until = clock((one.fixed or 0.0) + WINDOW)
        yield f"kb: until {until} you still know why; record it: kb add{also}"


def _to_fix(one: Incident) -> str:
    return duration((one.fixed or 0.0) - one.first)


def _cut(line: str) -> str:
    return line if len(line) <= WIDTH else line[: WIDTH - 1] + "…"
