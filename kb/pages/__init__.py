"""Entries as pages: a knowledge base in, Markdown and assets by path out. No disk, no generator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files

from kb.model import KnowledgeBase
from kb.pages.box import box_assets, box_style
from kb.pages.branch import grow
from kb.pages.dump import dump
from kb.pages.entry import entry_pages
from kb.pages.heat import heat_page
from kb.pages.home import home_page
from kb.pages.kept import Kept
from kb.pages.lists import list_pages
from kb.pages.node import node_pages
from kb.pages.reference import reference_page
from kb.pages.settings import LANGUAGES, Language, Settings
from kb.pages.tree import tree_page
from kb.pages.view import view
from kb.search.index import Found

__all__ = ["LANGUAGES", "Kept", "Language", "Settings", "pages", "paste_box", "stream"]


def pages(
    base: KnowledgeBase,
    settings: Settings | None = None,
    kept: Kept | None = None,
    held: Mapping[str, Found] | None = None,
) -> Mapping[str, str | bytes]:
    """Path under the folder of documents → what stands there, for the whole of `base`.

    All paths but `index.md` lie under `kb/`. The pages are Markdown with raw HTML blocks that
    any generator with `attr_list`, `md_in_html` and tables can build.
    With `kept`, handed in again each time, only pages whose entries changed are made again.
    `held` is what the search index holds, by id; without it the first page has no paste box.
    """
    how = settings or Settings()
    made = dict(stream(base, how, kept or Kept(), boxed=bool(held)))
    return made | dict(paste_box(base, how, held) if held else ())


def stream(
    base: KnowledgeBase, settings: Settings, kept: Kept, boxed: bool = True
) -> Iterator[tuple[str, str]]:
    """Path and content of each as it is made, what people read first; of the paste box, its place.

    A base without entries has no box.
    """
    seen = view(base, settings, kept)
    grown = grow(base)
    yield from entry_pages(seen)
    yield home_page(seen, grown, boxed=boxed and bool(base.faults))
    yield tree_page(seen, grown)
    yield heat_page(seen, grown)
    yield from node_pages(seen, grown)
    yield from list_pages(seen, grown)
    yield reference_page(seen)
    yield dump(seen)
    assets = files("kb.pages").joinpath("assets")
    yield "kb/assets/kb.css", assets.joinpath("kb.css").read_text("utf-8") + box_style()
    for name in ("kb.js", "iframe-worker.js"):
        yield f"kb/assets/{name}", assets.joinpath(name).read_text("utf-8")


def paste_box(
    base: KnowledgeBase, settings: Settings, held: Mapping[str, Found]
) -> Iterator[tuple[str, str]]:
    """Path and content of the script of the paste box and of its index; none without entries.

    `held` is what the search index holds, by id. No page depends on it.
    """
    if base.faults:
        yield from box_assets(view(base, settings, Kept()), held)
