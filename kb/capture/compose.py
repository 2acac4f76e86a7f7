"""From a paste and a few answers to a new entry in a layer: what `kb add` does, without a face."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from kb.capture.draft import Draft
from kb.errors import InvalidFiles, Problem, Refused
from kb.lint import lint
from kb.match import Answer
from kb.model import Fault, KnowledgeBase
from kb.model.slug import entry_id
from kb.search import search
from kb.store.homes import cache_home
from kb.store.layers import Layer
from kb.store.read import parse_entry
from kb.store.skeleton import skeleton
from kb.store.write import create
from kb.tree import Proposal, suggest


def near(draft: Draft, layers: Sequence[Layer]) -> Answer:
    """The entries that may already say this, by the paste or else by the symptom."""
    return search(draft.paste or draft.symptom, layers, limit=3, cache=cache_home() / "search")


def places(base: KnowledgeBase, draft: Draft, found: Answer) -> tuple[Proposal, ...]:
    """Nodes it may hang under, likeliest first, each with its reasons.

    Where search finds an entry (`found`), its place comes first; then what the tree's keywords
    and its entries say.
    """
    known = (draft.values.get(name) for name in ("title", "root_cause"))
    texts = (*known, draft.symptom, draft.paste)
    offered = suggest(base, "\n".join(str(text) for text in texts if text))
    best = next((one for one in found.matches if one.parent in base.tree.nodes), None)
    if found.verdict == "none" or best is None:
        return offered
    reason = f"search finds {best.id} there, {best.confidence:.0%} sure"
    same = next((one for one in offered if one.node == best.parent), None)
    first = same or Proposal(best.parent, best.domain, 0.0, ())
    others = [one for one in offered if one is not same]
    return (replace(first, reasons=(reason, *first.reasons)), *others[:2])


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
    id: str | None,
    text: str,
    files: Mapping[str, bytes],
) -> Path:
    """Create the entry in `layer`, whole or not at all, and return its folder.

    Without `id` it gets a free one of its title's words. `base` is all that counts here, for the
    rules that look at other entries. `files` go by path in the entry's folder. Raises
    InvalidFiles with all problems at once, before anything is written; Refused when the id is
    taken, or none can be made.
    """
    if id is not None:
        return _written(base, layer, id, text, files)
    while True:
        made = free_id(base, layer, text)
        try:
            return _written(base, layer, made, text, files)
        except Refused:
            if not (layer.root / made).exists():  # else another terminal was faster
                raise


def free_id(base: KnowledgeBase, layer: Layer, text: str) -> str:
    """An id of the title's words that no entry has. Raises Refused, InvalidFiles."""
    title = parse_entry(text, layer.root / "new" / "entry.yaml").title
    there = layer.root.iterdir() if layer.root.is_dir() else ()
    id = entry_id(title, {*base.faults, *(folder.name for folder in there)})
    if id is None:
        raise Refused("no id can be made of this title; give one with --id, such as port-in-use")
    return id


def _written(
    base: KnowledgeBase, layer: Layer, id: str, text: str, files: Mapping[str, bytes]
) -> Path:
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
