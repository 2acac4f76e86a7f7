"""Growing the fault tree: each function takes a knowledge base and returns the changed one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pydantic import TypeAdapter, ValidationError

from kb.errors import NotFound, Refused
from kb.model import Fault, KnowledgeBase, Node
from kb.model.near import hint
from kb.model.slug import Slug
from kb.tree.branch import descendants

_SLUG: TypeAdapter[str] = TypeAdapter(Slug)


def add(
    base: KnowledgeBase,
    id: str,
    parent: str | None,
    title: str,
    *,
    zh: str | None = None,
    keywords: Sequence[str] = (),
    first_action: str | None = None,
) -> KnowledgeBase:
    """With the new node `id` under `parent`, or as a domain when that is None.

    Raises Refused when the id or a text cannot be used, NotFound when there is no `parent`.
    """
    _free(base, id)
    if parent is not None:
        _need(base, parent)
    try:
        node = Node(
            title=title.strip(),
            zh=zh,
            parent=parent,
            keywords=tuple(keywords),
            first_action=first_action,
        )
    except ValidationError as error:
        raise Refused(f"{_reason(error, id)}; give one line of text") from error
    return _with_nodes(base, {**base.tree.nodes, id: node})


def move(base: KnowledgeBase, id: str, parent: str) -> KnowledgeBase:
    """With the node or entry `id` under `parent`, and every entry below it in its new domain.

    Raises NotFound when one of them is not there, Refused when the tree would run in a circle.
    """
    _need(base, parent)
    if id in base.faults and id in base.tree.nodes:
        raise Refused(f"{id} is both a node and an entry; first rename the node: kb tree rename")
    if id in base.faults:
        return _move_fault(base, base.faults[id], parent)
    _need(base, id)
    way = _path(base, parent)
    if id in way:
        raise Refused(f"{parent} lies under {id}; a node cannot hang under itself")
    old = base.tree.nodes[id].parent
    if old == parent:
        return base
    nodes = {**base.tree.nodes, id: base.tree.nodes[id].model_copy(update={"parent": parent})}
    return _with_domain(_with_nodes(base, _unlisted(nodes, old, id)), id, way[0])


def rename(base: KnowledgeBase, old: str, new: str) -> KnowledgeBase:
    """With the node `old` called `new`, in its place, and in every entry and node that names it.

    Raises NotFound when there is no such node, Refused when `new` is taken or is no id.
    """
    if old in base.faults and old not in base.tree.nodes:
        raise Refused(f"{old} is an entry; its id is its permanent address and stays")
    _need(base, old)
    _free(base, new)

    def called(id: str | None) -> str | None:
        return new if id == old else id

    nodes = {
        called(id) or id: node.model_copy(
            update={"parent": called(node.parent), "order": tuple(map(called, node.order))}
        )
        for id, node in base.tree.nodes.items()
    }
    faults = {
        id: _placed(fault, called(fault.entry.domain), called(fault.entry.parent))
        for id, fault in base.faults.items()
    }
    return replace(_with_nodes(base, nodes), faults=faults)


def _move_fault(base: KnowledgeBase, fault: Fault, parent: str) -> KnowledgeBase:
    old = fault.entry.parent
    if old == parent:
        return base
    moved = {**base.faults, fault.id: _placed(fault, _path(base, parent)[0], parent)}
    nodes = _unlisted(base.tree.nodes, old, fault.id)
    return replace(_with_nodes(base, nodes), faults=moved)


def _with_domain(base: KnowledgeBase, id: str, domain: str) -> KnowledgeBase:
    """With every entry at or below the node `id` in `domain`."""
    concerned = {id, *descendants(base.tree, id)}
    faults = {
        fault.id: _placed(fault, domain, fault.entry.parent)
        if fault.entry.parent in concerned
        else fault
        for fault in base.faults.values()
    }
    return replace(base, faults=faults)


def _placed(fault: Fault, domain: str | None, parent: str | None) -> Fault:
    if (fault.entry.domain, fault.entry.parent) == (domain, parent):
        return fault
    entry = fault.entry.model_copy(update={"domain": domain, "parent": parent})
    return replace(fault, entry=entry)


def _unlisted(nodes: Mapping[str, Node], parent: str | None, child: str) -> dict[str, Node]:
    """Without `child` in the `order` of its old parent."""
    kept = dict(nodes)
    if parent in kept and child in kept[parent].order:
        order = tuple(id for id in kept[parent].order if id != child)
        kept[parent] = kept[parent].model_copy(update={"order": order})
    return kept


def _with_nodes(base: KnowledgeBase, nodes: Mapping[str, Node]) -> KnowledgeBase:
    return replace(base, tree=base.tree.model_copy(update={"nodes": dict(nodes)}))


def _path(base: KnowledgeBase, node: str) -> tuple[str, ...]:
    try:
        return base.tree.path(node)
    except (KeyError, ValueError) as error:
        raise Refused(f"{node} leads to no domain; repair the tree first: kb tree lint") from error


def _need(base: KnowledgeBase, node: str) -> None:
    if node not in base.tree.nodes:
        meant = hint(node, base.tree.nodes, "`kb tree` shows them all")
        raise NotFound(f"no node {node!r} in the tree; {meant}")


def _free(base: KnowledgeBase, id: str) -> None:
    try:
        _SLUG.validate_python(id)
    except ValidationError as error:
        raise Refused(
            f"{id!r} is no id; write lower-case words and digits joined by hyphens, 64 at most"
        ) from error
    if id in base.tree.nodes:
        raise Refused(f"there is already a node {id}; choose another id, or move it: kb tree move")


def _reason(error: ValidationError, id: str) -> str:
    first = error.errors()[0]
    field = str(first["loc"][0]).replace("_", " ")
    what = str(first["msg"]).removeprefix("Value error, ") if first["input"] else "is empty"
    return f"the {field} of {id} {what}"
