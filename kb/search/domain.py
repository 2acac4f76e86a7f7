"""The domain that a paste speaks of where no entry is meant: by the keywords of the fault tree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from kb.report import Report

READ = 2000
"""Lines of a paste that are looked at, from its end, where a log says what failed."""


class Domain(NamedTuple):
    """What is to be done first where a symptom lies there, and the keywords of all its nodes."""

    first_action: str
    keywords: tuple[str, ...]


def merged(layers: Iterable[Mapping[str, Domain]]) -> dict[str, Domain]:
    """Of the domains of several layers, nearest first: the keywords of all of them."""
    found: dict[str, Domain] = {}
    for layer in layers:
        for id, one in layer.items():
            nearer = found.get(id, Domain(one.first_action, ()))
            found[id] = nearer._replace(keywords=(*nearer.keywords, *one.keywords))
    return found


def likely_domain(read: Report, domains: Mapping[str, Domain]) -> str:
    """The one of whose keywords the paste holds more than of any other; empty without one.

    Entries that hardly fit tell it no better than chance.
    """
    text = "\n".join(line.text for line in read.lines[-READ:])
    held = {
        id: sum(_holds(text, word) for word in set(one.keywords)) for id, one in domains.items()
    }
    most = max(held.values(), default=0)
    likely = [id for id, count in held.items() if count == most]
    return likely[0] if most and len(likely) == 1 else ""


def _holds(text: str, keyword: str) -> bool:
    """Whether it stands there whole; `Float` is a type, and `float` a word of any message."""
    if keyword not in text:
        return False
    left = r"(?<![A-Za-z0-9])" if re.match("[A-Za-z0-9]", keyword) else ""
    right = r"(?![A-Za-z0-9])" if re.search("[A-Za-z0-9]$", keyword) else ""
    return re.search(left + re.escape(keyword) + right, text) is not None
