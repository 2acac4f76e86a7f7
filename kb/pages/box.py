"""The paste box of the first page: what the search index holds, packed for the browser."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain, count, pairwise
from typing import Any

from kb.model import Evidence
from kb.pages.escape import visible
from kb.pages.view import View, entry_page, node_page
from kb.pages.words import words
from kb.search.align import LONGEST
from kb.search.index import Found
from kb.search.refresh import MACHINE
from kb.search.wordings import WEIGHT, WHOLE_LOGS, Wording, merge
from kb.text.rules import rules
from kb.text.terms import BIGRAM, PAIR, WHOLE_NAME, Terms, stem

SCRIPT = "kb/assets/box.js"
_HERE = "kb/assets/index.md"
INDEX = "kb/assets/box-index.js"

ALIGNED = 0.5
"""Weight of the kinds of wordings that a paste is compared with one by one."""

LONG = 1800
"""Characters of an example."""

_PARTS = (
    "strings", "rules", "sift", "wraps", "clean", "facts", "frames", "reading", "terms", "digest",
    "query", "align", "rarity", "against", "rank", "index", "screen", "answer", "lit", "box",
)  # fmt: skip
"""The files of the box, each using those before it; they become one script of one scope, for
modules do not load from a file share."""

SHOWN = ("examples", "changes", "leaves", "hits")
"""Keys of the rules that the code does not read."""

_WORD = re.compile(r"[A-Za-z_](?:[A-Za-z_0-9]|\.(?=[A-Za-z_]))*")
_CJK = re.compile(r"[\u3400-\u9fff]+")
"""What index.js takes for words as well."""

_WORDS = ("box_", "status_", "check_replace", "first_action")
"""How the words begin that the box says."""


def box_assets(view: View, held: Mapping[str, Found]) -> Iterator[tuple[str, str]]:
    """Path and text of the box and of its index; `held` is what the search index has, by id."""
    folder = files("kb.pages").joinpath("assets/box")
    code = "\n".join(folder.joinpath(f"{part}.js").read_text("utf-8") for part in _PARTS)
    yield SCRIPT, f'"use strict";\n(() => {{\n{code}}})();\n'
    data = json.dumps(packed(view, held), ensure_ascii=False, separators=(",", ":"))
    yield INDEX, f"kbBox.load({data});\n"


def box_style() -> str:
    """The look of the box, for the end of the site's style sheet."""
    return files("kb.pages").joinpath("assets/box/box.css").read_text("utf-8")


def packed(view: View, held: Mapping[str, Found]) -> dict[str, Any]:
    """Rules, words of the interface, the table of terms, and the entries that refer to it."""
    kept = {id: one for id, one in held.items() if id in view.base.faults and one.card}
    numbers: dict[str, int] = defaultdict(count().__next__)  # a new term is given the next
    entries = [_entry(view, id, one, numbers) for id, one in kept.items()]
    said = words(view.settings.language)
    return {
        "rules": _bare(rules()),
        "words": {key: said[key] for key in said if key.startswith(_WORDS)},
        "domains": {each: _domain(view, each) for each in sorted(_domains(view))},
        "examples": list(_examples(view)),
        "terms": list(_short(numbers)),
        "entries": entries,
    }


def _bare(part: Any) -> Any:
    """The rules without what shows people what each is for."""
    if isinstance(part, dict):
        return {key: _bare(value) for key, value in part.items() if key not in SHOWN}
    return [_bare(value) for value in part] if isinstance(part, list) else part


def _short(terms: Iterable[str]) -> Iterator[str]:
    """The terms, a pair of words without the first where that ended the pair before it."""
    last = ""
    for term in terms:
        first, _, second = term[1:].partition(" ")
        if term[0] != "^":
            yield term
        else:
            yield f"^ {second}" if first == last else term
            last = second


def _domains(view: View) -> set[str]:
    return {*view.base.tree.domains(), *(one.entry.domain for one in view.base.faults.values())}


def _domain(view: View, id: str) -> dict[str, Any]:
    """Title, page, what to do first, and the keywords of all that hangs there."""
    node = view.base.tree.nodes.get(id)
    first = node.first_action if node else None
    page = view.settings.href(_HERE, node_page(id)) if node else ""
    told = {"title": visible(view.name(id)), "first": visible(first or ""), "page": page}
    keywords = view.base.tree.keywords().get(id, ())
    return {**told, "keywords": sorted(set(keywords))}


def _examples(view: View) -> Iterator[str]:
    """What proven cases really printed, one of each domain, for those who have no error at hand.

    Before anything is proven, how the first entry says its fault.
    """
    domains = set()
    for fault in view.base.faults.values():
        runs = (
            fault.evidence.runs if view.standings[fault.id] == "proven" and fault.evidence else ()
        )
        for run in runs:
            told = run.name == "faulty-run" and "Traceback" in run.output and len(run.output) < LONG
            if told and fault.entry.domain not in domains:
                domains.add(fault.entry.domain)
                yield visible(run.output)
    if not domains:
        yield from [visible(fault.entry.symptom.main) for fault in view.base.faults.values()][:1]


def _entry(view: View, id: str, one: Found, numbers: dict[str, int]) -> dict[str, Any]:
    card = one.card
    withdrawn = card.get("withdrawn")
    return {
        "id": id,
        **{key: visible(card[key]) for key in ("title", "root_cause", "verify", "fix")},
        "domain": card["domain"],
        "standing": view.standings[id],
        "proof": visible(_proof(view, view.base.faults[id].evidence)),
        "instead": visible(withdrawn["reason"]) if withdrawn else "",
        "values": [f"{{{name}}}" for name in view.base.faults[id].entry.verify.values],
        "told": card.get("told", []),
        "page": view.settings.href(_HERE, entry_page(id)),
        "wordings": [_wording(wording, numbers) for wording in _telling(one.wordings)],
    }


def _proof(view: View, evidence: Evidence | None) -> str:
    if evidence is None:
        return ""
    here = evidence.environment
    versions = ", ".join(f"{name} {here[name]}" for name in here if name not in MACHINE)
    return view.say("box_proof", date=evidence.recorded.isoformat(), versions=versions)


def _telling(wordings: Sequence[Wording]) -> Iterator[Wording]:
    """The wordings; those that are only added up, without what others give as much weight to."""
    given: Terms = {}
    for one in wordings:
        if WEIGHT[one.kind] >= ALIGNED:
            merge(given, one.terms, WEIGHT[one.kind])
    for one in wordings:
        if 0 < WEIGHT[one.kind] < ALIGNED:
            scale = WEIGHT[one.kind]
            more = {t: w for t, w in one.terms.items() if w * scale > given.get(t, 0.0)}
            yield one._replace(terms=more)
        else:
            yield one


def _wording(wording: Wording, numbers: dict[str, int]) -> list[Any]:
    """Kind, text where it is compared, what is read off it (0 nothing, 1 words, 2 neighbours too),
    and for each weight the terms that are not, as steps between numbers: 0 is that of those which
    would be read and are none.
    """
    text = wording.text[:LONGEST] if WEIGHT[wording.kind] >= ALIGNED else ""
    paired = any(term[0] == "^" for term in wording.terms)
    reads = 0 if wording.kind in WHOLE_LOGS or not text else 1 + paired
    read = _read(text, reads)
    groups: dict[float, list[int]] = {}
    if wrong := [term for term in read if term not in wording.terms]:
        groups[0] = [numbers[term] for term in wrong]
    for term, weight in wording.terms.items():
        if read.get(term) != weight:
            groups.setdefault(weight, []).append(numbers[term])
    steps = ([weight, *_steps(group)] for weight, group in groups.items())
    return [wording.kind, text, reads, *steps]


def _read(text: str, reads: int) -> Terms:
    """Terms that the browser reads off a text as well: most of its own, and few others."""
    found: Terms = {}
    parts = [_part(part) for part in text.split()] if reads else []
    for _, terms in parts:
        found.update(terms)
    if reads > 1:
        words = chain.from_iterable([words for words, _ in parts])
        found |= dict.fromkeys([f"^{one} {other}" for one, other in pairwise(words)], PAIR)
    return found


@lru_cache(1 << 16)
def _part(part: str) -> tuple[list[str], Terms]:
    """Words of a text between two spaces, without CJK, and the terms of all."""
    words = [word.lower() for word in _WORD.findall(part)]
    terms = {stem(word): WHOLE_NAME for word in words if len(word) > 1 and word not in _stop()}
    for run in _CJK.findall(part):
        terms |= {run[n : n + 2]: BIGRAM for n in range(max(1, len(run) - 1))}
    return words, terms


@cache
def _stop() -> frozenset[str]:
    return frozenset(rules()["stop"].split())


def _steps(numbers: list[int]) -> list[int]:
    return [number - before for before, number in pairwise([0, *sorted(numbers)])]
