"""Entries made of any text that the schema takes, for what goes out and comes in again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from kb.model import Entry, Fault

NASTY = [
    *"|`\\<>&'\"*_=+-@;,#\n\t ~!",
    *("<br>", "&#124;", "\\|", "``", "a | b", "'=1", "，", "报错", "\u3000", "\xa0", "\x85"),
]
LETTERS = st.characters(exclude_categories=["Cs", "Cc"])
TEXTS = (
    st.lists(st.one_of(st.sampled_from(NASTY), LETTERS), min_size=1, max_size=12)
    .map("".join)
    .map(str.strip)
    .filter(bool)
)
LINES = TEXTS.map(lambda text: " ".join("".join(filter(str.isprintable, text)).split())).filter(
    bool
)
SLUGS = st.from_regex(r"[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,5}){0,2}", fullmatch=True)


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    """Any entry that a table can carry: one without a case."""
    kind = draw(st.sampled_from(["error", "observed"]))
    value: dict[str, Any] = {
        "title": draw(LINES),
        "domain": draw(SLUGS),
        "parent": draw(SLUGS),
        "symptom": {kind: draw(TEXTS)} | draw(some(also=st.lists(TEXTS), limit=TEXTS)),
        "root_cause": draw(TEXTS),
        "verify": {"command": draw(LINES), "present": draw(LINES)}
        | draw(some(looks_at=st.just("machine"))),
        "fix": draw(TEXTS),
        "origin": {"kind": "incident"}
        | draw(
            some(met=st.dates().map(str), minutes_to_fix=st.integers(0, 999), late=st.booleans())
        ),
    } | draw(some(environment=st.dictionaries(SLUGS, TEXTS, min_size=1)))
    return Entry.model_validate(value)


def some(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=fields)


def fault(entry: Entry, id: str = "some-fault", **files: Any) -> Fault:
    return Fault(id, entry, "team", Path("entries") / id, **files)


def given(entry: Entry) -> dict[str, Any]:
    """The fields that the entry says, as its file nests them."""
    return entry.model_dump(mode="json", by_alias=True, exclude_unset=True)
