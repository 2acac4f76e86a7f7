"""Folders on disk → knowledge bases as values, with every problem found on the way."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import ValidationError

from kb.errors import InvalidFiles, NotFound, Problem
from kb.model import Entry, Evidence, Fault, KnowledgeBase, Node, Tree
from kb.model.slug import SLUG_MAX, SLUG_PATTERN
from kb.store.decode import ENTRY_BYTES, BadText, decode
from kb.store.document import Document, read_document
from kb.store.folder import BadFile, Folder, read_bytes, read_folder
from kb.store.layers import Layer
from kb.store.patterns import read_patterns
from kb.store.roots import REDACT, TREE
from kb.store.validate import Model, validate

NO_TREE = Tree(title="Faults", nodes={})
"""Stands for the tree of a layer that has none of its own, such as the personal one."""


def load(layer: Layer) -> KnowledgeBase:
    """All that `layer` holds. What cannot be read is in `problems`; the rest is usable."""
    problems: list[Problem] = []
    tree, document = _load_tree(layer, problems)
    faults = {}
    for id in _ids(layer.root, problems):
        fault, found = _load_fault(layer, id)
        problems.extend(found)
        if fault is not None:
            faults[id] = fault
    lines = document.lines() if document else {}
    patterns, found = read_patterns(layer)
    return KnowledgeBase(
        tree,
        faults,
        (*problems, *found),
        layer.root / TREE,
        lines,
        trusted=layer.trusted,
        patterns=patterns,
    )


def load_fault(layer: Layer, id: str) -> Fault:
    """The entry `id` of `layer`. Raises NotFound or InvalidFiles."""
    if not is_slug(id) or not (layer.root / id).is_dir():
        raise NotFound(f"no entry {id[:80]!r} in {layer.root}; `kb list` shows what there is")
    fault, problems = _load_fault(layer, id)
    if fault is None:
        raise InvalidFiles(problem for problem in problems if problem.severity == "error")
    return fault


def load_all(layers: Iterable[Layer]) -> KnowledgeBase:
    """All layers as one: the nearest trusted layer wins on the same id, untrusted ones never."""
    return merge([load(layer) for layer in layers])


def merge(bases: Sequence[KnowledgeBase]) -> KnowledgeBase:
    """`bases`, nearest first, as one: the nearest wins on the same id, of entries and of nodes.

    A base that is not trusted wins over none. The top event is that of the first tree.
    """
    bases = sorted(bases, key=lambda base: not base.trusted)
    nodes: dict[str, Node] = {}
    faults: dict[str, Fault] = {}
    for base in bases:
        nodes = nodes | {id: node for id, node in base.tree.nodes.items() if id not in nodes}
        faults = {**base.faults, **faults}
    first = next((base for base in bases if base.tree.nodes), bases[0])
    tree = first.tree.model_copy(update={"nodes": nodes})
    problems = tuple(problem for base in bases for problem in base.problems)
    ordered = dict(sorted(faults.items()))
    return replace(first, tree=tree, faults=ordered, problems=problems)


def parse_entry(text: str | bytes, file: Path) -> Entry:
    """The entry that `text` holds, as if it stood in `file`. Raises InvalidFiles."""
    entry, _, problems = _parse(Entry, text, file)
    if entry is None:
        raise InvalidFiles(problems)
    return entry


def parse_tree(text: str | bytes, file: Path) -> Tree:
    """The tree that `text` holds, as if it stood in `file`. Raises InvalidFiles."""
    tree, _, problems = _parse(Tree, text, file)
    if tree is None:
        raise InvalidFiles(problems)
    return tree


def is_slug(id: str) -> bool:
    """Whether `id` can name an entry or a node."""
    return len(id) <= SLUG_MAX and re.fullmatch(SLUG_PATTERN.strip("^$"), id) is not None


def _parse(
    model: type[Model], text: str | bytes, file: Path
) -> tuple[Model | None, Document | None, tuple[Problem, ...]]:
    try:
        document = read_document(decode(text.encode() if isinstance(text, str) else text))
    except BadText as bad:
        problem = Problem(file, bad.line, "", bad.message, bad.remedy, bad.rule)
        return None, None, (problem,)
    value, problems = validate(model, document, file)
    return value, document, problems


def _load_tree(layer: Layer, problems: list[Problem]) -> tuple[Tree, Document | None]:
    file = layer.root / TREE
    if not os.path.lexists(file):
        return NO_TREE, None
    try:
        tree, document, found = _parse(Tree, read_bytes(file, ENTRY_BYTES), file)
    except BadFile as bad:
        tree, document, found = None, None, (bad.problem,)
    problems.extend(found)
    return tree or NO_TREE, document


def _load_fault(layer: Layer, id: str) -> tuple[Fault | None, tuple[Problem, ...]]:
    path = layer.root / id
    try:
        folder = read_folder(path)
    except BadFile as bad:
        return None, (bad.problem,)
    entry, document, problems = _parse(Entry, folder.entry, path / "entry.yaml")
    try:
        evidence = _evidence(path, folder)
    except BadFile as bad:
        return None, (*problems, bad.problem)
    if entry is None or document is None:
        return None, problems
    pastes = {
        name: content.decode("utf-8-sig", "replace")
        for name, content in folder.parts.get("pastes", {}).items()
    }
    fault = Fault(
        id=id,
        entry=entry,
        layer=layer.name,
        folder=path,
        faulty=folder.parts.get("faulty", {}),
        fixed=folder.parts.get("fixed", {}),
        pastes=pastes,
        evidence=evidence,
        lines=document.lines(),
    )
    return fault, problems


def _evidence(path: Path, folder: Folder) -> Evidence | None:
    if folder.evidence is None:
        return None
    try:
        return Evidence.model_validate_json(folder.evidence)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        message = f"is no evidence ({where}: {first['msg']})"
        remedy = f"delete it and run: kb verify --record {path.name}"
        raise BadFile(path / "evidence.json", message, remedy, "evidence") from None


def _ids(root: Path, problems: list[Problem]) -> Iterator[str]:
    """Names of entry folders, in order; what else lies there becomes a problem."""
    try:
        with os.scandir(root) as listed:
            items = sorted(listed, key=lambda item: item.name)
    except FileNotFoundError:
        return
    for item in items:
        if item.name[0] == "." or item.name in (TREE, REDACT):
            continue
        if item.is_symlink():
            remedy = "put the folder itself there"
            message = "is a symlink, and none is followed"
            problems.append(Problem(Path(item.path), None, "", message, remedy, "symlink"))
        elif item.is_dir() and not is_slug(item.name):
            remedy = f"name it in a-z, 0-9 and single dashes, at most {SLUG_MAX} characters"
            message = "is no id"
            problems.append(Problem(Path(item.path), None, "", message, remedy, "id"))
        elif item.is_dir():
            yield item.name
        elif item.name.endswith((".yaml", ".yml")):
            message = "lies beside the entries, and is none"
            remedy = f"an entry is a folder: {item.name.rsplit('.', 1)[0]}/entry.yaml"
            file = Path(item.path)
            problems.append(Problem(file, None, "", message, remedy, "stray-file", "warning"))
