"""Frames of tracebacks, as Python, notebooks and pytest print them."""

from __future__ import annotations

from kb.report import Frame
from kb.text.rules import compiled, rules

_MARKS = (".py", "File ", "ipython-input", "Cell In", "Input In")


def frame(line: str) -> Frame | None:
    """The frame that a line names, or None."""
    if not any(mark in line for mark in _MARKS):
        return None
    for rule in rules()["frames"]:
        if found := compiled(rule["pattern"]).match(line):
            path = found[rule["path"]]
            function = found[rule["function"]] if rule["function"] else ""
            return Frame(path, function or "", library(path))
    return None


def library(path: str) -> str:
    """The part of a path inside a library (`torch/nn/functional.py`), empty for one's own."""
    found = compiled(rules()["library"]).search(path)
    if found is None:
        return ""
    return next(part for part in found.groups() if part).replace("\\", "/")


def code(line: str) -> str:
    """A source line without a notebook's arrow and line number."""
    return compiled(rules()["arrow"]).sub("", line)
