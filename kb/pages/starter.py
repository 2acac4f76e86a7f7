"""The files of a site that people write, as they come with the tool."""

from __future__ import annotations

import re
from pathlib import Path

_CHECKOUT = Path(__file__).resolve().parents[2]
_PACKAGED = Path(__file__).resolve().parent / "starter"
_TO_AN_ENTRY = re.compile(rb"\[([\w-]+)\]\(kb/entries/[\w-]+\.md\)")


def starter() -> dict[str, bytes]:
    """Path in a new knowledge base → content: `mkdocs.yml` and the pages under `site/`.

    From the package; in a source checkout, the checkout's own files. A link to an entry of the
    handbook becomes its id, since its page is not part of another base's site.
    """
    root = _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT
    files = [root / "mkdocs.yml", *sorted((root / "site").glob("*.md"))]
    return {
        file.relative_to(root).as_posix(): _TO_AN_ENTRY.sub(rb"`\1`", file.read_bytes())
        for file in files
        if file.name != "index.md"
    }
