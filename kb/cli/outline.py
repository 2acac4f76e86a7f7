"""The fault tree drawn with lines, on whatever width the terminal has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kb.text import printable
from kb.tree import Branch

if TYPE_CHECKING:
    from rich.text import Text
    from rich.tree import Tree

COLOURS = {
    "proven": "green",
    "simulated": "cyan",
    "claimed": "yellow",
    "stale": "yellow",
    "broken": "red",
    "refuted": "dim",
    "retired": "dim",
}
"""State of a fault → its colour, in the order in which counts are named."""


def draw(top: Branch, *, faults: bool) -> None:
    """Print `top` and what hangs under it; the faults themselves only when asked for."""
    from rich.console import Console
    from rich.tree import Tree

    tree = Tree(_line(top), highlight=False)
    _grow(tree, top, faults=faults)
    Console(highlight=False, emoji=False, markup=False).print(tree)


def _grow(tree: Tree, top: Branch, *, faults: bool) -> None:
    for part in top.below:
        if faults or part.kind != "fault":
            _grow(tree.add(_line(part)), part, faults=faults)


def _line(part: Branch) -> Text:
    """Id, counts or state, and as much of the title as the line holds."""
    from rich.text import Text

    title = (printable(part.title).replace("\n", " "), "dim" if part.id else "bold")
    name = (part.id, "bold" if part.kind == "node" else "")
    words = [name, *_counts(part), title] if part.id else [title, *_counts(part)]
    text = Text("  ").join(Text(word, style) for word, style in words)
    text.no_wrap, text.overflow = True, "ellipsis"
    return text


def _counts(part: Branch) -> Iterator[tuple[str, str]]:
    if part.state is not None:
        yield part.state, COLOURS.get(part.state, "")
        return
    if not part.counts:
        yield "none", "dim"
    for state, colour in COLOURS.items():
        if part.counts.get(state):
            yield f"{part.counts[state]} {state}", colour
