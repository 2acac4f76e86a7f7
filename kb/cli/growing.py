"""One change to the fault tree of the nearest layer, seen among the nodes of all layers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import typer

from kb.cli.lint import line
from kb.cli.paths import short, typed
from kb.errors import Problem, Refused
from kb.lint import RULES, TREE_RULES, lint
from kb.model import KnowledgeBase
from kb.store.layers import find_layers, nearest
from kb.store.read import load, merge
from kb.store.write import save_base
from kb.text import printable

Growth = Callable[[KnowledgeBase], KnowledgeBase]


def grow(kb: Path | None, change: Growth, *, own: str | None = None, new: str = "") -> None:
    """Apply `change` to the nearest layer; print the files that changed, and what is now amiss.

    `own` is a node or an entry that this layer must hold itself; a node that another layer calls
    `new` is no hindrance, for this one will stand in its place. Raises Refused, NotFound and
    what the store raises; nothing is changed then.
    """
    layers = find_layers(kb)
    layer = nearest(layers)
    mine, others = load(layer), [load(other) for other in layers if other != layer]
    tree = merge([mine, *others]).tree
    foreign = tree.nodes.keys() - mine.tree.nodes.keys()
    if own in foreign or (own not in mine.faults and any(own in base.faults for base in others)):
        raise Refused(
            f"{own} is not in {short(layer.root)}, the layer that is changed; put it there first"
        )
    nodes = {id: node for id, node in tree.nodes.items() if id not in foreign or id != new}
    before = replace(mine, tree=tree.model_copy(update={"nodes": nodes}))
    after = _kept(change(before), before, foreign)
    if after.tree != before.tree and not mine.tree_file.exists():
        start = f"start one with: kb init {typed(layer.root.parent)}"
        raise Refused(f"{short(layer.root)} has no tree.yaml; {start}")
    for file in save_base(layer, before, after):
        print(printable(short(file)))
    _tell(before, load(layer), others)


def _kept(after: KnowledgeBase, before: KnowledgeBase, foreign: set[str]) -> KnowledgeBase:
    """`after`, but with the nodes that this layer does not hold as they were."""
    nodes = {
        id: before.tree.nodes[id] if id in foreign and id in before.tree.nodes else node
        for id, node in after.tree.nodes.items()
    }
    return replace(after, tree=after.tree.model_copy(update={"nodes": nodes}))


def _tell(before: KnowledgeBase, after: KnowledgeBase, others: list[KnowledgeBase]) -> None:
    """Print what the change broke, in this layer and in those that it does not write."""
    rules = [rule for rule in RULES if rule.name in TREE_RULES]

    def amiss(mine: KnowledgeBase) -> dict[object, str]:
        bases = [mine, *others]
        found = [
            problem
            for base in bases
            for problem in lint(base, [other for other in bases if other is not base], rules)
        ]
        return {_saying(one): line(one) for one in found if one.severity != "note"}

    known = amiss(before)
    for what, text in amiss(after).items():
        if what not in known:
            typer.echo(text, err=True)


def _saying(problem: Problem) -> object:
    """What is amiss, on whichever line it now stands."""
    return problem.file, problem.field, problem.message
