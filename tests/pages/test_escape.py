from __future__ import annotations

import re
from html import unescape

import pytest
from hostile_entries import FRAGMENTS, lines, texts
from hypothesis import given, settings
from hypothesis import strategies as st
from page_dom import by_commonmark, by_mkdocs, front_and_body, read

from kb.pages.escape import encode, prose, visible

pytestmark = pytest.mark.journey

READERS = (by_mkdocs, by_commonmark)
CONTEXTS = {
    "paragraph": "{}",
    "heading": "## {} end {{: #x }}",
    "link": "[{}](other.md)",
    "cell": "| a | b |\n| --- | --- |\n| {} | c |",
    "item": "- {}",
    "raw": '<div class="x"><pre><code>{}</code></pre></div>',
    "nested": '<div markdown="1">\n\n- {}\n\n</div>',
    "summary": '<details markdown="1"><summary markdown="span">{}</summary>\n\nx\n\n</details>',
}


@given(text=texts)
def test_encoded_text_holds_no_syntax_and_no_line_end(text: str) -> None:
    encoded = encode(text)
    assert not re.search(r"[^\w \u0080-\U0010ffff]", re.sub(r"&#\d+;", "", encoded))
    assert len(encoded.splitlines()) <= 1
    assert encoded == encoded.strip()


@given(text=texts)
def test_a_browser_reads_encoded_text_as_what_was_given(text: str) -> None:
    assert unescape(encode(text)) == visible(text)
    assert read(f'<p title="{encode(text)}">x</p>').find("p")[0].attributes["title"] == visible(
        text
    )


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("context", CONTEXTS)
@settings(max_examples=settings().max_examples // 3)
@given(data=st.data())
def test_text_comes_out_as_it_went_in(reader: object, context: str, data: st.DataObject) -> None:
    text = data.draw(texts)
    assert callable(reader)
    inside = f"a{encode(text)}z"
    plain = reader(CONTEXTS[context].format("aXz"))
    found = reader(CONTEXTS[context].format(inside))
    assert found.text == plain.text.replace("aXz", f"a{visible(text)}z")
    assert [each.tag for each in found.every()] == [each.tag for each in plain.every()]


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_each_fragment_alone_stays_text(fragment: str) -> None:
    for reader in READERS:
        found = reader(f"a{encode(fragment)}z")
        assert found.text.removesuffix("\n") == f"a{visible(fragment)}z"
        assert [each.tag for each in found.every()] == ["root", "p"]


@given(text=lines)
def test_front_matter_reads_back(text: str) -> None:
    body, meta = front_and_body(f'---\ntitle: "{encode(text)}"\n---\nbody')
    assert body.strip() == "body"
    assert unescape(str(meta["title"])) == visible(text)


@given(text=texts)
def test_prose_makes_paragraphs_and_code_and_nothing_else(text: str) -> None:
    found = read(prose(text))
    assert {each.tag for each in found.every()} <= {"root", "p", "code"}
    bare = re.compile(r"[\s`]")
    assert bare.sub("", found.text) == bare.sub("", visible(text.strip()))


def test_prose_shows_code_between_single_backticks() -> None:
    found = read(prose("Use `a<b`.\n\nNot ``this``."))
    assert [each.text for each in found.find("p")] == ["Use a<b.", "Not ``this``."]
    assert [each.text for each in found.find("code")] == ["a<b"]


def test_control_and_bidi_marks_become_visible() -> None:
    assert visible("\x1b[31m\u202eabc") == "\\x1b[31m\\u202eabc"
