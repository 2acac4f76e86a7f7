"""Random knowledge bases: a tree of nodes, and faults hung anywhere in it."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from kb.model import Entry, Fault, KnowledgeBase, Node, Tree

NAMES = [f"node-{number}" for number in range(12)]


def make_fault(
    id: str, domain: str, parent: str, cause: str = "Something is off.", title: str = ""
) -> Fault:
    """A fault that says little but where it hangs."""
    entry = Entry.model_validate(
        {
            "title": title or id,
            "domain": domain,
            "parent": parent,
            "symptom": {"error": "it fails"},
            "root_cause": cause,
            "verify": {"command": "python check.py", "present": "it is off"},
            "fix": "Put it right.",
            "origin": {"kind": "handbook"},
        }
    )
    return Fault(id, entry, "team", Path("entries", id))


def make_base(
    parents: dict[str, str | None], hanging: dict[str, str] | None = None
) -> KnowledgeBase:
    """Node → the one above (None: a domain), and fault → its node."""
    nodes = {id: Node(title=id.replace("-", " "), parent=above) for id, above in parents.items()}
    tree = Tree(title="It fails", nodes=nodes)
    faults = {
        id: make_fault(id, tree.path(node)[0], node) for id, node in sorted((hanging or {}).items())
    }
    return KnowledgeBase(tree, faults)


@st.composite
def bases(draw: st.DrawFn) -> KnowledgeBase:
    """A valid base: every node leads to a domain, every fault hangs under a node."""
    count = draw(st.integers(1, len(NAMES)))
    parents: dict[str, str | None] = {}
    for name in NAMES[:count]:
        parents[name] = draw(st.sampled_from([None, *parents]))
    order = draw(st.permutations(list(parents)))
    faults = draw(st.lists(st.sampled_from(list(parents)), max_size=15))
    base = make_base(
        {id: parents[id] for id in order}, {f"fault-{n}": node for n, node in enumerate(faults)}
    )
    return with_order(base, draw(st.randoms(use_true_random=False)).random() < 0.5)


def with_order(base: KnowledgeBase, wanted: bool) -> KnowledgeBase:
    """The base with every node's `order` naming all its children, when `wanted`."""
    if not wanted:
        return base
    nodes = {}
    for id, node in base.tree.nodes.items():
        children = [*base.tree.children(id), *(fault.id for fault in base.below(id))]
        nodes[id] = node.model_copy(update={"order": tuple(children)})
    tree = base.tree.model_copy(update={"nodes": nodes})
    return KnowledgeBase(tree, base.faults)
