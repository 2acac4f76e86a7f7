"""Text of entries as data: encoded so that no Markdown, HTML or YAML reader finds syntax in it.

One encoding serves every place a text is put: Markdown, HTML, an attribute, a quoted YAML
string. Only letters, digits, single spaces between them and printable characters beyond ASCII
stay as they are; all else becomes a numeric character reference, line breaks included. So no
mark-up can begin, no line can end and no raw HTML block can be closed by what an entry says.
"""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup

from kb.text.terminal import printable

_INNER_SPACE = r"(?<=[0-9A-Za-z]) (?=[0-9A-Za-z])"
_ACTIVE = re.compile(rf"(?!{_INNER_SPACE})[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f\s]")
_NO_CHARACTER = re.compile("[\ufdd0-\ufdef\ufffe\uffff]")
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_BLANK = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")


def visible(text: str) -> str:
    r"""`text` with control, reordering and hiding characters shown as escapes (`\x1b`)."""
    return _NO_CHARACTER.sub(lambda found: f"\\u{ord(found[0]):04x}", printable(text))


def encode(value: object) -> Markup:
    """`value` as character references; what is Markup already stays as it is."""
    return value if isinstance(value, Markup) else _encoded(str(value))


@lru_cache(4096)
def _encoded(text: str) -> Markup:
    return Markup(_ACTIVE.sub(_reference, visible(text)))  # noqa: S704 - encoded here


def prose(text: str) -> Markup:
    """Paragraphs at blank lines, `code` between single backticks, and nothing else."""
    paragraphs = _BLANK.split(text.strip())
    return Markup().join(Markup("<p>{}</p>").format(spans(part)) for part in paragraphs)


def spans(text: str) -> Markup:
    """One run of text with `code` between single backticks."""
    parts = _CODE.split(text)
    return Markup().join(
        Markup("<code>{}</code>").format(encode(part)) if place % 2 else encode(part)
        for place, part in enumerate(parts)
    )


def anchor(name: str) -> Markup:
    """`name` as the id of a place in a page: where nothing can be encoded, nothing may need it."""
    plain = name.replace("_", "-")
    if not re.fullmatch(r"[a-z0-9-]+", plain):
        raise ValueError(f"{name!r} is no anchor")
    return Markup(plain)  # noqa: S704 - letters, digits and hyphens


def _reference(found: re.Match[str]) -> str:
    return f"&#{ord(found[0])};"
