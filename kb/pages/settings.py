"""What a site is built with, beside the entries."""

from __future__ import annotations

import datetime as dt
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import quote

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Settings:
    """How the pages are made.

    `directory_urls`: the generator gives each page a folder of its own (only raw links in
    pictures depend on it). `repository`: address of the entries' repository, none for no edit
    links; `branch` and `entries`: where in it the entries lie; `layer`: those of this layer alone
    lie there, none for all of them. `changed`: the day each entry
    was last committed.
    """

    language: Language = "en"
    directory_urls: bool = False
    repository: str | None = None
    branch: str = "main"
    entries: str = "entries"
    layer: str | None = None
    changed: Mapping[str, dt.date] = field(default_factory=dict)

    def href(self, page: str, target: str) -> str:
        """The address of page `target` as seen from `page`; both are paths of .md files."""
        start = posixpath.dirname(page)
        if self.directory_urls and posixpath.basename(page) != "index.md":
            start = page.removesuffix(".md")
        return quote(posixpath.relpath(self._address(target), start or "."), safe="/#-._~")

    def _address(self, page: str) -> str:
        if not self.directory_urls:
            return page.removesuffix(".md") + ".html"
        if posixpath.basename(page) == "index.md":
            return posixpath.dirname(page) or "."
        return page.removesuffix(".md")
