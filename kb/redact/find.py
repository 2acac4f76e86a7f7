"""Where the things to replace stand in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kb.redact.hosts import HOSTS
from kb.redact.own import OwnPattern
from kb.redact.people import PEOPLE
from kb.redact.rule import Rule
from kb.redact.secrets import SECRETS
from kb.redact.tokens import TOKENS

RULES: tuple[Rule, ...] = (*TOKENS, *SECRETS, *PEOPLE, *HOSTS)

KINDS = frozenset(
    kind.replace("_", "-") for rule in RULES for kind in re.findall(r"\(\?P<(\w+)>", rule.pattern)
)
"""All kinds of the rules: `token`, `user`, `host` and so on."""

_COLOUR = re.compile(r"\x1b\[[0-9;?]{0,30}[A-Za-z]")
_PACKAGES = re.compile(r"(?:site|dist)-packages|/lib/python3")
_BEFORE = 120
"""Most characters that `unless` looks at."""

_MOST = 200
"""Most values that are looked for again: each is one more walk over the text."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of the text, and which rule found which kind of thing there."""

    start: int
    end: int
    kind: str
    rule: str


def find(text: str, own: Iterable[OwnPattern] = ()) -> list[Span]:
    """All spans, in order, none overlapping: where two met, they are one, named by the first."""
    own = tuple(own)
    flat = _flat(text, own)
    lower = flat.lower()
    spans: list[Span] = []
    for rule in RULES:
        if any(need in lower for need in rule.needs):
            spans += _matches(rule, flat)
    for pattern in own:
        spans += (
            Span(start, end, pattern.name, pattern.name) for start, end in pattern.spans(flat)
        )
    spans += _again(flat, spans)
    return _merged(spans)


def _flat(text: str, own: tuple[OwnPattern, ...]) -> str:
    """The text as the rules see it, no longer and no shorter: without colours, and with what
    was replaced before blotted out."""
    kinds = "|".join(map(re.escape, sorted(KINDS | {pattern.name for pattern in own})))
    text = re.sub(rf"<(?:{kinds})(?:-\d{{1,6}})?>", lambda old: "<" * len(old[0]), text)
    return _COLOUR.sub(lambda colour: " " * len(colour[0]), text)


def _matches(rule: Rule, text: str) -> Iterator[Span]:
    unless = re.compile(f"(?:{rule.unless})$") if rule.unless else None
    for match in re.finditer(rule.pattern, text, re.ASCII | re.MULTILINE):
        if unless and unless.search(_line_before(text, match.start())):
            continue
        for kind, value in match.groupdict().items():
            if value:
                yield Span(*match.span(kind), kind.replace("_", "-"), rule.name)


def _line_before(text: str, place: int) -> str:
    return text[max(0, place - _BEFORE) : place].rpartition("\n")[2]


def _again(text: str, spans: list[Span]) -> Iterator[Span]:
    """What was found in one place, where it stands in another without what gave it away."""
    first = {text[span.start : span.end]: span for span in reversed(spans)}
    telling = [value for value, span in first.items() if _tells(value, span.kind)]
    for value in telling[:_MOST]:
        span = first[value]
        for start in _places(text, value):
            yield Span(start, start + len(value), span.kind, span.rule)
    users = [value for value, span in first.items() if span.kind == "user"]
    if users:
        yield from _user_again(text, users[:_MOST])


def _tells(value: str, kind: str) -> bool:
    """Whether `value` can mean nothing else, wherever it stands."""
    if kind == "host":
        return len(value) > 3 and not value.isalpha()
    secret = kind in ("token", "password", "cookie")
    return secret and 8 <= len(value) <= 512 and not value.isalpha() and not value.isdigit()


def _places(text: str, value: str) -> Iterator[int]:
    start = text.find(value)
    while start >= 0:
        end = start + len(value)
        if not (_joins(text[start - 1 : start]) or _joins(text[end : end + 1])):
            yield start
        start = text.find(value, end)


def _joins(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def _user_again(text: str, users: list[str]) -> Iterator[Span]:
    names = "|".join(map(re.escape, users))
    spots = rf"(?<=[/\\])(?:{names})(?=[/\\\s\"':,)]|$)|(?<![\w.-])(?:{names})(?=@[A-Za-z])"
    for match in re.finditer(spots, text, re.MULTILINE):
        if not _PACKAGES.search(_line_before(text, match.start())):
            yield Span(match.start(), match.end(), "user", "user-again")


def _merged(spans: list[Span]) -> list[Span]:
    merged: list[Span] = []
    order = {rule.name: place for place, rule in enumerate(RULES)}
    for span in sorted(spans, key=lambda span: (span.start, -span.end, order.get(span.rule, -1))):
        if not merged or span.start >= merged[-1].end:
            merged.append(span)
        elif span.end > merged[-1].end:
            merged[-1] = replace(merged[-1], end=span.end)
    return merged
