"""What a row leaves open and the knowledge base can tell: title, place, kind of symptom, id."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from kb.exchange.row import Row
from kb.model import KnowledgeBase
from kb.model.about import about
from kb.model.slug import entry_id
from kb.text import clean, report
from kb.tree import Known, suggest

_ORDER = {dotted: place for place, dotted in enumerate(about())}
_TITLE = 120


def filled(row: Row, base: KnowledgeBase, entries: Known) -> tuple[dict[str, Any], str]:
    """The row's fields with what could be worked out, and why it hangs where it does.

    The title is the first sentence of the root cause; a symptom that reads as a failure of a
    program is an error, any other is what was observed. What cannot be told stays open.
    """
    fields = with_kind(row.fields, _kind)
    if title := _first_sentence(fields.get("root_cause")):
        fields.setdefault("title", title)
    why = _hang(fields, base, entries)
    fields.setdefault("origin", {"kind": "incident"})
    return ordered(fields), why


def with_kind(fields: Mapping[str, Any], kind: Callable[[str], str]) -> dict[str, Any]:
    """`fields` with `symptom.main` under its kind, which `kind(text)` tells; a copy."""
    made: dict[str, Any] = copy.deepcopy(dict(fields))
    symptom = made.get("symptom")
    if isinstance(symptom, dict) and "main" in symptom:
        main = symptom.pop("main")
        if not {"error", "observed"} & symptom.keys():
            symptom[kind(main)] = main
    return made


def ordered(fields: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """The fields in the order of the model, unknown ones last."""
    names = sorted(fields, key=lambda name: _ORDER.get(f"{prefix}{name}", len(_ORDER)))
    return {
        name: ordered(fields[name], f"{prefix}{name}.")
        if isinstance(fields[name], dict)
        else fields[name]
        for name in names
    }


def named(fields: Mapping[str, Any], taken: Collection[str]) -> str | None:
    """A free id of the words of the title, or else of the symptom or the check."""
    texts = (fields.get("title"), main_of(fields), _part(fields, "verify", "command"))
    ids = (entry_id(text, taken) for text in texts if isinstance(text, str))
    return next((id for id in ids if id), None)


def main_of(fields: Mapping[str, Any]) -> str:
    """The error, or what is observed; empty when neither is given."""
    found = (_part(fields, "symptom", name) for name in ("error", "observed", "main"))
    return next((text for text in found if isinstance(text, str)), "")


def _part(fields: Mapping[str, Any], name: str, inner: str) -> Any:
    part = fields.get(name)
    return part.get(inner) if isinstance(part, dict) else None


def _kind(symptom: str) -> str:
    return "error" if any(one.type for one in report(clean(symptom)).raised) else "observed"


def _first_sentence(cause: Any) -> str | None:
    if not isinstance(cause, str):
        return None
    first = re.split(r"(?<=[.!?])\s|(?<=[。！？])|\n", cause.strip(), maxsplit=1)[0]
    title = first.strip().rstrip(".。")
    return title if 0 < len(title) <= _TITLE else None


def _hang(fields: dict[str, Any], base: KnowledgeBase, entries: Known) -> str:
    """Set domain and parent where they can be told; says why, when it is a proposal."""
    for name in ("domain", "parent"):
        if isinstance(fields.get(name), str):
            fields[name] = _node(base, fields[name])
    if "parent" in fields:
        if fields["parent"] in base.tree.nodes:
            fields.setdefault("domain", base.tree.path(fields["parent"])[0])
        return ""
    texts = (fields.get("title"), fields.get("root_cause"), main_of(fields))
    text = "\n".join(text for text in texts if isinstance(text, str))
    for made in suggest(base, text, len(base.tree.nodes), entries):
        if fields.get("domain", made.domain) == made.domain:
            fields |= {"domain": made.domain, "parent": made.node}
            return "; ".join(made.reasons)
    if "domain" in fields:
        fields["parent"] = fields["domain"]
    return ""


def _node(base: KnowledgeBase, name: str) -> str:
    """The node whose id or title `name` is; `name` itself when there is none."""
    if name in base.tree.nodes:
        return name
    wanted = name.strip().casefold()
    titles = (
        id
        for id, node in base.tree.nodes.items()
        if wanted in (id, node.title.casefold(), (node.zh or "").casefold())
    )
    return next(titles, name)
