"""The page of one entry: the answer first, then the proof."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import get_args
from urllib.parse import quote

from markupsafe import Markup

from kb.model import Evidence, Fault, Run, Verdict, Verify
from kb.pages.change import changes
from kb.pages.escape import encode, visible
from kb.pages.settings import Settings
from kb.pages.view import View, entry_page

MOST_OUTPUT = 6_000
MOST_WORDINGS = 20_000
"""Characters of other wordings on one page."""
MOST_NEIGHBOURS = 12
_FOUND = {
    "found_shown": re.compile(r"exit (?P<code>\d+), shows the symptom"),
    "found_gone": re.compile(r"exit (?P<code>\d+), the symptom gone"),
    "found_unsaid": re.compile(
        r"inconclusive: exit code (?P<code>\d+), but no line of stdout contains (?P<text>.+)"
    ),
}
"""What most runs found, as it was recorded, and the words of the site for it."""
_TOKEN = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")


def entry_pages(view: View) -> Iterator[tuple[str, str]]:
    """Path and text of each entry's page."""
    near: dict[str, list[Fault]] = {}
    for fault in view.base.faults.values():
        near.setdefault(fault.entry.parent, []).append(fault)
    for fault in view.base.faults.values():
        yield entry_page(fault.id), _kept(view, fault, near[fault.entry.parent])


def _kept(view: View, fault: Fault, near: list[Fault]) -> str:
    some = near[: MOST_NEIGHBOURS + 1]  # it may be one of them itself
    beside = [other for other in some if other.id != fault.id][:MOST_NEIGHBOURS]
    left = len(near) - 1 - len(beside)
    instead = [view.base.faults[id] for id in named(fault, view.base.faults)]
    others = [view.line(other) for other in (*beside, *instead)]
    shown = (view.common(), fault, others, left, view.settings.changed.get(fault.id))
    page = entry_page(fault.id)
    return view.kept.page(page, shown, lambda: _page(view, fault, beside, left, instead))


def _page(view: View, fault: Fault, beside: list[Fault], left: int, instead: list[Fault]) -> str:
    files, files_left = changes(fault)
    return view.render(
        "entry.md.j2",
        entry_page(fault.id),
        fault=fault,
        entry=fault.entry,
        how=view.standings[fault.id],
        wordings=wordings(fault),
        command=command(fault.entry.verify),
        evidence=fault.evidence,
        sides=sides(fault.evidence),
        shown=shown,
        verdict=lambda found: verdict(view, found),
        lit=lit,
        limits=fault.entry.case.limits.model_dump(exclude_none=True) if fault.entry.case else {},
        changes=files,
        files_left=files_left,
        beside=beside,
        left=left,
        instead=instead,
        links=links(fault, view.settings, view.say("wrong_title", id=fault.id)),
        changed=view.settings.changed.get(fault.id),
    )


def wordings(fault: Fault) -> list[str]:
    """The other wordings, as many as a page has room for, one at the least."""
    sizes = accumulate(map(len, fault.entry.symptom.also))
    fit = [
        text
        for text, size in zip(fault.entry.symptom.also, sizes, strict=True)
        if size <= MOST_WORDINGS
    ]
    return fit or list(fault.entry.symptom.also[:1])


def command(verify: Verify) -> Markup:
    """The verification command, its placeholders marked."""
    if not verify.values:
        return encode(verify.command)
    names = "|".join(map(re.escape, verify.values))
    parts = re.split(rf"(\{{(?:{names})\}})", verify.command)
    return Markup().join(
        Markup("<var>{}</var>").format(encode(part)) if place % 2 else encode(part)
        for place, part in enumerate(parts)
    )


@dataclass(frozen=True, slots=True)
class Side:
    """The runs that belong together: with the fault planted, with the fix, in an empty folder."""

    name: str
    runs: tuple[Run, ...]


def sides(evidence: Evidence | None) -> tuple[Side, ...]:
    """The runs of the evidence by side, in the order of the contract."""
    found: dict[str, list[Run]] = {}
    for run in evidence.runs if evidence else ():
        found.setdefault(run.name.split("-")[0], []).append(run)
    return tuple(Side(name, tuple(runs)) for name, runs in found.items())


def shown(output: str) -> str:
    """An output short enough for a page: its beginning and its end."""
    text = visible(output).rstrip()
    if len(text) <= MOST_OUTPUT:
        return text
    half = MOST_OUTPUT // 2
    return f"{text[:half]}\n[… {len(text) - 2 * half} …]\n{text[-half:]}"


def lit(output: str, present: str) -> Markup:
    """An output with the lines marked that decide the verdict `present`."""
    return (
        Markup("\n")
        .join(
            Markup("<mark>{}</mark>").format(encode(line)) if present in line else encode(line)
            for line in shown(output).split("\n")
        )
        .replace("\n", Markup("&#10;"))
    )


def verdict(view: View, found: str) -> str:
    """What a run found, in the words of the site as far as it has them, else as recorded."""
    for key, pattern in _FOUND.items():
        if match := pattern.fullmatch(found):
            return view.say(key, **match.groupdict())
    said = found.split(":")[0]
    if said not in get_args(Verdict):
        return found
    return view.say(f"verdict_{said}") + found.removeprefix(said)


def named(fault: Fault, faults: Mapping[str, Fault]) -> list[str]:
    """Ids of other entries that the limit of this one names."""
    ids = dict.fromkeys(_TOKEN.findall(fault.entry.symptom.limit or ""))
    return [id for id in ids if id in faults and id != fault.id]


def links(fault: Fault, settings: Settings, wrong: str) -> dict[str, str]:
    """Addresses in the entries' repository: `edit`, `history`, `wrong`; empty outside of it."""
    if settings.repository is None or settings.layer not in (None, fault.layer):
        return {}
    root = settings.repository.rstrip("/")
    dash = "/-" if "gitlab" in root.split("/")[2] else ""
    folder = quote(f"{settings.branch}/{settings.entries}/{fault.id}")
    return {
        "edit": f"{root}{dash}/edit/{folder}/entry.yaml",
        "history": f"{root}{dash}/commits/{folder}",
        "wrong": f"{root}{dash}/issues/new?title={quote(wrong)}",
    }
