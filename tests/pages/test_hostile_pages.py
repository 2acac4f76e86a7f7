"""Whole pages made of texts that try to become more than text."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable
from functools import cache
from html import unescape

import pytest
from hostile_entries import FRAGMENTS, filled, knowledge, lines, printable
from hypothesis import given, settings
from hypothesis import strategies as st
from page_dom import Element, by_commonmark, by_mkdocs, front_and_body
from page_values import text_of

from kb.model import Symptom
from kb.pages import Settings, pages
from kb.pages.escape import visible

pytestmark = pytest.mark.journey

SETTINGS = Settings(repository="https://example.com/team/faults")
EVERYTHING = "".join(fragment for fragment in FRAGMENTS if fragment != "\x00")
ONE_LINE = " ".join(EVERYTHING.split())
# a whole site for each example
A_THIRD = settings(max_examples=settings().max_examples // 3)
OWN_ATTRIBUTES = re.compile(
    r"class|id|href|title|role|aria-[a-z]+|tabindex|data-line|data-search-exclude|open|style|align"
    r"|viewbox|width|height|x|y|rx|r|d|transform|markdown"
)


@cache
def made(text: str, line: str, command: str) -> dict[str, str]:
    return {
        path: str(content)
        for path, content in pages(knowledge(text, line, command), SETTINGS).items()
        if path.endswith(".md")
    }


def shape(page: Element) -> set[tuple[str, str]]:
    """What a page is made of, without how often."""
    return {(each.tag, name) for each in page.every() for name in ("", *each.attributes)}


@cache
def plain() -> dict[str, Element]:
    return {path: by_mkdocs(text) for path, text in made("text `code`", "line", "true").items()}


def entry_page(text: str, line: str, command: str) -> str:
    return text_of(knowledge(text, line, command), "kb/entries/a.md", SETTINGS)


@A_THIRD
@given(text=filled, line=lines, command=printable)
def test_no_element_but_those_of_the_template(text: str, line: str, command: str) -> None:
    for path, page in made(text, line, command).items():
        if path in plain():
            extra = shape(by_mkdocs(page)) - shape(plain()[path])
            assert {tag for tag, _ in extra} <= {"mark", "details", "summary", "svg"}, path


def kept(text: str) -> str:
    """The text as the model keeps it, which trims less than `str.strip` does."""
    return Symptom(error=text).error or ""


@A_THIRD
@given(text=filled, line=lines, command=printable)
def test_every_field_of_an_entry_shows_exactly(text: str, line: str, command: str) -> None:
    page = by_mkdocs(entry_page(text, line, command))
    symptom = page.find("div", "kb-symptom")[0].find("code")[0]
    assert symptom.text == visible(kept(text))
    assert page.find("h1")[0].text == visible(line[:120].strip() or "x")
    shown = page.find("div", "kb-command")[0].find("code")[0]
    assert shown.text == visible(command)
    assert [each.text for each in page.find("details", "kb-also")[0].find("li")] == [
        visible(kept(text)),
        visible(line),
    ]
    for output in page.find("div", "kb-output"):
        assert output.text.startswith(visible(text).rstrip())
    everything = re.sub(r"[\s`]", "", page.text)
    assert everything.count(re.sub(r"[\s`]", "", visible(kept(text)))) >= 10
    assert re.sub(r"[\s`]", "", visible(line)) in everything


@cache
def everything(reader: Callable[[str], Element]) -> dict[str, Element]:
    return {path: reader(page) for path, page in made(EVERYTHING, ONE_LINE, "true").items()}


@pytest.mark.parametrize("reader", [by_mkdocs, by_commonmark])
def test_all_fragments_at_once_make_no_mark_up(reader: Callable[[str], Element]) -> None:
    for path, page in everything(reader).items():
        for element in page.every():
            assert element.tag not in {"script", "img", "iframe", "style", "input", "form"}, path
            for name, value in element.attributes.items():
                assert OWN_ATTRIBUTES.fullmatch(name), f"{path}: <{element.tag} {name}>"
                assert "javascript:" not in (value or "") or name in ("title", "aria-label")


def test_every_link_leads_to_a_page_that_is_made_or_to_the_repository() -> None:
    texts = pages(knowledge(EVERYTHING, ONE_LINE, "true"), SETTINGS)
    for path, page in everything(by_mkdocs).items():
        for link in page.find("a"):
            target = (link.attributes["href"] or "").split("#")[0]
            if target.startswith("https://"):
                assert target.startswith("https://example.com/team/faults/")
            elif target:
                there = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
                assert there.removesuffix(".html") + ".md" in texts or there in {
                    *texts,
                    "proof.md",
                }, f"{path} → {target}"


@given(line=lines)
@A_THIRD
def test_the_front_matter_holds_title_and_description_as_text(line: str) -> None:
    _, meta = front_and_body(entry_page(line, line, "true"))
    assert unescape(str(meta["title"])) == visible(line[:120].strip() or "x")
    assert set(meta) == {"title", "description", "hide", "generated"}


def test_the_dump_gives_the_texts_back_unchanged() -> None:
    text = text_of(knowledge(EVERYTHING, "line", "true"), "kb/entries.json", SETTINGS)
    first = json.loads(text)[0]
    assert first["entry"]["symptom"]["error"] == EVERYTHING.strip()
    assert first["status"] == "refuted"


@given(text=st.text(min_size=1, max_size=40).filter(lambda text: bool(text.strip())))
@A_THIRD
def test_no_raw_html_block_holds_an_empty_line(text: str) -> None:
    """A CommonMark reader ends the block there."""
    body = entry_page(text, "line", "true")
    for block in re.findall(r"(?ms)^<div (?![^>]*markdown=)[^>]*>.*?(?=^\#\# |\Z)", body):
        raw = block.split("\n\n")[0]
        assert raw.count("<div") == raw.count("</div")
