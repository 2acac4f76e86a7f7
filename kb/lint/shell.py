"""Enough of a shell line to see which programs it starts. No security boundary: the sandbox is."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_OPTION = re.compile(r"$|-|[0-9]|[A-Za-z_][A-Za-z0-9_]*=")
_KEYWORDS = frozenset({"if", "then", "else", "elif", "do", "while", "until", "{", "!", "time"})
_CONDITIONAL = frozenset({"then", "else", "elif", "do", "&&", "||"})
_WRAPPERS = frozenset("sudo env xargs timeout nohup nice exec command stdbuf setsid".split())
_SHELLS = frozenset({"sh", "bash", "dash", "zsh"})
_SUBSTITUTION = re.compile(r"\$\(([^()]*)\)|`([^`]*)`")


@dataclass(frozen=True, slots=True)
class Simple:
    """One program with its arguments. `shown`: its stdout is that of the whole line.

    `conditional`: it runs only if something before it ended in one of two ways.
    """

    words: tuple[str, ...]
    conditional: bool
    shown: bool

    @property
    def program(self) -> str:
        """The program's name without its folder."""
        return self.words[0].rpartition("/")[2]


@lru_cache(maxsize=256)
def simple_commands(line: str) -> tuple[Simple, ...]:
    """The programs of `line` in order, those inside `$(…)`, `sh -c '…'` and wrappers too."""
    return tuple(_all(line, conditional=False, shown=True))


def python_code(command: Simple) -> str | None:
    """The code of `python -c CODE`; None for anything else."""
    if re.fullmatch(r"python[0-9.]*", command.program):
        for place, word in enumerate(command.words[:-1]):
            if word == "-c":
                return command.words[place + 1]
    return None


def _all(line: str, *, conditional: bool, shown: bool) -> Iterator[Simple]:
    for found in _SUBSTITUTION.finditer(line):
        yield from _all(found[1] or found[2] or "", conditional=True, shown=False)
    for simple in _split(line):
        here = Simple(simple.words, simple.conditional or conditional, simple.shown and shown)
        yield here
        inner = _inner(here)
        if inner:
            yield from _all(inner, conditional=here.conditional, shown=here.shown)


def _inner(command: Simple) -> str:
    """The line that a shell or a wrapper starts in turn."""
    if command.program in _SHELLS and "-c" in command.words[:-1]:
        return command.words[command.words.index("-c") + 1]
    if command.program in _WRAPPERS:
        rest = list(command.words[1:])
        while rest and _OPTION.match(rest[0]):
            rest.pop(0)
        return shlex.join(rest)
    return ""


def _split(line: str) -> Iterator[Simple]:
    words: list[str] = []
    before, redirected = "", False
    parts = [*_parts(line), ";"]
    for place, part in enumerate(parts):
        if not _is_operator(part):
            if not (place and _redirects(parts[place - 1])):
                words.append(part)
        elif _redirects(part):
            # `2>` and `>&1` leave stdout where it is
            elsewhere = words[-1:] != ["2"] and parts[place + 1] != "1"
            redirected = redirected or (">" in part and elsewhere)
        else:
            yield from _simple(words, before, shown=not redirected and part not in ("|", "|&"))
            words, before, redirected = [], part, False


def _simple(words: list[str], before: str, *, shown: bool) -> Iterator[Simple]:
    conditional = before in _CONDITIONAL
    while words and (words[0] in _KEYWORDS or _ASSIGNMENT.match(words[0])):
        conditional = conditional or words[0] in _CONDITIONAL
        words = words[1:]
    if words and words[0]:
        yield Simple(tuple(words), conditional, shown)


def _parts(line: str) -> list[str]:
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        return list(lexer)
    except ValueError:
        return line.split()


def _is_operator(part: str) -> bool:
    return bool(part) and set(part) <= set("();<>|&")


def _redirects(part: str) -> bool:
    return _is_operator(part) and bool(set(part) & set("<>"))
