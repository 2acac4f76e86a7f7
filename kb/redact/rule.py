"""What a rule is: data, with the text that it must change and the one that it must leave."""

from __future__ import annotations

from dataclasses import dataclass

EDGE = r"(?:(?<![^\W_])|(?<=\\[nrt])|(?<=%[0-9A-F][0-9A-F]))"
r"""Where a token may begin: no letter or digit before it, unless it ends `\n` or `%3D`."""

LETTERS = "aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA" * 12
HEX = "0a1b2c3d4e5f60718293a4b5c6d7e8f9" * 4
"""Stuff for examples, so that no scanner takes this package for a leak."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing to replace.

    `pattern` is a regex (ASCII classes, `^` at each line). The name of each group is the kind
    of what it holds: `(?P<user>…)@(?P<host>…)` becomes `<user>@<host>`. It is tried only on
    lines that hold one of `needs` (in lower case: in any case), and `reach` characters more.
    A match is left alone where `unless` matches just before it on its line. `changes` and
    `stays` are the examples of both sides. Every repeat is bounded or starts at an edge, so
    that time is linear in the text.
    """

    name: str
    pattern: str
    needs: tuple[str, ...]
    changes: str
    stays: str
    unless: str = ""
    reach: int = 0
