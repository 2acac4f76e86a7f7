"""A branch of the fault tree as a picture: an SVG from left to right, each box a link.

The sizes are in the units of the picture; one is a CSS pixel where there is room for it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from kb.model import Fault
from kb.pages.branch import Branch
from kb.pages.escape import encode
from kb.pages.standing import Standing, count
from kb.pages.view import View, entry_page, node_page

ROW, BOX, GAP, LETTER, LINE = 38, 32, 36, 6.5, 13
ROOT, NODE, LEAF = 14, 280, 440
"""Width of the place where the picture begins, of a node, and of a fault."""


@dataclass(frozen=True, slots=True)
class Box:
    """One box: its text, where it leads, how it stands (a node: how many below stand how)."""

    text: str
    page: str
    counts: dict[Standing, int]
    leaf: bool
    gate: str = "or"
    below: tuple[Box, ...] = ()

    @property
    def width(self) -> int:
        """From its left edge to its right one."""
        return LEAF if self.leaf else NODE if self.page else ROOT


@dataclass(frozen=True, slots=True)
class Placed:
    """A box with the middle of its left edge, and what is below it."""

    box: Box
    x: float
    y: float
    below: tuple[Placed, ...]


def draw(view: View, branch: Branch, page: str, *, faults: bool) -> Markup:
    """The picture of what is below `branch`, down to the faults or to the last nodes.

    Empty where nothing is below.
    """
    root, rows = _place(
        Box("", "", {}, False, branch.node.gate, _boxes(view, branch.below, faults)), 0, 0
    )
    if not root.below:
        return Markup()
    placed = list(_flat(root))
    size = {"width": max(each.x + each.box.width for each in placed) + 2, "height": rows * ROW + 2}
    lines = Markup().join(_twigs(view, each) for each in placed)
    boxes = Markup().join(_draw(view, each, page) for each in placed if each.box.page)
    return Markup(
        '<svg class="kb-svg" viewBox="-1 -1 {width} {height}" width="{width}" height="{height}" '
        'role="group" aria-label="{name}">{lines}{boxes}</svg>'
    ).format(**size, name=encode(view.say("tree_picture")), lines=lines, boxes=boxes)


def _boxes(view: View, below: Sequence[Branch | Fault], faults: bool) -> tuple[Box, ...]:
    made = []
    for each in below:
        if isinstance(each, Branch):
            counts = count(each.all, view.standings)
            children = _boxes(view, each.below, faults)
            name, gate = view.name(each.id), each.node.gate
            made.append(Box(name, node_page(each.id), counts, False, gate, children))
        elif faults:
            counts = {view.standings[each.id]: 1}
            made.append(Box(each.entry.title, entry_page(each.id), counts, True))
    return tuple(made)


def _place(box: Box, x: float, row: int) -> tuple[Placed, int]:
    """`box` placed from `row` on, and the first row that is free below it."""
    below, free = [], row
    for child in box.below:
        placed, free = _place(child, x + box.width + GAP, free)
        below.append(placed)
    if not below:
        return Placed(box, x, row * ROW + ROW / 2, ()), row + 1
    return Placed(box, x, (below[0].y + below[-1].y) / 2, tuple(below)), free


def _flat(placed: Placed) -> list[Placed]:
    return [placed, *(each for child in placed.below for each in _flat(child))]


def _twigs(view: View, above: Placed) -> Markup:
    """The lines from a box to what is below it, with a sign where all of it is needed."""
    start = above.x + above.box.width
    if not above.box.page:
        start = above.x + ROOT / 2
    made = Markup()
    for child in above.below:
        middle = (start + child.x) / 2
        made += Markup('<path class="kb-twig" d="M{} {}C{} {} {} {} {} {}"/>').format(
            start, above.y, middle, above.y, middle, child.y, child.x, child.y
        )
    if not above.box.page:
        made += Markup('<circle class="kb-root" r="5" transform="translate({} {})"/>').format(
            start, above.y
        )
    if above.box.gate == "and" and above.below:
        made += Markup('<text class="kb-and" x="{}" y="{}">{}</text>').format(
            start + 4, above.y - 6, encode(view.say("and"))
        )
    return made


def _draw(view: View, placed: Placed, page: str) -> Markup:
    box, x = placed.box, placed.x
    start = 30 if box.leaf else 10
    room = box.width - start - (8 if box.leaf else 10 + 26 * len(box.counts))
    lines = fit(box.text, room)
    first = placed.y + 4.5 - LINE / 2 * (len(lines) - 1)
    text = Markup().join(
        Markup('<tspan x="{}" y="{}">{}</tspan>').format(
            x + start, first + LINE * place, encode(line)
        )
        for place, line in enumerate(lines)
    )
    shapes = _mark(box, x + 16, placed.y) if box.leaf else _marks(box, x + NODE - 8, placed.y)
    return Markup(
        '<a class="{}" href="{}"><title>{}</title>'
        '<rect x="{}" y="{}" width="{}" height="{}" rx="6"/><text>{}</text>{}</a>'
    ).format(
        "kb-leaf" if box.leaf else "kb-node",
        encode(view.settings.href(page, box.page)),
        encode(_told(view, box)),
        *(x, placed.y - BOX / 2, box.width, BOX, text, shapes),
    )


def _mark(box: Box, x: float, y: float) -> Markup:
    (how,) = box.counts
    return Markup('<g class="kb-shape kb-{}" transform="translate({} {})">{}</g>').format(
        encode(how), x, y, SHAPES[how]
    )


def _marks(box: Box, right: float, y: float) -> Markup:
    """The shapes of the standings below, each with its number, from the right edge leftwards."""
    made = Markup()
    for how, number in reversed(box.counts.items()):
        made += Markup('<text class="kb-count" x="{}" y="{}">{}</text>').format(
            right, y + 4, number
        )
        right -= 7 * len(str(number)) + 3
        made += Markup('<g class="kb-shape kb-{}" transform="translate({} {})">{}</g>').format(
            encode(how), right - 5, y, SHAPES[how]
        )
        right -= 15
    return made


def _told(view: View, box: Box) -> str:
    told = [f"{view.say(f'status_{how}')} {number}" for how, number in box.counts.items()]
    if box.leaf:
        told = [view.say(f"status_{how}") for how in box.counts]
    return f"{box.text} ({', '.join(told)})" if told else box.text


def fit(text: str, room: float) -> list[str]:
    """`text` in one or two lines of `room` units each, the second cut short where it must be."""
    first = _reach(text, room)
    if first == len(text):
        return [text]
    cut = text.rfind(" ", 0, first + 1)
    first = cut if cut > 0 else first
    rest = text[first:].lstrip()
    second = _reach(rest, room)
    if second < len(rest):
        rest = rest[: max(1, second - 1)].rstrip() + "…"
    return [text[:first], rest]


def _reach(text: str, room: float) -> int:
    """How many characters of `text` fit into `room`, one at the least."""
    used = 0.0
    for place, character in enumerate(text):
        used += LETTER * (1.85 if unicodedata.east_asian_width(character) in "WF" else 1)
        if used > room:
            return max(1, place)
    return len(text)


SHAPES: dict[Standing, Markup] = {
    "proven": Markup('<circle r="5"/>'),
    "simulated": Markup(
        '<circle class="kb-hollow" r="4.2"/><path d="M0-4.2A4.2 4.2 0 0 0 0 4.2z"/>'
    ),
    "claimed": Markup('<circle class="kb-hollow" r="4.2"/>'),
    "stale": Markup('<path class="kb-hollow" d="M0-5 5 0 0 5-5 0z"/>'),
    "broken": Markup('<path d="M0-5 5.4 4.6H-5.4z"/>'),
    "refuted": Markup('<path class="kb-hollow" d="M-4-4 4 4M4-4-4 4"/>'),
    "retired": Markup('<path class="kb-hollow" d="M-4.5 0h9"/>'),
}
"""One shape for each standing, around 0 0."""
