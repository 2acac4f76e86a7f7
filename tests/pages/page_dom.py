"""Generated Markdown through real Markdown readers to a tree of elements."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import markdown
from markdown_it import MarkdownIt
from mkdocs.config import load_config
from mkdocs.utils.meta import get_data

CONFIG = Path(__file__).resolve().parents[2] / "mkdocs.yml"
VOID = {"br", "hr", "img", "input", "meta", "link", "wbr"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str | None]
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(each if isinstance(each, str) else each.text for each in self.children)

    def every(self) -> Iterator[Element]:
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.every()

    def find(self, tag: str, css: str = "") -> list[Element]:
        return [
            each
            for each in self.every()
            if each.tag == tag and css in (each.attributes.get("class") or "")
        ]


class Reader(HTMLParser):
    """Builds elements; complains about what is neither text nor element, or does not nest."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("root", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    handle_decl = handle_pi = unknown_decl = handle_comment


def read(html: str) -> Element:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert len(reader.open) == 1, f"left open: {[each.tag for each in reader.open]}"
    return reader.root


@functools.cache
def _mkdocs() -> markdown.Markdown:
    config = load_config(str(CONFIG))
    return markdown.Markdown(
        extensions=config["markdown_extensions"], extension_configs=config["mdx_configs"]
    )


def front_and_body(page: str) -> tuple[str, dict[str, object]]:
    """The body of a page and its front matter, as MkDocs takes them apart."""
    return get_data(page)


def by_mkdocs(page: str) -> Element:
    """The page as Python-Markdown makes it with the extensions of the project's mkdocs.yml."""
    reader = _mkdocs()
    reader.reset()
    return read(reader.convert(front_and_body(page)[0]))


def by_commonmark(page: str) -> Element:
    """The page as a CommonMark reader with tables makes it."""
    body = front_and_body(page)[0]
    return read(MarkdownIt("commonmark", {"html": True}).enable("table").render(body))
