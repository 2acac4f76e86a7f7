"""Changes to fields as values, and those that lead from one knowledge base to another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kb.model import KnowledgeBase, Tree
from kb.store.splice import REMOVE, Rename

Fields = Mapping[str | tuple[str | int, ...], Any]
"""Dotted path, or a tuple of its steps → new value, REMOVE, or Rename."""


@dataclass(frozen=True, slots=True)
class Change:
    """New values for fields of one file: entry `id`, or the tree when that is None.

    `fields` goes from a dotted path to a value, REMOVE, or Rename (the key, value kept).
    """

    id: str | None
    fields: Fields


def differences(before: KnowledgeBase, after: KnowledgeBase) -> Iterator[Change]:
    """The changes that lead from one value to the other, the tree's last."""
    for id, fault in after.faults.items():
        old = before.faults[id].entry
        if fields := _differing(old, fault.entry):
            yield Change(id, fields)
    if fields := _tree_fields(before.tree, after.tree):
        yield Change(None, fields)


def _tree_fields(before: Tree, after: Tree) -> dict[Any, Any]:
    fields: dict[Any, Any] = {}
    gone = [id for id in before.nodes if id not in after.nodes]
    new = [id for id in after.nodes if id not in before.nodes]
    titles = {after.nodes[id].title: id for id in new}
    renamed = {
        old: titles[before.nodes[old].title] for old in gone if before.nodes[old].title in titles
    }
    fields |= {("nodes", old): Rename(name) for old, name in renamed.items()}
    fields |= {("nodes", old): REMOVE for old in gone if old not in renamed}
    was = {renamed.get(id, id): node for id, node in before.nodes.items()}
    for id, node in after.nodes.items():
        if id in was:
            inner = _differing(was[id], node)
            fields |= {("nodes", id, *path): value for path, value in inner.items()}
        else:
            fields["nodes", id] = node.model_dump(by_alias=True, exclude_defaults=True, mode="json")
    return fields


def _differing(old: Any, new: Any) -> dict[Any, Any]:
    one, two = (
        part.model_dump(by_alias=True, exclude_defaults=True, mode="json") for part in (old, new)
    )
    return {(key,): two.get(key, REMOVE) for key in [*one, *two] if one.get(key) != two.get(key)}
