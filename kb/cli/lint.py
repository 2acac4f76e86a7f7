"""`kb lint`: every problem of the files, at once, in words that tell the fix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer

from kb.cli.options import Json, KbDir, print_json
from kb.cli.paths import from_here
from kb.errors import NotFound, Problem
from kb.lint import RULES, Rule, explained, lint, schema
from kb.model import KnowledgeBase
from kb.store.layers import Layer, find_layers, nearest
from kb.store.read import load
from kb.text import printable

app = typer.Typer()

All = Annotated[bool, typer.Option("--all", help="Every layer, not only the nearest.")]
Strict = Annotated[bool, typer.Option("--strict", help="Warnings count as problems.")]
Schema = Annotated[
    str | None,
    typer.Option("--schema", metavar="entry|tree", help="Print a file's JSON Schema, for editors."),
]
Rules = Annotated[bool, typer.Option("--rules", help="List the rules; with --json, all of each.")]
Explain = Annotated[
    str | None, typer.Option("--explain", metavar="RULE", help="Say why a rule is there.")
]


NOWHERE = {
    *("unknown-node-parent", "tree-cycle", "unknown-parent", "orphan"),
    *("unknown-domain", "parent-under-other-domain"),
}
"""Rules about files that are well written and have no place in the tree."""


@app.command(name="lint", epilog="Example: kb lint --explain present-always-printed")
def command(
    everywhere: All = False,
    strict: Strict = False,
    what: Schema = None,
    rules: Rules = False,
    explain: Explain = None,
    kb: KbDir = None,
    as_json: Json = False,
) -> None:
    """Check all files against schema, tree and cross rules.

    Exit 1 when a rule is broken, 2 when a file is no entry or tree at all, or has no place.
    """
    if what is not None:
        print_json(schema(what))
    elif explain is not None:
        print(explained(named(explain)), end="")
    elif rules:
        _list_rules(as_json=as_json)
    else:
        checked, problems = check(find_layers(kb), everywhere=everywhere)
        report(problems, checked, as_json=as_json, strict=strict)


def check(
    layers: Sequence[Layer], *, everywhere: bool = False, rules: Sequence[Rule] = RULES
) -> tuple[list[KnowledgeBase], list[Problem]]:
    """What was checked, and what is wrong with it: the nearest layer, or all of them."""
    bases = {layer: load(layer) for layer in layers}
    checked = [bases[layer] for layer in (layers if everywhere else [nearest(layers)])]
    problems = [
        problem
        for base in checked
        for problem in lint(base, [other for other in bases.values() if other is not base], rules)
    ]
    return checked, problems


def report(
    problems: Sequence[Problem],
    checked: Sequence[KnowledgeBase],
    *,
    as_json: bool,
    strict: bool = False,
) -> None:
    """Print the problems, and how many on stderr; leave with 1 or 2 when there are any."""
    if as_json:
        print_json([{**asdict(problem), "file": str(problem.file)} for problem in problems])
    else:
        for problem in problems:
            print(line(problem))
    count = {kind: sum(p.severity == kind for p in problems) for kind in ("error", "warning")}
    entries = sum(len(base.faults) for base in checked)
    nodes = sum(len(base.tree.nodes) for base in checked)
    typer.echo(
        f"{_many(entries, 'entry', 'entries')} and {_many(nodes, 'node')}: "
        f"{_many(count['error'], 'problem')}, {_many(count['warning'], 'warning')}",
        err=True,
    )
    if any(_unusable(problem) for problem in problems):
        raise typer.Exit(2)
    if count["error"] or (strict and count["warning"]):
        raise typer.Exit(1)


def _unusable(problem: Problem) -> bool:
    """Whether a file is lost to every command: no rule found it, or it hangs nowhere."""
    ruled = {rule.name for rule in RULES} - NOWHERE
    return problem.severity == "error" and problem.rule not in ruled


def line(problem: Problem) -> str:
    """`file:line: field: message; remedy [rule]`, the file as seen from here."""
    kind = "" if problem.severity == "error" else f", {problem.severity}"
    text = f"{from_here(problem)} [{problem.rule}{kind}]"
    return printable(text).replace("\n", " ")


def named(name: str) -> Rule:
    """The rule of that name. Raises NotFound."""
    for rule in RULES:
        if rule.name == name:
            return rule
    raise NotFound(f"no rule {name!r}; `kb lint --rules` lists them")


def _list_rules(*, as_json: bool) -> None:
    if as_json:
        fields = ("name", "severity", "about", "bad", "good")
        print_json([{field: getattr(rule, field) for field in fields} for rule in RULES])
        return
    for rule in RULES:
        first = " ".join(rule.about.split()).partition(". ")[0].rstrip(".")
        print(f"{rule.severity:<8} {rule.name:<26} {first}")


def _many(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"
