"""Puts placeholders in: the same value gets the same one, in the whole text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from kb.redact.find import Span, find
from kb.redact.own import OwnPattern, now_in_force

_ROUNDS = 4
"""A replaced value can lay another bare, once or twice; more is a text made to do so."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """One value that was replaced, and how often.

    `kind` is `token`, `user`, `host` and so on, `rule` which rule found it. `original` is the
    secret itself: for the person's own eyes, never to be written.
    """

    placeholder: str
    kind: str
    rule: str
    times: int
    original: str = field(repr=False)

    def hint(self) -> str:
        """Enough of the value for its owner to know it by, on one line."""
        shown = (
            self.original
            if len(self.original) < 4
            else self.original[: min(6, len(self.original) // 3)] + "…"
        )
        return "".join(letter if letter.isprintable() else " " for letter in shown)


@dataclass(frozen=True, slots=True)
class Redacted:
    """The text that may be kept, and what was replaced, in the order of the text."""

    text: str
    replacements: tuple[Replacement, ...]


def redact(text: str, own_patterns: Iterable[OwnPattern] = ()) -> Redacted:
    """Replace secrets, people and machines by placeholders such as `<token>` and `<user-2>`.

    Redacting twice changes nothing more; time is linear in the text. Library paths, hashes,
    shapes, versions and messages stay whole. What is only a secret by agreement (a project's
    name) needs a pattern of one's own: those given, and those in force.
    """
    here = now_in_force()
    if here is None:
        return Redacted(text, ())
    own = (*here, *own_patterns)
    names = _Names(text)
    for _ in range(_ROUNDS):
        spans = find(text, own)
        if not spans:
            break
        text = names.put_in(text, spans)
    return Redacted(text, names.replacements())


class _Names:
    """Which value has which placeholder; numbers go on after those already in the text."""

    def __init__(self, text: str) -> None:
        self._taken = _highest(text)
        self._given: dict[tuple[str, str], str] = {}
        self._found: dict[tuple[str, str], tuple[str, int]] = {}

    def put_in(self, text: str, spans: list[Span]) -> str:
        pieces, at = [], 0
        for span in spans:
            pieces += [text[at : span.start], self._name(span, text[span.start : span.end])]
            at = span.end
        return "".join([*pieces, text[at:]])

    def replacements(self) -> tuple[Replacement, ...]:
        return tuple(
            Replacement(self._given[key], key[0], rule, times, key[1])
            for key, (rule, times) in self._found.items()
        )

    def _name(self, span: Span, value: str) -> str:
        key = (span.kind, value)
        rule, times = self._found.get(key, (span.rule, 0))
        self._found[key] = (rule, times + 1)
        if key not in self._given:
            number = self._taken.get(span.kind, 0) + 1
            self._taken[span.kind] = number
            self._given[key] = f"<{span.kind}>" if number == 1 else f"<{span.kind}-{number}>"
        return self._given[key]


def _highest(text: str) -> dict[str, int]:
    taken: dict[str, int] = {}
    for kind, number in re.findall(r"<([a-z][a-z0-9-]{0,30}?)(?:-(\d{1,6}))?>", text):
        taken[kind] = max(taken.get(kind, 0), int(number or 1))
    return taken
