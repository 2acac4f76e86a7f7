"""What pytest and a notebook do with a failure they saw: look it up, and keep it.

Nothing in here raises: the program round it must go on as if `kb` were not there.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from kb.capture.brief import brief
from kb.capture.incident import captured, redacted
from kb.capture.life import mended, remember
from kb.capture.own import own_in_force
from kb.child.aside import aside
from kb.model.incident import Incident, Source
from kb.redact import redact
from kb.search import search
from kb.store.homes import cache_home
from kb.store.incidents import change, every
from kb.store.layers import find_layers

MOST = 200_000
"""Characters of a failure that are looked at: what it says stands at its begin and its end."""


class Seen(NamedTuple):
    """The lines to show, the incident as it is kept, and what went wrong, in one line."""

    lines: Sequence[str] = ()
    incident: Incident | None = None
    trouble: str | None = None


def within(seconds: float, work: Callable[[], Seen]) -> Seen:
    """What `work` sees, if that comes in time.

    Else the entries are new and all have to be read first: that goes on in a process of its own.
    """
    found: list[Seen] = []
    thread = threading.Thread(target=lambda: found.append(work()), name="kb", daemon=True)
    thread.start()
    thread.join(seconds)
    if found:
        return found[0]
    with suppress(Exception):
        aside("search", "anything")
    return Seen(trouble="the look-up takes too long; the next one has the entries ready")


def looked_up(text: str, folder: Path) -> Seen:
    """The entry for an error met in `folder`. Keeps nothing."""
    try:
        found = search(bounded(text), find_layers(None, folder), cache=cache_home() / "search")
        return Seen(brief(found))
    except Exception as error:
        return Seen(trouble=_line(error))


def witnessed(
    command: Sequence[str],
    folder: Path,
    started: float,
    text: str,
    source: Source,
    sources: Mapping[str, str] | None = None,
) -> Seen:
    """The entry for a failure of this interpreter, which is kept as an incident.

    `command` makes it happen again; `sources` are texts to keep beside the files it names.
    """
    lines: Sequence[str] = ()
    try:
        python = (sys.executable, *command[1:])
        now, seen = time.time(), bounded(text)
        made = captured(python, folder, started, now, 1, None, seen, source)
        lines = brief(made.answer)
        with own_in_force(folder):
            beside = {path: redact(content).text for path, content in (sources or {}).items()}
            words = redacted(command)
        incident = replace(
            made.incident,
            id=f"{made.incident.id[:15]}-{source}",
            command=words,
            program=" ".join(words),
            sources={**made.incident.sources, **beside},
        )
        return Seen(lines, remember(incident), made.trouble)
    except Exception as error:
        return Seen(lines, trouble=_line(error))


def bounded(text: str) -> str:
    """The text, or both ends of it where it is long; `?` for what no file can hold."""
    text = text.encode(errors="replace").decode()  # names of files may be no UTF-8
    half = MOST // 2
    return text if len(text) <= MOST else f"{text[:half]}\n…\n{text[-half:]}"


def passed(
    commands: Iterable[Sequence[str]],
    folder: Path,
    source: Source,
    sources: Mapping[str, str] | None = None,
) -> list[Incident]:
    """Note as fixed what failed before and passes now; those that are fixed by it.

    `sources` are texts as they pass, to keep beside the files.
    """
    try:
        waiting = [one for one in every()[0] if one.fixed is None and one.source == source]
        commands = list(commands) if waiting else []
        now = {" ".join(command) for command in commands}
        with own_in_force(folder):
            beside = {path: redact(text).text for path, text in (sources or {}).items()}
            if any("<" in one.program for one in waiting):
                # ten thousand tests take seconds to redact, and hardly any name needs it
                now |= {" ".join(redacted(command)) for command in commands}
        return [
            _mended(one, beside)
            for one in waiting
            if one.folder == str(folder) and one.program in now
        ]
    except Exception:
        return []


def _mended(incident: Incident, beside: Mapping[str, str]) -> Incident:
    made = mended(incident, time.time())
    if not beside:
        return made
    return change(made.id, lambda one: replace(one, fixed_sources={**one.fixed_sources, **beside}))


def _line(error: Exception) -> str:
    return str(error).split("\n", 1)[0] or type(error).__name__
