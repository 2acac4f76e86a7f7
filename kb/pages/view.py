"""What every page is written with: the entries, their standing, words, links and templates."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from kb.model import Fault, KnowledgeBase
from kb.pages.escape import anchor, encode, prose, spans
from kb.pages.kept import Kept
from kb.pages.settings import Settings
from kb.pages.standing import Standing, standing
from kb.pages.words import words

HOME = "index.md"
TREE = "kb/tree.md"
LISTS = "kb/lists/index.md"
HEAT = "kb/heat.md"
DUMP = "kb/entries.json"
REFERENCE = "kb/reference.md"


def entry_page(id: str) -> str:
    """Where the page of an entry lies; never changes, so it is a permalink."""
    return f"kb/entries/{id}.md"


def node_page(id: str) -> str:
    """Where the page of a node of the tree lies."""
    return f"kb/nodes/{id}.md"


def list_page(name: str, number: int = 1) -> str:
    """Where page `number` (from 1) of the list `name` lies."""
    tail = f"-{number}" if number > 1 else ""
    return f"kb/lists/{name}{tail}.md"


@dataclass(frozen=True, slots=True)
class View:
    """One knowledge base as one site shows it. `standings` go by entry id."""

    base: KnowledgeBase
    settings: Settings
    standings: dict[str, Standing]
    kept: Kept

    def say(self, key: str, **values: object) -> str:
        """A text of the interface, filled."""
        return words(self.settings.language)[key].format(**values)

    def name(self, node: str) -> str:
        """The title of a node in the language of the site, its id when it is unknown."""
        found = self.base.tree.nodes.get(node)
        if found is None:
            return node
        return (found.zh if self.settings.language == "zh" else None) or found.title

    def top(self) -> str:
        """The title of the top event in the language of the site."""
        tree = self.base.tree
        return (tree.zh if self.settings.language == "zh" else None) or tree.title

    def common(self) -> object:
        """What every page depends on, whichever entries it shows."""
        return replace(self.settings, changed={}), self.base.tree

    def line(self, fault: Fault) -> tuple[str, str, Standing]:
        """All that a line about `fault` on another page shows of it."""
        return fault.id, fault.entry.title, self.standings[fault.id]

    def badge(self, how: Standing) -> Markup:
        """A standing as a shape and a word."""
        return _badge(how, words(self.settings.language)[f"status_{how}"])

    def stands(self, fault: Fault) -> Markup:
        """The badge of a fault."""
        return self.badge(self.standings[fault.id])

    def render(self, template: str, page: str, **values: object) -> str:
        """The text of `page`: every value that is not Markup is encoded as it is put in."""

        def link(target: str, text: str, anchor: str = "") -> Markup:
            return Markup(f"[{encode(text)}]({_way(page, target)}{anchor})")  # noqa: S704

        text = (
            _environment()
            .get_template(template)
            .render(
                view=self,
                base=self.base,
                say=self.say,
                link=link,
                link_entry=lambda fault: link(entry_page(fault.id), fault.entry.title),
                link_node=lambda node: link(node_page(node), self.name(node)),
                page=page,
                **values,
            )
        )
        return _SPACE.sub("\n\n", text)


_SPACE = re.compile(r"\n{3,}")


def view(base: KnowledgeBase, settings: Settings, kept: Kept) -> View:
    """A view of `base`, each standing computed once."""
    return View(base, settings, {id: standing(fault) for id, fault in base.faults.items()}, kept)


@cache
def _badge(how: str, word: str) -> Markup:
    return Markup('<span class="kb-status kb-{}">{}</span>').format(how, encode(word))


@lru_cache(4096)
def _way(page: str, target: str) -> str:
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("kb.pages"),
        autoescape=True,
        finalize=encode,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["anchor"] = anchor
    made.filters["prose"] = prose
    made.filters["spans"] = spans
    return made
