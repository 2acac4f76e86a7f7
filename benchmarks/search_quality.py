"""How often search is right: labelled pastes against a knowledge base, with two baselines.

    python benchmarks/search_quality.py QUERIES.jsonl --kb DIR

Each line of QUERIES holds `query`, `label` (an id, or `none`), `accept` (other right ids) and
`kind`. An answer counts only under the verdict match or maybe, a refusal only under none. The
baselines see the same entries: BM25 (Robertson and Zaragoza 2009, k1 1.2, b 0.75) over words,
and rapidfuzz's token_set_ratio against the best wording; neither of them ever refuses.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz import fuzz, process

from kb.model import Fault
from kb.search import search
from kb.store.layers import Layer, root_of
from kb.store.read import load

SENTENCES = ("sentence",)


@dataclass(frozen=True)
class Outcome:
    """What one engine said of one paste. `place` is that of the first right id, from 1."""

    kind: str
    label: str
    verdict: str
    confidence: float
    place: int | None

    @property
    def first(self) -> bool:
        """Whether the first entry is a right one and was offered."""
        return self.place == 1 and self.verdict != "none"


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("queries", type=Path)
    arguments.add_argument("--kb", type=Path, required=True)
    arguments.add_argument("--misses", action="store_true", help="list what was not right")
    given = arguments.parse_args()
    labelled = [json.loads(line) for line in given.queries.read_text("utf-8").splitlines()]
    layer = Layer("team", root_of(given.kb), writable=False, trusted=True)
    faults = load(layer).faults
    with tempfile.TemporaryDirectory() as cache:
        engines: dict[str, Engine] = {
            "kb search": searcher(layer, Path(cache)),
            "BM25": bm25(faults.values()),
            "token_set_ratio": token_set_ratio(faults.values()),
        }
        for name, engine in engines.items():
            outcomes = [outcome(one, engine) for one in labelled]
            print(f"\n{name}, {len(faults)} entries, {len(outcomes)} pastes")
            print_scores(outcomes)
            if name == "kb search":
                print_reliability(outcomes)
                if given.misses:
                    print_misses(labelled, outcomes)


Answered = tuple[str, list[tuple[str, float]]]
Engine = Callable[[str], Answered]


def searcher(layer: Layer, cache: Path) -> Engine:
    """The product itself."""

    def ask(query: str) -> Answered:
        answer = search(query, [layer], cache=cache)
        return answer.verdict, [(match.id, match.confidence) for match in answer.matches]

    return ask


def wordings(fault: Fault) -> list[str]:
    """All that an entry says of its symptom, its cause and its fix."""
    entry = fault.entry
    return [entry.symptom.main, *entry.symptom.also, entry.title, entry.root_cause, entry.fix]


def words(text: str) -> list[str]:
    """Lower-case words and single CJK characters."""
    return re.findall(r"[a-z0-9_]+|[\u3400-\u9fff]", text.lower())


def bm25(faults: Iterable[Fault]) -> Engine:
    """The classic bag of words."""
    bags = {fault.id: Counter(words("\n".join(wordings(fault)))) for fault in faults}
    average = sum(sum(bag.values()) for bag in bags.values()) / len(bags)
    seen = Counter(word for bag in bags.values() for word in bag)

    def score(query: set[str], bag: Counter[str]) -> float:
        norm = 1.2 * (0.25 + 0.75 * sum(bag.values()) / average)
        return sum(
            math.log(1 + (len(bags) - seen[word] + 0.5) / (seen[word] + 0.5))
            * bag[word] * 2.2 / (bag[word] + norm)
            for word in query & bag.keys()
        )  # fmt: skip

    def ask(query: str) -> Answered:
        given = set(words(query))
        ranked = sorted(((id, score(given, bag)) for id, bag in bags.items()), key=lambda x: -x[1])
        return "maybe", ranked[:5]

    return ask


def token_set_ratio(faults: Iterable[Fault]) -> Engine:
    """The usual fuzzy match, over the last 2,000 characters of a paste."""
    texts = [(fault.id, text) for fault in faults for text in wordings(fault)]

    def ask(query: str) -> Answered:
        found = process.extract(
            query[-2000:], [text for _, text in texts], scorer=fuzz.token_set_ratio, limit=50
        )
        best: dict[str, float] = {}
        for _, score, place in found:
            best.setdefault(texts[place][0], score / 100)
        return "maybe", list(best.items())[:5]

    return ask


def outcome(one: dict[str, object], engine: Engine) -> Outcome:
    """One engine's answer to one labelled paste."""
    verdict, ranked = engine(str(one["query"]))
    right = {one["label"], *(one.get("accept") or ())}  # type: ignore[misc]
    place = next((n for n, (id, _) in enumerate(ranked, 1) if id in right), None)
    sure = ranked[0][1] if ranked else 0.0
    return Outcome(str(one["kind"]), str(one["label"]), verdict, sure, place)


def print_scores(outcomes: list[Outcome]) -> None:
    """Top-1, top-3 and MRR of what has an answer, refusals of what has none, by kind."""
    known = [one for one in outcomes if one.label != "none"]
    none = [one for one in outcomes if one.label == "none"]
    errors = [one for one in known if one.kind not in SENTENCES]
    sentences = [one for one in known if one.kind in SENTENCES]
    for name, group in (("error texts", errors), ("sentences", sentences), *by_kind(known)):
        answered = sum(one.first for one in group)
        top3 = sum(one.place is not None and one.place <= 3 for one in group)
        rank = sum(1 / one.place for one in group if one.place)
        print(
            f"  {name:<14}{len(group):>4}  right first {share(answered, len(group))}  "
            f"in first three {share(top3, len(group))}  MRR {rank / max(1, len(group)):.3f}"
        )
    refused = sum(one.verdict == "none" for one in none)
    wrong = sum(one.verdict == "match" and one.place != 1 for one in outcomes)
    print(f"  none refused   {share(refused, len(none))} of {len(none)}")
    print(f"  match and wrong {share(wrong, len(outcomes))} of {len(outcomes)}")


def by_kind(outcomes: list[Outcome]) -> list[tuple[str, list[Outcome]]]:
    """The outcomes apart by kind, the largest first."""
    kinds: dict[str, list[Outcome]] = defaultdict(list)
    for one in outcomes:
        kinds[one.kind].append(one)
    return sorted(kinds.items(), key=lambda item: -len(item[1]))


def share(part: int, whole: int) -> str:
    """A percentage, or a dash."""
    return f"{part / whole:6.1%}" if whole else "     -"


def print_reliability(outcomes: list[Outcome]) -> None:
    """Whether a confidence of x means right in x of the cases."""
    print("  reliability: stated confidence of the first entry, and how often it was right")
    for low in (0.0, 0.2, 0.45, 0.6, 0.75, 0.85, 0.95):
        high = {0.0: 0.2, 0.2: 0.45, 0.45: 0.6, 0.6: 0.75, 0.75: 0.85, 0.85: 0.95, 0.95: 1.01}[low]
        inside = [one for one in outcomes if low <= one.confidence < high]
        if inside:
            stated = sum(one.confidence for one in inside) / len(inside)
            right = sum(one.place == 1 for one in inside)
            print(f"    {stated:.2f} stated, {right / len(inside):.2f} right, {len(inside)} pastes")


def print_misses(labelled: list[dict[str, object]], outcomes: list[Outcome]) -> None:
    """Each paste whose answer does not count."""
    for one, what in zip(labelled, outcomes, strict=True):
        if not (what.verdict == "none" if what.label == "none" else what.first):
            print(f"  miss: {one.get('qid')} {what}")


if __name__ == "__main__":
    main()
