"""The failed tests of a run of pytest: the entry below each, the first few kept as incidents.

Of pytest it knows nothing but what a report has: `nodeid`, `longrepr`, `longreprtext`, `sections`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from kb.capture import sources
from kb.capture.symptom import symptom
from kb.capture.witness import Seen, bounded, looked_up, passed, within, witnessed
from kb.text import mask, printable

PATIENCE = 5.0
"""Seconds that a run waits at most for all look-ups together."""

MOST_KEPT = 3
"""Different failures that are kept: more have one cause, or are a refactoring half done."""

TITLE = "kb"


def look_up(failed: Sequence[Any], passed_ids: Iterable[str], root: Path) -> list[str]:
    """Add the entry for it to the report of each failed test; lines to say of all of them.

    What failed like another is looked up once. Tests that failed before and pass now are noted
    as fixed. `root` is the folder that the ids of tests begin in.
    """
    end = time.monotonic() + PATIENCE
    seen: dict[str, Seen] = {}
    for place, report in enumerate(failed):
        if time.monotonic() >= end:
            count = len(failed) - place
            seen[""] = Seen(trouble=f"{count} more were not looked up, for want of time")
            break
        text = _text(report)
        kind = mask(symptom(bounded(text)) or report.nodeid)
        if kind not in seen:
            look = _keep if len(seen) < MOST_KEPT else _look
            seen[kind] = within(end - time.monotonic(), partial(look, report, text, root))
        _add(report, seen[kind].lines)
    fixed = passed((_command(id) for id in passed_ids), root, "pytest")
    return list(_said(list(seen.values()), len(fixed)))


def _keep(report: Any, text: str, root: Path) -> Seen:
    started = getattr(report, "start", time.time())
    own = sources.texts(root, _files(report, root))
    return witnessed(_command(report.nodeid), root, started, text, "pytest", own)


def _look(report: Any, text: str, root: Path) -> Seen:
    del report
    return looked_up(text, root)


def _command(id: str) -> tuple[str, str]:
    return "pytest", id


def _files(report: Any, root: Path) -> Iterator[str]:
    """The files below `root` that the failure went through, that of the test first."""
    yield report.nodeid.partition("::")[0]
    entries = getattr(getattr(report.longrepr, "reprtraceback", None), "reprentries", ())
    for entry in entries:
        path = Path(root, str(getattr(getattr(entry, "reprfileloc", None), "path", "")))
        if path.is_relative_to(root) and path != root:
            yield path.relative_to(root).as_posix()


def _text(report: Any) -> str:
    """What the report shows: the failure, and what the test printed."""
    return "\n".join([report.longreprtext, *(content for _, content in report.sections)])


def _add(report: Any, lines: Sequence[str]) -> None:
    if not lines:
        return
    # a section of the report itself is hidden by `--show-capture=no`
    add = getattr(report.longrepr, "addsection", None) or partial(_append, report)
    add(TITLE, "\n".join(lines))


def _append(report: Any, title: str, text: str) -> None:
    report.sections.append((title, text))


def _said(seen: Sequence[Seen], fixed: int) -> Iterator[str]:
    kept = sum(one.incident is not None for one in seen)
    if kept:
        yield f"kb: {kept} kept; when it passes again, kb add records what it was"
    for trouble in dict.fromkeys(one.trouble for one in seen if one.trouble):
        yield f"kb: {printable(trouble)}"
    if fixed:
        yield f"kb: {fixed} that failed before now passed; while you know why: kb add"
