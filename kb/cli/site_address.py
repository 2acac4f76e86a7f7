"""Addresses that change as the files do: no browser pairs the scripts of before with new pages."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

_FOLDER = "kb/assets"
_TO_A_FILE = re.compile(
    rf'((?:src|href|data-script|data-index)="(?:[^"?#]*/)?{_FOLDER}/([\w-]+\.(?:js|css)))"'
)


def digests(site: Path) -> dict[str, str]:
    """Name of each script and style sheet of ours in `site` → some digits of its digest."""
    files = [*(site / _FOLDER).glob("*.js"), *(site / _FOLDER).glob("*.css")]
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest()[:12] for file in files}


def addressed(page: str, known: Mapping[str, str]) -> str:
    """`page` with the digest in the address of each file that is `known`.

    It is a query, which a file share passes over. What an entry says holds no such address: its
    quotation marks are character references.
    """

    def address(found: re.Match[str]) -> str:
        digest = known.get(found[2])
        return f'{found[1]}?v={digest}"' if digest else found[0]

    return _TO_A_FILE.sub(address, page)
