"""What the rules look at: one layer, and how it stands among the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kb.model import Fault, KnowledgeBase
from kb.store.read import merge


@dataclass(frozen=True, slots=True)
class Mark:
    """A value that the redactor would replace: in a field, or on a line of another file.

    In the tree, `path` is the id of the node whose field it is.
    """

    field: str
    path: str
    line: int
    kind: str


@dataclass(frozen=True, slots=True)
class View:
    """`base` is checked; `whole` is `base` over all other layers, where parents may stand.

    `children` goes by node id (None: the top event): ids of the nodes and faults below it.
    `redacted` remembers by entry (the tree: "") what the redactor found, for it is slow.
    """

    base: KnowledgeBase
    others: tuple[KnowledgeBase, ...]
    whole: KnowledgeBase
    children: Mapping[str | None, tuple[str, ...]]
    redacted: dict[str, tuple[Mark, ...]] = field(default_factory=dict)

    def faults(self) -> Iterator[Fault]:
        """The faults that are checked."""
        yield from self.base.faults.values()

    def domain_of(self, node: str) -> str | None:
        """The domain that `node` leads to; None when it is unknown or leads to none."""
        try:
            return self.whole.tree.path(node)[0]
        except (KeyError, ValueError):
            return None


def look(base: KnowledgeBase, others: Sequence[KnowledgeBase] = ()) -> View:
    """`base` among `others`, the nearest first."""
    whole = merge([base, *others])
    children: dict[str | None, list[str]] = defaultdict(list)
    for id, node in whole.tree.nodes.items():
        children[node.parent].append(id)
    for fault in whole.faults.values():
        children[fault.entry.parent].append(fault.id)
    return View(base, tuple(others), whole, {id: tuple(below) for id, below in children.items()})
