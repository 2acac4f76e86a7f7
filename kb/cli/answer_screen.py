"""The answer to a paste on a terminal: read in ten seconds at 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from kb.match import Answer, Match
from kb.text import printable
from kb.text.rules import rules

WIDTH = 80
INDENT = 9
WORTH_NAMING = 0.05
"""Below this confidence a further entry is not named beside an answer."""

BOLD, DIM, END = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def answer_lines(answer: Answer, *, colour: bool, narrow: bool = False) -> Iterator[str]:
    """The lines to print, without control characters but those of `colour`.

    `narrow` names `kb check` in place of a command that is longer than a line, or wants values.
    """
    if answer.verdict == "none":
        yield from _nothing(answer)
        return
    first, *rest = answer.matches
    others = [one for one in rest if one.confidence >= WORTH_NAMING]
    if answer.verdict == "maybe":
        yield _doubt(first, others)
        yield ""
    yield from _entry(first, colour, narrow)
    more = [one for one in others if _another_fault(first, one)]
    less = [one for one in others if one not in more]
    heading = "Also:" if answer.verdict == "maybe" else "Less likely:"
    for title, named in (("In the same paste:", more), (heading, less)):
        if named:
            yield ""
            yield title
            yield from map(_in_one_line, named)


def _another_fault(first: Match, other: Match) -> bool:
    """Whether both are meant: the other is as good as sure too, for another line of the paste."""
    sure: float = rules()["verdict"]["match"]
    return min(first.confidence, other.confidence) >= sure and first.matched != other.matched


def _doubt(first: Match, others: list[Match]) -> str:
    if others and first.confidence >= rules()["verdict"]["match"]:
        return "More than one fits; look at these:"
    return f"Not certain; look at {'these' if others else 'this'}:"


def _entry(match: Match, colour: bool, narrow: bool) -> Iterator[str]:
    title = _safe(match.title)
    yield f"{BOLD}{title}{END}" if colour else title
    where = "" if match.layer == "handbook" else f" · {match.layer}"
    yield f"{match.id} · {match.domain} · {match.confidence:.0%} sure{where}"
    yield ""
    if match.matched:
        yield from _field("seen", _cut(match.matched[0]), wrap=False)
    yield from _field("cause", match.root_cause)
    named = narrow and (bool(match.values) or len(match.verify) > WIDTH - INDENT)
    yield from _field("check", match.kb_check if named else match.verify, wrap=False)
    yield from _field("fix", match.fix)
    yield from _field("status", f"{match.status} {match.proof}".strip())
    yield from _field("more", f"kb show {match.id}", wrap=False)
    if not named:
        yield from _field("", match.kb_check, wrap=False)


def _field(name: str, value: str, *, wrap: bool = True) -> Iterator[str]:
    safe = _safe(value)
    lines = textwrap.wrap(safe, WIDTH - INDENT, max_lines=4, placeholder=" …") if wrap else [safe]
    for place, line in enumerate(lines or [""]):
        yield f"{name if place == 0 else '':<{INDENT}}{line}".rstrip()


def _nothing(answer: Answer) -> Iterator[str]:
    yield "Nothing here matches this."
    if not answer.matches:
        yield "Give the lines round the first error, or say in a sentence what you see."
        return
    yield ""
    # as sure as that it is no `none` but where a person said so
    told = answer.matches[0].confidence >= max(rules()["verdict"]["maybe"].values())
    yield (
        "Nearest, but kb wrong was told that it is not this:" if told else "Nearest, but unlikely:"
    )
    yield from map(_in_one_line, answer.matches[:2])
    yield ""
    if answer.first_action:
        yield from _field("first", answer.first_action)
    yield from _field("look", f"kb tree {answer.domain}".rstrip(), wrap=False)
    yield from _field("then", "when it is fixed, keep it for the next time: kb add", wrap=False)


def _in_one_line(match: Match) -> str:
    line = f"  {match.id:<34} {match.confidence:>4.0%}  {_safe(match.title)}"
    return line if len(line) <= WIDTH else line[: WIDTH - 1] + "…"


def _safe(text: str) -> str:
    return printable(" ".join(text.split()))


def _cut(line: str) -> str:
    room = WIDTH - INDENT
    return line if len(line) <= room else line[: room - 1] + "…"
