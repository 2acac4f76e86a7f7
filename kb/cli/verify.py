"""`kb verify`: each entry's check, run on the planted fault and on the fix."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from kb import sandbox
from kb.child import git
from kb.cli.completing import domains, nodes, own_entry_ids
from kb.cli.options import Json, KbDir, print_json
from kb.cli.outcomes import end, leave_folders, told, write_junit
from kb.cli.progress import progress
from kb.errors import InvalidFiles, Refused
from kb.model import Fault, KnowledgeBase
from kb.store.layers import Layer, find_layers, nearest
from kb.store.read import load, load_all
from kb.store.write import save_evidence
from kb.verify import Outcome, look
from kb.verify import verify as prove
from kb.verify.pool import Started, carry_out
from kb.verify.select import Wanted, select, shard
from kb.verify.tell import document

app = typer.Typer()

Ids = Annotated[
    list[str] | None,
    typer.Argument(metavar="[ID]...", help="These entries alone.", autocompletion=own_entry_ids),
]
Domains = Annotated[
    list[str] | None,
    typer.Option("--domain", metavar="ID", help="In a domain.", autocompletion=domains),
]
Nodes = Annotated[
    list[str] | None,
    typer.Option(
        "--node", metavar="ID", help="At or below a node of the tree.", autocompletion=nodes
    ),
]
Having = Annotated[
    list[str] | None, typer.Option("--status", metavar="STATUS", help="Of this status on file.")
]
Stale = Annotated[bool, typer.Option("--stale", help="Short for --status stale.")]
Changed = Annotated[bool, typer.Option("--changed", help="Changed since the last commit (git).")]
Since = Annotated[
    str | None, typer.Option("--since", metavar="REF", help="Changed since this branch left REF.")
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", "-j", metavar="N", min=1, help="Entries at a time (default: one per core)."
    ),
]
Shard = Annotated[
    str | None, typer.Option("--shard", metavar="I/N", help="The I-th of N parts, for CI matrices.")
]
Repeat = Annotated[
    int | None,
    typer.Option(
        "--repeat", metavar="N", min=1, help="Times each run is done (default: 1, with --record 2)."
    ),
]
Record = Annotated[bool, typer.Option("--record", help="Write evidence.json as each one ends.")]
Keep = Annotated[
    bool, typer.Option("--keep", help="Leave the work folders of broken and of named ones.")
]
JUnit = Annotated[Path | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML.")]
All = Annotated[bool, typer.Option("--all", help="All layers, not the nearest alone.")]


@app.command(epilog="Example: kb verify port-in-use --repeat 5")
def verify(
    ids: Ids = None,
    domains: Domains = None,
    nodes: Nodes = None,
    statuses: Having = None,
    stale: Stale = False,
    changed: Changed = False,
    since: Since = None,
    jobs: Jobs = None,
    part: Shard = None,
    repeat: Repeat = None,
    record: Record = False,
    keep: Keep = False,
    junit_file: JUnit = None,
    every_layer: All = False,
    kb: KbDir = None,
    as_json: Json = False,
) -> None:
    """Run each entry's check on the planted fault and on the fix, in the sandbox.

    Exit 1 when an entry is broken, 2 when nothing was checked or a file cannot be read,
    125 when this machine gives no sandbox.
    """
    _can_be_laid(junit_file)
    layers, base = _loaded(kb, every_layer, whole_tree=bool(domains or nodes))
    wanted = Wanted(
        ids=tuple(ids or ()),
        domains=tuple(domains or ()),
        nodes=tuple(nodes or ()),
        statuses=(*(statuses or ()), *(["stale"] if stale else [])),
        changed=_changed(layers, since or ("HEAD" if changed else None)),
    )
    faults, unreadable = _chosen(base, wanted, part)
    keeper = _keeper(layers) if record else {}
    outcomes = carried_out(faults, jobs or _cores(), repeat or (2 if record else 1), keeper)
    _print(outcomes, kb, junit_file, as_json=as_json)
    leave_folders(outcomes if keep else (), wanted.ids)
    # a knowledge base just begun holds nothing to prove, and its CI is to pass
    if base.faults or unreadable is not None or part or wanted != Wanted():
        end(outcomes, unreadable)


def _can_be_laid(junit_file: Path | None) -> None:
    """Raises Refused, before a long run is lost, when the report cannot lie there."""
    if junit_file is not None and not junit_file.parent.is_dir():
        raise Refused(f"--junit {junit_file}: there is no such folder; make it first")
    if junit_file is not None and junit_file.is_dir():
        raise Refused(f"--junit {junit_file} is a folder; name a file")


def _chosen(
    base: KnowledgeBase, wanted: Wanted, part: str | None
) -> tuple[Sequence[Fault], InvalidFiles | None]:
    """What to check, and what cannot be read of that; raises it when a named entry is lost."""
    unreadable = _unreadable(base, wanted)
    if unreadable is not None and not base.faults.keys() >= set(wanted.ids):
        raise unreadable
    faults = select(base, wanted)
    return (shard(faults, part) if part else faults), unreadable


def _print(
    outcomes: Sequence[Outcome], kb: Path | None, junit_file: Path | None, *, as_json: bool
) -> None:
    if junit_file is not None:
        write_junit(junit_file, outcomes)
    if as_json:
        print_json(document(outcomes))
    else:
        print(told(outcomes, kb))


def _loaded(
    kb: Path | None, every_layer: bool, *, whole_tree: bool
) -> tuple[tuple[Layer, ...], KnowledgeBase]:
    """The layers to check and what they hold; `whole_tree`: under the nodes of all layers."""
    there = find_layers(kb)
    layers = there if every_layer else (nearest(there),)
    base = load_all(layers) if every_layer else load(layers[0])
    if whole_tree:
        # a layer's entries may hang under nodes of others
        base = replace(base, tree=load_all(there).tree)
    return layers, base


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _keeper(layers: Sequence[Layer]) -> dict[str, Layer]:
    """The layers that evidence can be recorded in, by name."""
    keeper = {layer.name: layer for layer in layers if layer.writable}
    if not keeper:
        raise Refused(f"the {layers[0].name} layer is read-only; leave out --record, or give --kb")
    return keeper


def _changed(layers: Sequence[Layer], since: str | None) -> frozenset[str] | None:
    """Ids of what changed since that revision; None when there is none, and so not asked."""
    if since is None:
        return None
    inside = [layer.root for layer in layers if git.work_tree(layer.root)]
    if not inside:
        raise Refused("--changed and --since ask git, and this is no git work tree; name the ids")
    return frozenset(path.parts[0] for root in inside for path in git.changed(root, since))


def _unreadable(base: KnowledgeBase, wanted: Wanted) -> InvalidFiles | None:
    """The files that cannot be read, where they belong to what was asked for."""
    problems = [
        problem
        for problem in base.problems
        if problem.severity == "error"
        and (not wanted.ids or set(wanted.ids) & set(problem.file.parts))
    ]
    return InvalidFiles(problems) if problems else None


def carried_out(
    faults: Sequence[Fault], jobs: int, repeat: int, keeper: dict[str, Layer]
) -> list[Outcome]:
    """All outcomes in alphabetical order; `keeper`: layers by name, to record evidence in."""
    outcomes, here = [], look()

    def work(fault: Fault) -> Outcome:
        outcome = prove(fault, sandbox.run, here, repeat)
        layer = keeper.get(fault.layer)
        if layer is not None and outcome.evidence is not None:
            save_evidence(layer, fault.id, outcome.evidence)
        return outcome

    events = carry_out(faults, work, jobs, sandbox.stop)
    with progress(len(faults)) as display, closing(events):
        for event in events:
            if isinstance(event, Started):
                display.started(event.fault)
            else:
                display.finished(event)
                outcomes.append(event)
    return sorted(outcomes, key=lambda outcome: outcome.fault.id)
