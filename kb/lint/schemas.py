"""JSON Schema of entry.yaml and tree.yaml, so that editors complete and check them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel

from kb.errors import NotFound
from kb.model import Entry, Tree

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_ENTRY_EXAMPLE = {
    "title": "BatchNorm is given a single sample in training mode",
    "domain": "model-building",
    "parent": "normalisation",
    "symptom": {"error": "ValueError: Expected more than 1 value per channel when training"},
    "root_cause": "The last batch holds one sample, so there is no variance to estimate.",
    "verify": {
        "command": "python smallest_batch.py {module}",
        "present": "a batch of one",
        "values": {"module": {"about": "the module of the loader", "pattern": "[A-Za-z_.]+"}},
    },
    "fix": "Use drop_last=True, or GroupNorm.",
    "case": {"run": "python train.py", "values": {"module": "train"}, "requires": ["torch>=2"]},
    "origin": {"kind": "handbook"},
}

_TREE_EXAMPLE = {
    "title": "A run fails, or its result is wrong",
    "nodes": {
        "training-loop": {"title": "The step breaks or does not teach", "keywords": ["backward"]},
        "out-of-memory": {"title": "Device memory runs out", "parent": "training-loop"},
    },
}

SCHEMAS: Mapping[str, tuple[type[BaseModel], dict[str, Any]]] = MappingProxyType(
    {"entry": (Entry, _ENTRY_EXAMPLE), "tree": (Tree, _TREE_EXAMPLE)}
)
"""Name of a file → its model and an example of it."""


def schema(what: str = "entry") -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of `entry` or `tree`. Raises NotFound for another name."""
    if what not in SCHEMAS:
        raise NotFound(f"no schema {what!r}; write one of: {', '.join(SCHEMAS)}")
    model, example = SCHEMAS[what]
    made = model.model_json_schema(by_alias=True)
    if symptom := made.get("$defs", {}).get("Symptom"):
        symptom["oneOf"] = [{"required": ["error"]}, {"required": ["observed"]}]
    return {"$schema": DIALECT, **made, "title": f"{what}.yaml", "examples": [example]}
