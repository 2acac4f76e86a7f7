"""Rules for what is written: nothing said twice, nothing that leads nowhere."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from rapidfuzz import fuzz, process

from kb.lint.rule import Finding, at, rule
from kb.lint.view import View
from kb.model import Fault

LIKE = 92.0
"""rapidfuzz's token_sort_ratio from which two titles count as the same."""


@rule(
    "warning",
    bad="""
entry.yaml: {title: BatchNorm is given a single sample in training mode}
other-fault/entry.yaml: {title: In training mode BatchNorm is given a single sample}
""",
    good="""
entry.yaml: {title: BatchNorm is given a single sample in training mode}
other-fault/entry.yaml: {title: GroupNorm is given channels that its groups do not divide}
""",
)
def similar_title(view: View) -> Iterator[Finding]:
    """Two titles say the same in the same words: perhaps it is one fault, written twice."""
    ordered = sorted(view.whole.faults.values(), key=lambda fault: fault.id)
    by_words: dict[str, list[Fault]] = defaultdict(list)
    for fault in ordered:
        by_words[_sorted_words(fault)].append(fault)
    for twins in by_words.values():
        for later in twins[1:]:
            yield from _similar(view, later, twins[0])
    texts = list(by_words)
    for place, text in enumerate(texts):
        for near, _, _ in process.extract(
            text, texts[place + 1 :], scorer=fuzz.ratio, score_cutoff=LIKE, limit=None
        ):
            yield from _similar(view, by_words[near][0], by_words[text][0])


@rule(
    "error",
    bad="entry.yaml: {symptom: {limit: Not the slow worker; see `worker-is-slow`.}}",
    good="entry.yaml: {symptom: {limit: Not the slow worker; see `out-of-memory`.}}",
)
def limit_names_stranger(view: View) -> Iterator[Finding]:
    """`symptom.limit` sends the reader to an id that is neither an entry nor a node."""
    known = set(view.whole.faults) | set(view.whole.tree.nodes)
    for fault in view.faults():
        for id in re.findall(r"`([a-z0-9]+(?:-[a-z0-9]+)+)`", fault.entry.symptom.limit or ""):
            if id not in known:
                remedy = "name an entry that `kb list` shows, or take the backticks away"
                yield at(fault, "symptom.limit", f"there is no entry {id!r}", remedy)


@rule(
    "warning",
    bad='entry.yaml: {symptom: {error: "loss is nan", also: ["Loss is NaN "]}}',
    good='entry.yaml: {symptom: {error: "loss is nan", also: [损失为 nan]}}',
)
def wording_repeated(view: View) -> Iterator[Finding]:
    """A wording under `symptom.also` is the main one again, or one above it."""
    for fault in view.faults():
        symptom = fault.entry.symptom
        seen = {_plain(symptom.main)}
        for place, wording in enumerate(symptom.also):
            if _plain(wording) in seen:
                message = "repeats a wording that is there already"
                yield at(fault, f"symptom.also.{place}", message, "take it out")
            seen.add(_plain(wording))


def _similar(view: View, one: Fault, other: Fault) -> Iterator[Finding]:
    """A finding at the one of the two that is checked here."""
    pair = (one, other) if one.id in view.base.faults else (other, one)
    if pair[0].id in view.base.faults and "withdrawn" not in (_gone(one), _gone(other)):
        message = f"says nearly the same as that of {pair[1].id}: {pair[1].entry.title!r}"
        yield at(pair[0], "title", message, "say what is different, or make them one entry")


def _gone(fault: Fault) -> str:
    return "withdrawn" if fault.entry.withdrawn else ""


def _sorted_words(fault: Fault) -> str:
    return " ".join(sorted(re.findall(r"\w+", fault.entry.title.lower())))


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
