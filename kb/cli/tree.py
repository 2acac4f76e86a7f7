"""`kb tree`: see the fault tree and grow it."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kb.cli.cleaning import clean
from kb.cli.completing import Completer, nodes, nodes_and_commands, nodes_and_entries
from kb.cli.growing import grow
from kb.cli.lint import check, report
from kb.cli.options import Json, KbDir, place, print_json, tell
from kb.cli.outline import draw as draw_tree
from kb.cli.redaction import redaction
from kb.errors import Refused
from kb.lint import RULES, TREE_RULES
from kb.store.layers import find_layers, nearest
from kb.store.read import load_all
from kb.text import printable
from kb.tree import FORMATS, Branch, add, as_data, branch, lost, move, rename, split, suggest


class DrawFirst(TyperGroup):
    """`kb tree` and `kb tree NODE` draw; any other first word is a command."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put `draw` in front when no command is named."""
        if not args or (args[0] not in self.commands and args[0] not in ("-h", "--help")):
            args = ["draw", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=DrawFirst,
    help="See the fault tree, and grow it. Without a command, it is drawn.",
    epilog="Example: kb tree out-of-memory",
)


def _start(completed: Completer) -> Any:
    return typer.Argument(
        metavar="[NODE]", help="Start there.", show_default=False, autocompletion=completed
    )


def _node(text: str) -> Any:
    return typer.Option(metavar="NODE", help=text, autocompletion=nodes)


Id = Annotated[
    str,
    typer.Argument(metavar="ID", help="A node or an entry.", autocompletion=nodes_and_entries),
]
NodeId = Annotated[
    str, typer.Argument(metavar="NODE", help="A node of the tree.", autocompletion=nodes)
]
Start = Annotated[str | None, _start(nodes)]
First = Annotated[str | None, _start(nodes_and_commands)]


@app.command()
def draw(
    node: First = None,
    faults: Annotated[
        bool, typer.Option("--faults", "-f", help="Draw the faults too (as with NODE).")
    ] = False,
    kb: KbDir = None,
    as_json: Json = False,
) -> None:
    """Draw the tree with counts by status."""
    top = _whole(kb, node)
    if as_json:
        print_json(as_data(top))
    else:
        draw_tree(top, faults=faults or node is not None)


@app.command()
def export(
    format: Annotated[
        str, typer.Option("--format", metavar="|".join(FORMATS), help="What to write.")
    ] = "mermaid",
    node: Start = None,
    kb: KbDir = None,
) -> None:
    """Write the tree for another tool: Mermaid, Graphviz DOT or JSON."""
    if format not in FORMATS:
        raise Refused(f"no format {format!r}; write one of: {', '.join(FORMATS)}")
    print(FORMATS[format](_whole(kb, node)), end="")


@app.command(
    name="add",
    epilog="Example: kb tree add gpu-lost --parent training-loop --title 'The GPU is gone' "
    "--keyword 'fallen off the bus' --first-action 'Read dmesg.'",
)
def add_node(
    id: Annotated[str, typer.Argument(metavar="NODE", help="The id of the new node.")],
    title: Annotated[str, typer.Option(help="What goes wrong there, in a few words.")],
    parent: Annotated[str | None, _node("The node above; none: a new domain.")] = None,
    keywords: Annotated[
        list[str] | None,
        typer.Option("--keyword", metavar="WORD", help="A word of a log that points here; repeat."),
    ] = None,
    first_action: Annotated[str | None, typer.Option(help="What to try first.")] = None,
    zh: Annotated[str | None, typer.Option(help="The title in Chinese.")] = None,
    kb: KbDir = None,
) -> None:
    """Add a node."""
    more = {"title": title, "zh": zh, "keywords": keywords or [], "first_action": first_action}
    layers = find_layers(kb)
    with redaction(layers, nearest(layers)):
        given = clean(more)
    grow(kb, lambda base: add(base, id, parent, **given), new=id)


@app.command(name="move")
def move_there(
    id: Id,
    parent: Annotated[
        str,
        typer.Argument(
            metavar="NEWPARENT", help="The node to hang it under.", autocompletion=nodes
        ),
    ],
    kb: KbDir = None,
) -> None:
    """Hang a node or an entry elsewhere; entries below it get their new domain."""
    grow(kb, lambda base: move(base, id, parent), own=id)


@app.command(name="rename")
def rename_node(
    old: NodeId,
    new: Annotated[str, typer.Argument(metavar="NEW", help="Its new id.")],
    kb: KbDir = None,
) -> None:
    """Give a node another id, in every entry and node that names it."""
    grow(kb, lambda base: rename(base, old, new), own=old, new=new)


@app.command(name="suggest")
def suggest_place(
    text: Annotated[
        str | None, typer.Argument(metavar="[TEXT|-]", help="A symptom or a cause; - reads stdin.")
    ] = None,
    crowded: Annotated[
        str | None,
        typer.Option(
            "--split", metavar="NODE", help="Part this node instead.", autocompletion=nodes
        ),
    ] = None,
    kb: KbDir = None,
    as_json: Json = False,
) -> None:
    """Propose where an entry may hang, or how to part a crowded node. Exit 1: no proposal."""
    base = load_all(find_layers(kb))
    tell(base.problems)
    found: tuple[Any, ...]
    if crowded is not None:
        found = split(base, crowded)
        lines = [f"{', '.join(group.terms)}: {', '.join(group.faults)}" for group in found]
    else:
        found = suggest(base, _given(text))
        lines = [f"{place(made.domain, made.node)}: {'; '.join(made.reasons)}" for made in found]
    if as_json:
        print_json([asdict(made) for made in found])
    else:
        print(printable("".join(f"{line}\n" for line in lines)), end="")
    if not found:
        typer.echo("kb: nothing is proposed; kb tree shows all there is", err=True)
        raise typer.Exit(1)


@app.command(name="lint")
def lint_tree(kb: KbDir = None, as_json: Json = False) -> None:
    """Check the tree and every entry's place in it."""
    rules = [rule for rule in RULES if rule.name in TREE_RULES]
    checked, problems = check(find_layers(kb), rules=rules)
    report(problems, checked, as_json=as_json)


def _given(text: str | None) -> str:
    if text is not None and text != "-":
        return text
    if text is None and sys.stdin.isatty():
        raise Refused("say what you see: kb tree suggest TEXT, or pipe a log in")
    return sys.stdin.buffer.read().decode("utf-8", "replace")


def _whole(kb: Path | None, node: str | None) -> Branch:
    """The tree of all layers; what hangs nowhere is told on stderr."""
    base = load_all(find_layers(kb))
    tell(base.problems)
    if gone := lost(base):
        typer.echo(f"not in the tree: {', '.join(gone)}; see: kb tree lint", err=True)
    return branch(base, node)
