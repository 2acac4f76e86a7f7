"""Which entries are meant: by id, place in the tree, status, change; and a shard of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import get_args

from kb.errors import Refused
from kb.model.evidence import Status
from kb.model.fault import Fault, status
from kb.model.knowledge import KnowledgeBase


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for; what is empty does not narrow. `changed`: ids, None when not asked."""

    ids: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    nodes: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    changed: frozenset[str] | None = None


def select(base: KnowledgeBase, wanted: Wanted) -> tuple[Fault, ...]:
    """The faults that fit all that was asked, in alphabetical order.

    Retired entries are left out unless named. Raises NotFound for an unknown id, Refused for
    an unknown domain, node or status.
    """
    for domain in wanted.domains:
        _known("domain", domain, base.tree.domains())
    for node in wanted.nodes:
        _known("node", node, base.tree.nodes)
    for having in wanted.statuses:
        _known("status", having, get_args(Status))
    chosen = [base.fault(id) for id in sorted(set(wanted.ids))] or [
        fault for fault in base.faults.values() if not _retired(fault)
    ]
    return tuple(fault for fault in chosen if _fits(fault, base, wanted))


def _fits(fault: Fault, base: KnowledgeBase, wanted: Wanted) -> bool:
    return (
        (not wanted.domains or fault.entry.domain in wanted.domains)
        and (not wanted.nodes or any(base.under(fault, node) for node in wanted.nodes))
        and (not wanted.statuses or status(fault) in wanted.statuses)
        and (wanted.changed is None or fault.id in wanted.changed)
    )


def _retired(fault: Fault) -> bool:
    return fault.entry.withdrawn is not None and fault.entry.withdrawn.as_ == "retired"


def _known(kind: str, name: str, names: Collection[str]) -> None:
    if name not in names:
        few = f"choose one of: {', '.join(names)}"
        raise Refused(
            f"no {kind} {name!r}; {few if len(names) <= 9 else '`kb tree` shows them all'}"
        )


def shard(faults: Sequence[Fault], part: str) -> tuple[Fault, ...]:
    """The i-th of n parts, `part` being "i/n" counted from 1. Raises Refused for nonsense.

    The n parts hold every fault once; neighbours in the alphabet go to different parts.
    """
    number, _, of = part.partition("/")
    if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise Refused(f"--shard {part} is no part; write 1/4 to 4/4 for the parts of four")
    return tuple(faults[int(number) - 1 :: int(of)])


def longest_first(faults: Iterable[Fault]) -> list[Fault]:
    """In the order that keeps all workers busy: unknown times first, then by recorded time."""
    return sorted(faults, key=lambda fault: -_seconds(fault))


def _seconds(fault: Fault) -> float:
    if fault.evidence is None:
        return float("inf")
    return sum(run.seconds for run in fault.evidence.runs)
