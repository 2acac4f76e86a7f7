"""Small knowledge bases as values, made of YAML that says only what is of interest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from kb.model import Entry, Evidence, Fault, KnowledgeBase, Patterns, Tree, digest
from kb.store.document import read_document

TREE: dict[str, Any] = {
    "title": "A run fails",
    "nodes": {
        "training-loop": {
            "title": "The step breaks",
            "keywords": ["backward"],
            "first_action": "Take one batch.",
            "check": "python step.py",
        },
        "out-of-memory": {
            "title": "Memory runs out",
            "parent": "training-loop",
            "keywords": ["out of memory"],
        },
    },
}

ENTRY: dict[str, Any] = {
    "title": "The batch is too large",
    "domain": "training-loop",
    "parent": "out-of-memory",
    "symptom": {"error": "CUDA out of memory"},
    "root_cause": "The batch needs more than the card has.",
    "verify": {"command": "python check.py", "present": "the batch is too large"},
    "fix": "Use a smaller batch.",
    "case": {"run": "python train.py"},
    "origin": {"kind": "handbook"},
}

EVIDENCE: dict[str, Any] = {
    "outcome": "proven",
    "recorded": "2026-11-30",
    "environment": {},
    "runs": [],
}

DEFAULTS: dict[str, Any] = {
    "tree.yaml": TREE,
    "some-fault/entry.yaml": ENTRY,
    "some-fault/faulty/train.py": "print(1)",
    "some-fault/fixed/train.py": "print(2)",
    "second-fault/entry.yaml": {**ENTRY, "title": "Another run holds the card", "case": None},
}


def world(text: str) -> tuple[KnowledgeBase, tuple[KnowledgeBase, ...]]:
    """The base that an example of a rule stands for, and the handbook when it names one."""
    given = {_path(name): value for name, value in read_document(text or "{}").data.items()}
    theirs = {name: value for name, value in given.items() if name.startswith("handbook/")}
    mine = {name: given[name] for name in given.keys() - theirs.keys()}
    handbook = {name.removeprefix("handbook/"): value for name, value in theirs.items()}
    others = (base("handbook", {"tree.yaml": {}, **handbook}),) if theirs else ()
    return base("team", {path: {} for path in DEFAULTS} | mine), others


def base(layer: str, files: Mapping[str, Any]) -> KnowledgeBase:
    """A base of `files`, each laid over what stands there by default."""
    whole = {path: over(_default(path), value) for path, value in files.items()}
    ids = sorted({path.partition("/")[0] for path in whole if path.endswith("/entry.yaml")})
    faults = {id: _fault(layer, id, whole) for id in ids}
    tree = Tree.model_validate(whole["tree.yaml"])
    patterns = Patterns(whole.get("redact.yaml", {}), {}, Path("entries/redact.yaml"))
    return KnowledgeBase(tree, faults, tree_file=Path("entries/tree.yaml"), patterns=patterns)


def over(under: Any, upper: Any) -> Any:
    """`upper` laid over `under`: mappings are joined, None takes away, {} leaves as it is."""
    if upper == {}:
        return under
    if not (isinstance(under, Mapping) and isinstance(upper, Mapping)):
        return upper
    joined = {**under, **{key: over(under.get(key), value) for key, value in upper.items()}}
    return {key: value for key, value in joined.items() if value is not None}


def _path(name: str) -> str:
    own = name.partition("/")[0] in ("entry.yaml", "evidence.json", "faulty", "fixed")
    return f"some-fault/{name}" if own else name


def _default(path: str) -> Any:
    id, _, rest = path.partition("/")
    if rest == "entry.yaml" and path not in DEFAULTS:
        return {**ENTRY, "title": id, "case": None}
    return DEFAULTS.get(path)


def _fault(layer: str, id: str, files: Mapping[str, Any]) -> Fault:
    entry = Entry.model_validate(files[f"{id}/entry.yaml"])
    parts = [_below(f"{id}/{folder}/", files) for folder in ("faulty", "fixed")]
    fault = Fault(id, entry, layer, Path("entries", id), *parts)
    given = files.get(f"{id}/evidence.json")
    if given is None:
        return fault
    evidence = Evidence.model_validate({**EVIDENCE, "digest": digest(fault), **given})
    return replace(fault, evidence=evidence)


def _below(folder: str, files: Mapping[str, Any]) -> dict[str, bytes]:
    return {
        path.removeprefix(folder): str(text).encode()
        for path, text in files.items()
        if path.startswith(folder) and text is not None
    }
