"""Rules for `redact.yaml`: the patterns that a knowledge base redacts beside ours."""

from __future__ import annotations

from collections.abc import Iterator

from kb.errors import Refused
from kb.lint.rule import Finding, rule
from kb.lint.view import View
from kb.model import KnowledgeBase
from kb.redact import OwnPattern, own_patterns


@rule("error", bad="redact.yaml: {project: '(a+)+'}", good="redact.yaml: {project: 'ACME-[0-9]+'}")
def own_pattern(view: View) -> Iterator[Finding]:
    """A pattern cannot be used: it is no regular expression, matches nothing at all, or could
    take for ever. Until it is mended, nothing is recorded, for what it should hide would be kept.
    """
    patterns = view.base.patterns
    for name, found in tried(view.base):
        if isinstance(found, str):
            message, _, remedy = found.partition("; ")
            message = message.removeprefix(f"own pattern {name!r} ")
            yield Finding(patterns.file, patterns.lines.get(name), name, message, remedy)


def tried(base: KnowledgeBase) -> Iterator[tuple[str, OwnPattern | str]]:
    """Each pattern of the base by name, or why it cannot be used."""
    for name, pattern in base.patterns.listed.items():
        try:
            yield name, own_patterns({name: pattern})[0]
        except Refused as refused:
            yield name, str(refused)
