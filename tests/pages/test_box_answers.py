"""The paste box reads a paste as `kb search` does: room by room, and in its answers."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from chromium import CHROMIUM, chromium
from hostile_entries import FRAGMENTS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from kb.match import Answer
from kb.model import Fault, KnowledgeBase, Tree
from kb.pages.box import box_assets, packed
from kb.pages.kept import Kept
from kb.pages.settings import Settings
from kb.pages.view import view
from kb.search import search
from kb.search.align import alike
from kb.search.held import held
from kb.search.index import Found
from kb.search.query import fingerprint, question
from kb.search.refresh import card
from kb.search.wordings import Wording
from kb.store.layers import HANDBOOK, Layer, handbook_root
from kb.store.read import load
from kb.text import clean, mask, report
from kb.text.rules import rules
from kb.text.terms import pairs, terms

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]

TESTS = Path(__file__).resolve().parents[1]
QUERIES = Path(os.environ.get("KB_QUERIES", TESTS.parents[1] / "shared/queries/dev.jsonl"))
LAYER = Layer(HANDBOOK, handbook_root(), writable=False, trusted=True)


def opened(page: Page, folder: Path, base: KnowledgeBase, known: Mapping[str, Found]) -> Page:
    """A bare page from disk with the box and its index."""
    for path, text in box_assets(view(base, Settings(), Kept()), known):
        (folder / Path(path).name).write_text(text, "utf-8")
    scripts = "".join(f'<script src="{name}.js"></script>' for name in ("box", "box-index"))
    bare = folder / "bare.html"
    bare.write_text(f'<!doctype html><meta charset="utf-8"><script src="x"></script>{scripts}')
    page.goto(bare.as_uri())
    return page


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def rooms(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Page:
    """The box without an entry: enough for all that happens before the index is asked."""
    nothing = KnowledgeBase(Tree(title="x", nodes={}), {})
    return opened(browser.new_page(), tmp_path_factory.mktemp("rooms"), nothing, {})


def _pieces() -> list[str]:
    found = [*FRAGMENTS]
    for given_rules in rules().values():
        for rule in given_rules if isinstance(given_rules, list) else ():
            if isinstance(rule, dict):
                found += [*rule.get("changes", ()), rule.get("hits", ""), rule.get("leaves", "")]
    logs = sorted((TESTS / "innocent").glob("*.txt")) + sorted(LAYER.root.glob("*/pastes/*.txt"))
    return found + [line for log in logs for line in log.read_text("utf-8").splitlines()]


EDGES = ["\r", "\x85", "\x1c", "\u2028", "\ufeff", "İ", "ΑΣ", "ſ", "\u212a", "😀", "٣", "卡住", "$"]
texts = st.lists(
    st.one_of(
        st.sampled_from(_pieces()), st.sampled_from(EDGES), st.text(max_size=20),
        st.sampled_from(["\n", "\n", " ", "", "'", "    ", "__proto__", "constructor=1 "]),
    ),
    max_size=30,
).map("".join)  # fmt: skip
batches = st.lists(texts, min_size=10, max_size=20)
few = settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.slow
@few
@given(batch=batches)
def test_a_paste_is_cleaned_alike(rooms: Page, batch: list[str]) -> None:
    found = rooms.evaluate("batch => batch.map(text => kbBox.clean(text))", batch)
    for text, lines in zip(batch, found, strict=True):
        assert lines == [line._asdict() for line in clean(text).lines], text


@pytest.mark.slow
@few
@given(batch=batches)
def test_a_paste_is_read_alike(rooms: Page, batch: list[str]) -> None:
    found = rooms.evaluate("batch => batch.map(text => kbBox.report(text))", batch)
    for text, read in zip(batch, found, strict=True):
        there = report(clean(text))
        assert read["roles"] == list(there.roles), text
        assert read["facts"] == list(there.facts), text
        raised = [one._asdict() | {"frames": [*map(_plain, one.frames)]} for one in there.raised]
        assert read["raised"] == raised, text


def _plain(value: Any) -> dict[str, Any]:
    return dict(value._asdict())


@pytest.mark.slow
@few
@given(batch=batches)
def test_a_text_has_the_same_terms(rooms: Page, batch: list[str]) -> None:
    found = rooms.evaluate("batch => batch.map(text => [...kbBox.terms(text)])", batch)
    for text, read in zip(batch, found, strict=True):
        assert dict(read) == terms(text, quoted_too=False), text


@pytest.mark.slow
@few
@given(batch=batches)
def test_a_wording_has_the_terms_that_search_gave_it(rooms: Page, batch: list[str]) -> None:
    """Whatever of them the index leaves out, for the box reads it off the text."""
    kinds = ("error", "also", "paste", "cause", "limit")
    said = [
        Wording(kind, mask(text), terms(text) | pairs(text) if n % 2 else {"'x": 0.4})
        for n, text in enumerate(batch)
        for kind in kinds
    ]
    fault = Fault("one", load(LAYER).faults["port-in-use"].entry, "team", Path("one"))
    base = KnowledgeBase(Tree(title="x", nodes={}), {"one": fault})
    index = packed(view(base, Settings(), Kept()), {"one": Found("one", card(fault), tuple(said))})
    found = rooms.evaluate("index => { kbBox.load(index); return kbBox.wordings(0); }", index)
    for one, read in zip(said, found, strict=True):
        assert dict(read) == one.terms, one


@pytest.mark.slow
@few
@given(batch=batches)
def test_a_paste_has_the_same_fingerprint(rooms: Page, batch: list[str]) -> None:
    found = rooms.evaluate("batch => batch.map(text => kbBox.fingerprint(text))", batch)
    assert found == [fingerprint(question(report(clean(text)))) for text in batch]


@pytest.mark.slow
@few
@given(batch=batches, changed=st.randoms(use_true_random=False))
def test_two_texts_are_as_alike_as_rapidfuzz_finds_them(
    rooms: Page, batch: list[str], changed: Any
) -> None:
    two = [(one, "".join(changed.sample(one, len(one))[:300])) for one in batch]
    two += [(one, one[3:40] + "x" + one[45:]) for one in batch]
    two += list(pairwise(batch))
    found = rooms.evaluate("two => two.map(([one, other]) => kbBox.alike(one, other))", two)
    for (one, other), like in zip(two, found, strict=True):
        there = alike(one, other)
        assert like["length"] == there.length, (one, other)
        assert abs(like["ratio"] - there.ratio) < 1e-9, (one, other)


Said = tuple[str, str, str]
"""What must be the same: the verdict, the entry it names, and what to do first without one."""


def of_search(answer: Answer) -> Said:
    none = answer.verdict == "none"
    best = "" if none else answer.matches[0].id
    return answer.verdict, best, answer.first_action if none else ""


def of_box(page: Page, index: dict[str, Any], texts: list[str]) -> list[Said]:
    asked = page.evaluate("texts => texts.map(text => kbBox.answer(text))", texts)
    said = []
    for each in asked:
        none = each["verdict"] == "none"
        best = "" if none else each["matches"][0]["card"]["id"]
        first = index["domains"].get(each["domain"], {}).get("first", "") if none else ""
        said.append((each["verdict"], best, first))
    return said


def test_what_a_person_said_of_a_paste_counts(
    browser: Browser, layer: Layer, tmp_path: Path
) -> None:
    paste = "RuntimeError: the grey heron stood in the harbour\nand nothing else was said\n"
    mark = fingerprint(question(report(clean(paste))))
    told = layer.root / f"port-taken/pastes/wrong-{mark}.txt"
    told.parent.mkdir()
    told.write_text(paste, "utf-8")
    answer = search(paste, [layer])
    box = opened(browser.new_page(), tmp_path, load(layer), held([layer], None))
    found = box.evaluate("text => kbBox.answer(text)", paste)
    assert (found["verdict"], found["matches"][0]["card"]["id"]) == ("match", "port-taken")
    assert of_search(answer) == ("match", "port-taken", "")
    assert found["matches"][0]["confidence"] == answer.matches[0].confidence
    marks = box.evaluate("batch => batch.map(kbBox.fingerprint)", ["run.log", "12 0.5", paste])
    assert marks == ["", "", mark]


def test_a_word_that_every_object_has_counts_as_any_other(
    browser: Browser, layer: Layer, tmp_path: Path
) -> None:
    entry = layer.root / "port-taken/entry.yaml"
    words = "constructor toString valueOf hasOwnProperty isPrototypeOf __proto__"
    said = f"RuntimeError: grey herons lack {words}"
    entry.write_text(re.sub("observed: .*", f'error: "{said}"', entry.read_text("utf-8")), "utf-8")
    box = opened(browser.new_page(), tmp_path, load(layer), held([layer], None))
    for text in (said, *words.split()):
        answer = search(text, [layer])
        found = box.evaluate("text => kbBox.answer(text)", text)
        sure = [round(one["confidence"], 3) for one in found["matches"]]
        assert sure == [one.confidence for one in answer.matches], text
    assert search(said, [layer]).verdict == "match"


@pytest.mark.slow
@pytest.mark.handbook
def test_the_box_answers_as_search_does(browser: Browser, tmp_path: Path) -> None:
    """Every paste of the entries, every innocent text, and the labelled pastes where they are."""
    texts = [file.read_text("utf-8") for file in sorted(LAYER.root.glob("*/pastes/*.txt"))]
    texts += [file.read_text("utf-8") for file in sorted((TESTS / "innocent").glob("*.txt"))]
    if QUERIES.is_file():
        texts += [json.loads(line)["query"] for line in QUERIES.read_text("utf-8").splitlines()]
    cache = tmp_path / "cache"
    base, known = load(LAYER), held([LAYER], cache)
    index = packed(view(base, Settings(), Kept()), known)
    box = opened(browser.new_page(), tmp_path, base, known)
    here = of_box(box, index, texts)
    there = [of_search(search(text, [LAYER], cache=cache)) for text in texts]
    wrong = [each for each in zip(texts, here, there, strict=True) if each[1] != each[2]]
    assert {verdict for verdict, _, _ in of_box(box, index, index["examples"])} == {"match"}
    assert len(texts) > 250
    assert len(wrong) <= len(texts) * 0.01, wrong
