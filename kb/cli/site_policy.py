"""The content security policy of a built site: its own scripts run, and nothing else does."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from kb.cli.site_address import addressed, digests

_SCRIPT = re.compile(r"<script(?P<about>[^>]*)>(?P<body>.*?)</script>", re.DOTALL)
_CHARSET = '<meta charset="utf-8">'
_MARK = '<meta http-equiv="Content-Security-Policy"'
_ASKS = ' data-md-component="source"'
"""With it, the theme's script asks the repository's host for stars, which the policy forbids."""


def protect(site: Path) -> None:
    """Write the policy into each page of `site`, the theme's inline scripts allowed by their hash,
    and the digests of our own files into their addresses. The link to the repository stays a link.

    The text of entries cannot hold a script: it comes as character references.
    """
    pages = sorted(site.rglob("*.html"))
    # page by page: all of a large site would not fit into the memory of a small machine
    tag = f'{_CHARSET}{_MARK} content="{policy(page.read_text("utf-8") for page in pages)}">'
    known = digests(site)
    for page in pages:
        text = page.read_text("utf-8")
        if _MARK not in text:
            text = text.replace(_CHARSET, tag, 1).replace(_ASKS, "")
            page.write_text(addressed(text, known), "utf-8")


def policy(pages: Iterable[str]) -> str:
    """The policy that lets the inline scripts of `pages` run, and the site's own files."""
    hashes = " ".join(sorted({_hash(body) for text in pages for body in inline(text)}))
    return (
        f"default-src 'none'; script-src 'self' {hashes}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'"
    )


def inline(page: str) -> list[str]:
    """The scripts that stand in `page` itself; data that no browser runs is not one."""
    return [
        found["body"]
        for found in _SCRIPT.finditer(page)
        if "src=" not in found["about"] and "application/json" not in found["about"]
    ]


def _hash(script: str) -> str:
    digest = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
