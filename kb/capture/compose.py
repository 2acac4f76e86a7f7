"""From a paste and a few answers to a new entry in a layer: what `kb add` does, without a face."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from kb.capture.draft import Draft
from kb.capture.symptom import symptom as symptom
from kb.errors import InvalidFiles, Problem
from kb.lint import lint
from kb.match import Answer
from kb.model import Fault, KnowledgeBase
from kb.search import search
from kb.store.layers import Layer
from kb.store.read import parse_entry
from kb.store.skeleton import skeleton
from kb.store.write import create
from kb.tree import Proposal, suggest

PASTE = "pastes/first.txt"


def near(draft: Draft, paste: str | None, layers: Sequence[Layer]) -> Answer:
    """The entries that may already say this, by the paste or else by the symptom."""
    return search(paste or _symptom(draft), layers, limit=3)


def places(base: KnowledgeBase, draft: Draft, paste: str | None) -> tuple[Proposal, ...]:
    """Nodes it may hang under, likeliest first, each with its reasons."""
    known = (draft.values.get(name) for name in ("title", "root_cause"))
    return suggest(base, "\n".join(str(text) for text in (*known, _symptom(draft), paste) if text))


def hung(base: KnowledgeBase, draft: Draft) -> Draft:
    """The draft with its domain taken from its parent. Raises NotFound for an unknown parent."""
    if "parent" not in draft.values or "domain" in draft.values:
        return draft
    parent = str(draft.values["parent"])
    base.node(parent)
    return draft.having({"domain": base.tree.path(parent)[0]})


def write(
    base: KnowledgeBase,
    layer: Layer,
    id: str,
    text: str,
    files: Mapping[str, bytes],
) -> Path:
    """Create the entry in `layer`, whole or not at all, and return its folder.

    `base` is all that counts here, for the rules that look at other entries. `files` go by path
    in the entry's folder. Raises InvalidFiles with all problems at once, before anything is
    written; Refused when the id is taken.
    """
    folder = layer.root / id
    entry = parse_entry(text, folder / "entry.yaml")
    fault = Fault(
        id=id,
        entry=entry,
        layer=layer.name,
        folder=folder,
        faulty=_part(files, "faulty"),
        fixed=_part(files, "fixed"),
    )
    problems = problems_of(base, fault)
    if problems:
        raise InvalidFiles(problems)
    return create(layer, id, text, files)


def entry_text(draft: Draft, about: Mapping[str, str] | None = None) -> str:
    """The draft as `entry.yaml`; with `about`, blanks to fill in and a comment on each field."""
    return skeleton(draft.nested(blanks=about is not None), about)


def problems_of(base: KnowledgeBase, fault: Fault) -> list[Problem]:
    """What the cross rules would find wrong with `fault` among all that counts here."""
    whole = replace(base, faults={**base.faults, fault.id: fault})
    return [
        problem
        for problem in lint(whole)
        if problem.severity == "error" and fault.folder in (problem.file, *problem.file.parents)
    ]


def _part(files: Mapping[str, bytes], name: str) -> dict[str, bytes]:
    prefix = f"{name}/"
    return {
        path.removeprefix(prefix): content
        for path, content in files.items()
        if path.startswith(prefix)
    }


def _symptom(draft: Draft) -> str:
    return str(draft.values.get("symptom.error") or draft.values.get("symptom.observed") or "")
