"""Rules for the fault tree itself."""

from __future__ import annotations

from collections.abc import Iterator

from kb.lint.rule import Finding, at_node, rule
from kb.lint.view import View

MOST_CHILDREN = 9
"""What a person takes in at a glance (seven, plus or minus two)."""

EMPTY_NAMES = frozenset(
    "other others misc miscellaneous general unknown various rest else common stuff".split()
)


@rule(
    "error",
    bad="""
tree.yaml:
  nodes: {cuda: {title: The device fails, parent: gpu}}
""",
    good="""
tree.yaml:
  nodes: {cuda: {title: The device fails, parent: training-loop}}
""",
)
def unknown_node_parent(view: View) -> Iterator[Finding]:
    """A node hangs under a node that is nowhere, so no path leads from a domain to it."""
    for id, node in view.base.tree.nodes.items():
        if node.parent is not None and node.parent not in view.whole.tree.nodes:
            message = f"there is no node {node.parent!r}"
            yield at_node(view, id, "parent", message, "name a node of the tree, or add that one")


@rule(
    "error",
    bad="""
tree.yaml:
  nodes:
    memory: {title: Memory runs out, parent: device}
    device: {title: The device fails, parent: memory}
""",
    good="""
tree.yaml:
  nodes:
    memory: {title: Memory runs out, parent: device}
    device: {title: The device fails, parent: training-loop}
""",
)
def tree_cycle(view: View) -> Iterator[Finding]:
    """Nodes hang under each other in a circle. Nothing below them can be reached or counted."""
    for id in view.base.tree.nodes:
        circle = _circle(view, id)
        if circle and id == min(circle):
            names = " → ".join([*circle, id])
            yield at_node(view, id, "parent", f"runs in a circle: {names}", "break it at one node")


@rule(
    "error",
    bad="""
tree.yaml:
  nodes:
    a: {title: A, parent: training-loop}
    b: {title: B, parent: training-loop}
    c: {title: C, parent: training-loop}
    d: {title: D, parent: training-loop}
    e: {title: E, parent: training-loop}
    f: {title: F, parent: training-loop}
    g: {title: G, parent: training-loop}
    h: {title: H, parent: training-loop}
    i: {title: I, parent: training-loop}
""",
    good="""
tree.yaml:
  nodes:
    a: {title: A, parent: training-loop}
    b: {title: B, parent: training-loop}
""",
)
def crowded_node(view: View) -> Iterator[Finding]:
    """A node has more than nine children, more than a person takes in at a glance.

    So many faults on one branch have groups with causes of their own.
    `kb tree suggest --split NODE` proposes them.
    """
    own = set(view.base.faults) | set(view.base.tree.nodes)
    for node, below in view.children.items():
        known = node is None or node in view.whole.tree.nodes
        if known and len(below) > MOST_CHILDREN and (node in own or own & set(below)):
            remedy = f"part it: kb tree suggest --split {node}" if node else "join some domains"
            message = f"has {len(below)} children, more than {MOST_CHILDREN}"
            yield at_node(view, node or "", "", message, remedy)


@rule(
    "warning",
    bad="""
tree.yaml:
  nodes: {cuda: {title: The device fails, parent: training-loop, keywords: [CUDA error]}}
other-fault/entry.yaml: {parent: cuda}
""",
    good="""
tree.yaml:
  nodes: {cuda: {title: The device fails, parent: training-loop, keywords: [CUDA error]}}
other-fault/entry.yaml: {parent: cuda}
third-fault/entry.yaml: {parent: cuda}
""",
)
def single_child(view: View) -> Iterator[Finding]:
    """A node has one child, so it tells nothing that the child does not.

    Hang the child one level up, or wait for its second. A domain may have one child, and a node
    without children is a place that is kept ready.
    """
    for id, node in view.base.tree.nodes.items():
        below = view.children.get(id, ())
        if node.parent is not None and len(below) == 1:
            message = f"has one child, {below[0]}"
            yield at_node(view, id, "", message, "hang that one level up, or leave it for a second")


@rule(
    "error",
    bad="""
tree.yaml:
  nodes: {training-loop: {order: [out-of-memory, batchnorm-single-sample]}}
""",
    good="""
tree.yaml:
  nodes: {training-loop: {order: [out-of-memory]}}
""",
)
def order_names_stranger(view: View) -> Iterator[Finding]:
    """`order` says which children to look at first; it names one that is no child, or twice."""
    for id, node in view.base.tree.nodes.items():
        for place, child in enumerate(node.order):
            if child not in view.children.get(id, ()) or child in node.order[:place]:
                twice = child in node.order[:place]
                message = f"names {child} twice" if twice else f"{child} is no child of {id}"
                yield at_node(view, id, f"order.{place}", message, "take it out, or move it here")


@rule(
    "error",
    bad="""
tree.yaml:
  nodes: {other: {title: All the rest, parent: training-loop}}
""",
    good="""
tree.yaml:
  nodes: {step-slow: {title: The step takes too long, parent: training-loop}}
""",
)
def node_says_nothing(view: View) -> Iterator[Finding]:
    """A node is called `other`, `misc` or the like. It grows without end and tells nobody where
    to look; name what its faults have in common.
    """
    for id in view.base.tree.nodes:
        if EMPTY_NAMES & set(id.split("-")):
            remedy = f"name the branch for its cause: kb tree rename {id} NEW"
            yield at_node(view, id, "", "its name says nothing of what goes wrong here", remedy)


@rule(
    "warning",
    bad="""
tree.yaml:
  nodes: {step-slow: {title: The step takes too long, parent: training-loop}}
""",
    good="""
tree.yaml:
  nodes: {step-slow: {title: The step takes too long, parent: training-loop, keywords: [it/s]}}
""",
)
def node_without_keywords(view: View) -> Iterator[Finding]:
    """A node has no keywords, so neither `kb add` nor `kb tree suggest` can propose it."""
    for id, node in view.base.tree.nodes.items():
        if not node.keywords:
            remedy = "write the words of a pasted log that point here"
            yield at_node(view, id, "keywords", "is missing", remedy)


@rule(
    "warning",
    bad="""
tree.yaml:
  nodes: {training-loop: {check: null}}
""",
    good="""
tree.yaml:
  nodes: {training-loop: {first_action: Take one batch., check: python step.py}}
""",
)
def domain_without_start(view: View) -> Iterator[Finding]:
    """A domain lacks its first action or its smallest check, the two things that a person with a
    fault not yet known needs of it.
    """
    for id in view.base.tree.domains():
        node = view.base.tree.nodes[id]
        for field, value in (("first_action", node.first_action), ("check", node.check)):
            if value is None:
                remedy = "write what to do first, and one line that shows whether the domain works"
                yield at_node(view, id, field, "is missing", remedy)


def _circle(view: View, start: str) -> tuple[str, ...]:
    """The nodes from `start` up to itself again; empty when its way ends elsewhere."""
    way = [start]
    while (node := view.whole.tree.nodes.get(way[-1])) is not None and node.parent is not None:
        if node.parent == start:
            return tuple(way)
        if node.parent in way:
            return ()
        way.append(node.parent)
    return ()
