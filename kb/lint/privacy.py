"""Rules for what must not be written down: secrets, people, machines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from kb.lint.patterns import tried
from kb.lint.rule import Finding, at, at_node, in_file, rule
from kb.lint.view import Mark, View
from kb.model import Fault, Tree
from kb.redact import OwnPattern, in_force, redact
from kb.store.layers import PERSONAL

PEOPLE = frozenset({"user", "name", "email", "group"})
MACHINES = frozenset({"host", "address", "account"})
"""Kinds of the redactor; what is of no such kind is a secret."""


@rule(
    "error",
    bad="entry.yaml: {symptom: {also: ['login failed for password=hunter2-and-more']}}",
    good="entry.yaml: {symptom: {also: ['login failed for password=<password>']}}",
)
def secret(view: View) -> Iterator[Finding]:
    """A text holds a key or a password. In git it stays readable for ever: make it invalid where
    it is used, then write a placeholder here.
    """
    yield from _unredacted(view, lambda kind: kind not in PEOPLE | MACHINES)


@rule(
    "error",
    bad="entry.yaml: {symptom: {error: 'No such file: /home/karin/train.csv'}}",
    good="entry.yaml: {symptom: {error: 'No such file: /home/user/train.csv'}}",
)
def person(view: View) -> Iterator[Finding]:
    """A text names a person, as the path of a home folder does. Nobody needs to know, and such a
    path is on one machine only.
    """
    yield from _unredacted(view, PEOPLE.__contains__)


@rule(
    "warning",
    bad="entry.yaml: {symptom: {also: ['cannot connect to 10.3.14.15:8000']}}",
    good="entry.yaml: {symptom: {also: ['cannot connect to <address>:8000']}}",
)
def machine(view: View) -> Iterator[Finding]:
    """A text names a machine or an address inside of somebody's network. It means nothing
    elsewhere; `<host>` and `<address>` are found just as well.
    """
    yield from _unredacted(view, MACHINES.__contains__)


def _unredacted(view: View, wanted: Callable[[str], bool]) -> Iterator[Finding]:
    """Findings that name the kind and the placeholder, never the value; those of the tree first."""
    for fault in (None, *view.faults()):
        if fault is not None and fault.layer == PERSONAL:
            continue  # nobody else reads it, and `--no-redact` was the person's own word
        for mark in _marks(view, fault):
            if wanted(mark.kind):
                message = f"holds what looks like a real {mark.kind.replace('-', ' ')}"
                remedy = f"write <{mark.kind}> in its place"
                if fault is None:
                    yield at_node(view, mark.path, mark.field, message, remedy)
                elif mark.path:
                    yield in_file(fault, mark.path, mark.line, message, remedy)
                else:
                    yield at(fault, mark.field, message, remedy)


def _marks(view: View, fault: Fault | None) -> tuple[Mark, ...]:
    """What the redactor would replace in an entry, or in the tree: there a path is a node's id."""
    id = fault.id if fault else ""
    if id not in view.redacted:
        with in_force([one for _, one in tried(view.base) if isinstance(one, OwnPattern)]):
            found = _in_fault(fault) if fault else _in_tree(view.base.tree)
            view.redacted[id] = tuple(found)
    return view.redacted[id]


def _in_tree(tree: Tree) -> Iterator[Mark]:
    for id, part in (("", tree.model_copy(update={"nodes": {}})), *tree.nodes.items()):
        for field, text in _texts("", part.model_dump(mode="json", exclude_none=True)):
            for found in redact(text).replacements:
                yield Mark(field, id, 0, found.kind)


def _in_fault(fault: Fault) -> Iterator[Mark]:
    """All texts are tried as one first, for most have nothing."""
    fields, files = list(_fields(fault)), list(_files(fault))
    texts = dict.fromkeys(text for _, text in (*fields, *files))
    whole = redact("\n\n".join(texts))
    values = [found.original for found in whole.replacements]
    for field, text in fields:
        for kind, _ in _found(text, values):
            yield Mark(field, "", 0, kind)
    for path, text in files:
        for kind, line in _found(text, values):
            yield Mark("", path, line, kind)


def _found(text: str, values: list[str]) -> Iterator[tuple[str, int]]:
    """Kind and line of what the redactor would replace in `text`, if it holds one of `values`."""
    if any(value in text for value in values):
        made = redact(text)
        for found in made.replacements:
            line = made.text.count("\n", 0, made.text.index(found.placeholder)) + 1
            yield re.sub(r"<|(-\d+)?>", "", found.placeholder), line


def _fields(fault: Fault) -> Iterator[tuple[str, str]]:
    """Every text of the entry, by field."""
    yield from _texts("", fault.entry.model_dump(mode="json", by_alias=True, exclude_none=True))


def _texts(field: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield field, value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from _texts(f"{field}.{name}".lstrip("."), part)
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from _texts(f"{field}.{place}", part)


def _files(fault: Fault) -> Iterator[tuple[str, str]]:
    """Every text file beside entry.yaml, by its path in the folder."""
    for folder, files in (("faulty", fault.faulty), ("fixed", fault.fixed)):
        for path, content in files.items():
            if b"\0" not in content[:1024]:
                yield f"{folder}/{path}", content.decode("utf-8", "replace")
    for name, text in fault.pastes.items():
        yield f"pastes/{name}", text
