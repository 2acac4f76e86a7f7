"""Rules for `{name}` in a verification command, and for the values that go there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from kb.errors import Refused
from kb.lint.rule import Finding, at, rule
from kb.lint.shell import python_code, simple_commands
from kb.lint.view import View
from kb.model import Verify, fill

BRACES = re.compile(r"(?<![$%{\w])\{([a-z_][a-z0-9_]*)\}(?!\})")

OWN_BRACES = frozenset(
    "awk gawk mawk jq perl ruby docker podman kubectl curl find xargs fd".split()
)
"""Programs to whose arguments braces mean something."""

ANYTHING = "$(x) 'y' \"z\""


@rule(
    "error",
    bad="""
entry.yaml:
  verify: {command: "python -c 'from {module} import n; print(n)'", present: a batch of one}
""",
    good="""
entry.yaml:
  verify:
    command: "python -c 'from {module} import n; print(n)'"
    present: a batch of one
    values: {module: {about: the module that makes the loader, pattern: "[a-z_.]+"}}
  case: {values: {module: train}}
""",
)
def undeclared_placeholder(view: View) -> Iterator[Finding]:
    """The command has a `{name}` that `verify.values` does not declare, so it stays as it is.

    Braces that mean something to Python, awk, jq and the like are left alone.
    """
    for fault in view.faults():
        verify = fault.entry.verify
        for name in undeclared(verify):
            remedy = f"declare it: values: {{{name}: {{about: …, pattern: …}}}}"
            yield at(fault, "verify.command", f"{{{name}}} is declared nowhere", remedy)


@rule(
    "error",
    bad="""
entry.yaml:
  verify:
    values: {port: {about: the port, pattern: "[0-9]+"}}
  case: {values: {port: "8000"}}
""",
    good="""
entry.yaml:
  verify:
    command: ss -ltn | grep ':{port} ' && exit 1 || exit 0
    values: {port: {about: the port, pattern: "[0-9]+"}}
  case: {values: {port: "8000"}}
""",
)
def unused_placeholder(view: View) -> Iterator[Finding]:
    """`verify.values` declares a name that the command does not use: a reader is asked in vain."""
    for fault in view.faults():
        for name in fault.entry.verify.values:
            if f"{{{name}}}" not in fault.entry.verify.command:
                remedy = f"use {{{name}}} in the command, or take it out"
                yield at(fault, f"verify.values.{name}", "is not used in the command", remedy)


@rule(
    "error",
    bad="""
entry.yaml:
  verify:
    command: ss -ltn | grep ':{port} ' && exit 1 || exit 0
    values: {port: {about: the port, pattern: "[0-9]+"}}
  case: {values: {port: http}}
""",
    good="""
entry.yaml:
  verify:
    command: ss -ltn | grep ':{port} ' && exit 1 || exit 0
    values: {port: {about: the port, pattern: "[0-9]+"}}
  case: {values: {port: "8000"}}
""",
)
def case_value_refused(view: View) -> Iterator[Finding]:
    """The case gives a value that its placeholder refuses, so the command cannot be made."""
    for fault in view.faults():
        case = fault.entry.case
        if case is not None:
            try:
                fill(fault.entry.verify, case.values)
            except Refused as refused:
                yield at(fault, "case.values", str(refused), "give a value that fits its pattern")


@rule(
    "warning",
    bad="""
entry.yaml:
  verify:
    command: python check.py {file}
    values: {file: {about: the file, pattern: ".*"}}
  case: {values: {file: rows.csv}}
""",
    good="""
entry.yaml:
  verify:
    command: python check.py {file}
    values: {file: {about: the file, pattern: "[A-Za-z0-9_./-]+"}}
  case: {values: {file: rows.csv}}
""",
)
def pattern_takes_anything(view: View) -> Iterator[Finding]:
    """A placeholder's pattern lets any text through, quotes and `$(…)` too. The tool quotes what
    it can; a narrow pattern tells the reader what is meant and catches a slip of the hand.
    """
    for fault in view.faults():
        for name, placeholder in fault.entry.verify.values.items():
            if re.fullmatch(placeholder.pattern, ANYTHING):
                remedy = "allow only what such a value is made of, as [A-Za-z0-9_.]+"
                yield at(fault, f"verify.values.{name}.pattern", "matches any text", remedy)


def undeclared(verify: Verify) -> Iterator[str]:
    """Names in braces that look meant as placeholders, each once."""
    known = {name: name for name in verify.values}
    line = BRACES.sub(lambda found: known.get(found[1], found[0]), verify.command)
    seen: set[str] = set()
    for command in simple_commands(line):
        if command.program not in OWN_BRACES:
            seen.update(_in_words(command.words, python_code(command)))
    yield from sorted(seen)


def _in_words(words: tuple[str, ...], code: str | None) -> Iterator[str]:
    for word in words:
        if word != code or not _is_python(word):
            yield from BRACES.findall(word)


def _is_python(code: str) -> bool:
    """Whether Python itself understands the braces, as in f-strings and sets."""
    try:
        ast.parse(code)
    except (SyntaxError, ValueError):
        return False
    return True
