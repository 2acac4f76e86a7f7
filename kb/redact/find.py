"""Where the things to replace stand in a text."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kb.redact.addresses import ADDRESSES
from kb.redact.commands import COMMANDS
from kb.redact.hosts import HOSTS
from kb.redact.own import OwnPattern
from kb.redact.people import PEOPLE
from kb.redact.rule import Rule
from kb.redact.secrets import SECRETS
from kb.redact.tokens import TOKENS

RULES: tuple[Rule, ...] = (*TOKENS, *SECRETS, *COMMANDS, *PEOPLE, *HOSTS, *ADDRESSES)

KINDS = frozenset(
    kind.replace("_", "-") for rule in RULES for kind in re.findall(r"\(\?P<(\w+)>", rule.pattern)
)
"""All kinds of the rules: `token`, `user`, `host` and so on."""

_COLOUR = re.compile(r"\x1b\[[0-9;?]{0,30}[A-Za-z]")
_PACKAGES = r"(?:(?:site|dist)-packages|/lib/python3).{0,100}"
_BEFORE = 100
"""Most characters that `unless` looks at."""

_BACK, _LINE = 1_000, 10_000
"""How far a match can begin before, and end after, the word that its rule needs."""

_LOWER = {ord(letter): letter.lower() for letter in string.ascii_uppercase}

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
    if len(lower) != len(flat):  # a letter such as İ, which is two in lower case
        lower = flat.translate(_LOWER)
    spans = [span for rule in RULES for span in _matches(rule, flat, lower)]
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


def _matches(rule: Rule, text: str, lower: str) -> Iterator[Span]:
    for start, end in _windows(rule, text, lower):
        # compiled (and kept by re) only when a text calls for it: the whole set takes 0.2 s
        pattern = re.compile(rule.pattern, re.ASCII | re.MULTILINE)
        for match in pattern.finditer(text, start, end):
            if not (rule.unless and _follows(rule.unless, text, match.start())):
                yield from _groups(match, rule.name)


def _groups(match: re.Match[str], rule: str) -> Iterator[Span]:
    for kind, value in match.groupdict().items():
        if value:
            yield Span(*match.span(kind), kind.replace("_", "-"), rule)


def _windows(rule: Rule, text: str, lower: str) -> Iterator[tuple[int, int]]:
    """The lines that hold one of the words a rule needs; of a very long line, the part around."""
    words = [(word, lower if word.islower() else text) for word in rule.needs]
    ahead = {word: where.find(word) for word, where in words}
    at = 0
    while hits := [place for place in ahead.values() if place >= 0]:
        hit = min(hits)
        start = max(text.rfind("\n", max(0, hit - _BACK), hit) + 1, hit - _BACK, at)
        line_end = text.find("\n", hit + rule.reach, hit + rule.reach + _LINE)
        at = line_end if line_end >= 0 else min(len(text), hit + rule.reach + _LINE)
        yield start, at
        for word, where in words:
            if 0 <= ahead[word] < at:
                ahead[word] = where.find(word, at)


def _follows(pattern: str, text: str, place: int) -> bool:
    """Whether `pattern` matches on the line of `place`, up to it."""
    line = text[max(0, place - _BEFORE) : place].rpartition("\n")[2]
    return re.search(f"(?:{pattern})$", line, re.ASCII) is not None


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
        if not _follows(_PACKAGES, text, match.start()):
            yield Span(match.start(), match.end(), "user", "user-again")


def _merged(spans: list[Span]) -> list[Span]:
    merged: list[Span] = []
    order = {rule.name: place for place, rule in enumerate(RULES)}
    for span in sorted(
        spans, key=lambda span: (span.start, -span.end, order.get(span.rule, len(order)))
    ):
        if not merged or span.start >= merged[-1].end:
            merged.append(span)
        elif span.end > merged[-1].end:
            merged[-1] = replace(merged[-1], end=span.end)
    return merged
