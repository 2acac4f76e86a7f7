"""The content security policy of a built site: its own scripts run, and nothing else does."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

_SCRIPT = re.compile(r"<script(?P<about>[^>]*)>(?P<body>.*?)</script>", re.DOTALL)
_CHARSET = '<meta charset="utf-8">'
_MARK = '<meta http-equiv="Content-Security-Policy"'


def protect(site: Path) -> None:
    """Write the policy into each page of `site`, the theme's inline scripts allowed by their hash.

    The text of entries cannot hold a script: it comes as character references.
    """
    pages = {page: page.read_text("utf-8") for page in sorted(site.rglob("*.html"))}
    tag = f'{_CHARSET}{_MARK} content="{policy(pages.values())}">'
    for page, text in pages.items():
        if _MARK not in text:
            page.write_text(text.replace(_CHARSET, tag, 1), "utf-8")


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
