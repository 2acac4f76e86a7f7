"""The libraries and tools of an entry, and the versions of them that its data tell."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from kb.model import Fault

_REQUIREMENT = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^]]*\])?\s*([^;]*)")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_MODULE = re.compile(r"([A-Za-z]\w*)\.(?:\w+\.)*[A-Z]\w*(?:Error|Exception|Warning)\b")
_OF_EVERY_RUN = {"python", "kernel", "machine"}


def libraries(fault: Fault) -> dict[str, str]:
    """Name → version: with which it was last run, else met, else what the case needs, else none.

    A library is one that the case requires, the environment names, or the exception belongs to.
    """
    found: dict[str, str] = {}
    for name, version in _told(fault):
        plain = re.sub(r"[-_.]+", "-", name).lower()
        found[plain] = version or found.get(plain, "")
    return {name: found[name] for name in found if name not in _OF_EVERY_RUN}


def _told(fault: Fault) -> Iterator[tuple[str, str]]:
    """Names and versions, the ones that count most last."""
    entry, evidence = fault.entry, fault.evidence
    if (module := _MODULE.match(entry.symptom.error or "")) and module[1] not in _STANDARD:
        yield module[1], ""
    for needed in entry.case.requires if entry.case else ():
        if ":" not in needed and (parts := _REQUIREMENT.match(needed)):
            yield parts[1], parts[2].strip()
    for environment in (entry.environment, evidence.environment if evidence else {}):
        yield from ((name, v) for name, v in environment.items() if _NAME.fullmatch(name))


_STANDARD = sys.stdlib_module_names
