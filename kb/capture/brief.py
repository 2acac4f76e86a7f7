"""An answer in a few lines, to stand below an error in another program's output."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from kb.match import Answer, Match
from kb.text import printable

WIDTH, NAME = 79, 8


def brief(answer: Answer) -> list[str]:
    """The likeliest entry, without control characters and markup; nothing when none matches."""
    if answer.verdict == "none":
        return []
    return list(_lines(answer.matches[0], answer.verdict))


def _lines(match: Match, verdict: str) -> Iterator[str]:
    yield _safe(match.title)
    sure = f"{match.confidence:.0%} sure" if verdict == "match" else "perhaps"
    where = "" if match.layer == "handbook" else f" · {_safe(match.layer)}"
    yield f"{match.id} · {sure} · {match.status}{where}"
    yield from _field("cause", match.root_cause)
    yield f"{'check':<{NAME}}{_safe(match.kb_check if match.values else match.verify)}"
    yield from _field("fix", match.fix)
    yield f"{'more':<{NAME}}kb show {match.id}"


def _field(name: str, value: str) -> Iterator[str]:
    lines = textwrap.wrap(_safe(value), WIDTH - NAME, max_lines=3, placeholder=" …")
    for place, line in enumerate(lines):
        yield f"{name if place == 0 else '':<{NAME}}{line}"


def _safe(text: str) -> str:
    return printable(" ".join(text.split()))
