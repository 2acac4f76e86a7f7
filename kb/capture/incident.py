"""From a run that failed to an incident: the one way for `kb run`, pytest and notebooks."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from kb.capture import imports, sources, within
from kb.capture.own import own_in_force
from kb.capture.program import program
from kb.capture.surroundings import environment, variables
from kb.capture.symptom import symptom
from kb.child import git
from kb.errors import KbError
from kb.match import Answer
from kb.model.incident import Incident, Source
from kb.redact import redact
from kb.report import Report
from kb.search import search
from kb.store.homes import cache_home
from kb.store.layers import find_layers
from kb.text import clean, report

TAIL, HEAD = 64 * 1024, 16 * 1024
"""Most characters kept of the output, and how many of them from its start."""

_NOTHING = Answer("none", (), 0.0)


class Captured(NamedTuple):
    """The incident, not yet kept, and the answer to show. `trouble`: why nothing was searched."""

    incident: Incident
    answer: Answer
    trouble: str | None = None


def captured(
    command: Sequence[str],
    folder: Path,
    started: float,
    ended: float,
    exit_code: int | None,
    signal: int | None,
    tail: str,
    source: Source = "run",
    kb: Path | None = None,
) -> Captured:
    """What is known of a failing run: searched, cleaned, redacted, with its surroundings.

    `folder` is absolute; times are seconds since the epoch; exactly one of `exit_code` and
    `signal` is given; `kb` as of `find_layers`. Writes nothing. Never raises for anything odd
    in the output, in the folder or in the knowledge base.
    """
    with own_in_force(folder, kb):
        return _captured(command, folder, (started, ended), exit_code, signal, tail, source, kb)


def _captured(
    command: Sequence[str],
    folder: Path,
    times: tuple[float, float],
    exit_code: int | None,
    signal: int | None,
    tail: str,
    source: Source,
    kb: Path | None,
) -> Captured:
    started, ended = times
    read = report(cleaned := clean(tail))
    answer, trouble = _answer(tail, folder, kb)
    seen = _bounded(redact(cleaned.text).text)
    what = program(command, str(folder))
    rev = _rev(folder)
    own = _own_files(command, folder, read, rev)
    incident = Incident(
        id=_id(started, what),
        command=redacted(command),
        program=what,
        folder=str(folder),
        started=started,
        ended=ended,
        exit_code=exit_code,
        signal=signal,
        tail=seen,
        symptom=symptom(seen),
        first=ended,
        environment=environment(command, folder, read),
        variables=_variables(),
        rev=rev,
        diff=sources.difference(folder, own) if rev else "",
        sources=own,
        verdict=answer.verdict,
        matched=tuple((one.id, one.title, one.confidence) for one in answer.matches),
        source=source,
        within=os.environ.get(within.VARIABLE),
    )
    return Captured(incident, answer, trouble)


def _own_files(
    command: Sequence[str], folder: Path, read: Report, rev: str | None
) -> dict[str, str]:
    """The person's own files that the failure names, that differ, or that the program needs."""
    paths = [*sources.named(read, folder), *sources.changed(folder, rev)]
    return sources.texts(folder, [*paths, *imports.needed(command, folder, {})])


def _variables() -> dict[str, str]:
    # with its name, which may be all that tells a host from a word
    named = {name: redact(f"{name}={value}").text for name, value in variables().items()}
    return {name: text.removeprefix(f"{name}=") for name, text in named.items()}


def redacted(command: Sequence[str]) -> tuple[str, ...]:
    """The words of a command without secrets: those in one word, and those that the word before
    gives away (`--password hunter2`)."""
    words = [redact(word).text for word in command]
    for one in redact(" ".join(words)).replacements:
        words = [word.replace(one.original, one.placeholder) for word in words]
    line = " ".join(words)
    return tuple(words) if redact(line).text == line else tuple(redact(line).text.split())


def _answer(tail: str, folder: Path, kb: Path | None) -> tuple[Answer, str | None]:
    try:
        return search(tail, find_layers(kb, folder), cache=cache_home() / "search"), None
    except Exception as error:  # a broken index, whatever it is, must not cost the incident
        return _NOTHING, str(error).split("\n", 1)[0]


def _bounded(text: str) -> str:
    if len(text) <= TAIL:
        return text
    return f"{text[:HEAD]}\n…\n{text[HEAD + 3 - TAIL :]}"


def _rev(folder: Path) -> str | None:
    with suppress(KbError, OSError):
        return git.rev(folder) if git.work_tree(folder) else None
    return None


def _id(started: float, what: str) -> str:
    first, *rest = what.split()
    # the script or the word that says what is done, not what was given to `-c`
    name = (rest or [first])[-1] if not rest or rest[0] != "-c" else first
    name = re.sub(r"[^a-z0-9]+", "-", name.rpartition("/")[2].lower().partition(".")[0])[:30]
    stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(max(0.0, started)))
    return f"{stamp}-{name.strip('-') or 'run'}"
