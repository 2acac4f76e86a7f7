"""The fault tree as `tree.yaml` holds it: top event, domains, intermediate nodes."""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

from pydantic import Field

from kb.model.base import SCHEMA_VERSION, Line, Part, Text
from kb.model.slug import Slug


class Node(Part):
    """A domain (no parent) or an intermediate node. Its id is its key under `nodes`."""

    title: Line = Field(description="what goes wrong here, in a few words")
    zh: Line | None = Field(None, description="the title in Chinese")
    parent: Slug | None = Field(None, description="the node above; a domain has none")
    keywords: tuple[Line, ...] = Field((), description="words in a paste that point here")
    first_action: Text | None = Field(None, description="what to do first when a symptom lies here")
    check: Line | None = Field(None, description="the smallest check of this node, one line")
    gate: Literal["or", "and"] = Field("or", description="or: any child suffices; and: all needed")
    order: tuple[Slug, ...] = Field(
        (), description="children to check first, likeliest and cheapest first"
    )


class Tree(Part):
    """The whole tree: the top event and its nodes by id."""

    schema_: int = Field(SCHEMA_VERSION, alias="schema", ge=1, description="version of this format")
    title: Line = Field(description="the top event")
    zh: Line | None = Field(None, description="the top event in Chinese")
    nodes: dict[Slug, Node] = Field(description="domains and intermediate nodes by id")

    def domains(self) -> tuple[str, ...]:
        """Ids of the top nodes, in the order of the file."""
        return tuple(id for id, node in self.nodes.items() if node.parent is None)

    def path(self, id: str) -> tuple[str, ...]:
        """Ids from the domain down to `id`. KeyError: unknown; ValueError: a cycle."""
        chain = [id]
        while (parent := self.nodes[chain[-1]].parent) is not None:
            if parent in chain:
                raise ValueError(f"the tree runs in a circle at {parent}")
            chain.append(parent)
        return tuple(reversed(chain))

    def keywords(self) -> dict[str, tuple[str, ...]]:
        """Of each domain those of all its nodes, in the order of the file. A node that hangs
        nowhere, which the linter tells, is left out."""
        found: dict[str, tuple[str, ...]] = dict.fromkeys(self.domains(), ())
        for id, node in self.nodes.items():
            with suppress(KeyError, ValueError):
                found[self.path(id)[0]] += node.keywords
        return found

    def children(self, id: str | None) -> tuple[str, ...]:
        """Ids of the nodes directly below `id` (None: the top event), `order` first."""
        below = [child for child, node in self.nodes.items() if node.parent == id]
        first = self.nodes[id].order if id is not None else ()
        rank = {child: place for place, child in enumerate(first)}
        return tuple(sorted(below, key=lambda child: rank.get(child, len(rank))))
