"""Terms: what a text is looked up by. Words, names, error numbers, concepts, CJK bigrams.

A term carries its kind in its first characters: a bare word; `'name` (quoted in the text);
`~concept` (one thing said in many words and languages); `@file` and `@file:function` (a frame
of a library); `^one two` (neighbours in a message); `#shape` (a line of source with its own
names taken out); `=fact`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise

from kb.report import Frame
from kb.text.masks import mask_line
from kb.text.rules import compiled, filled, hinted, rules

Terms = dict[str, float]
"""Term → weight, 0 to 1."""

_WORD = r"[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9]+)*"
_CJK = r"[\u3400-\u9fff]+"
_QUOTED = r"(^|[ (\[=,:{])(?:'([^' \n]{1,160})'|\"([^\" \n]{1,160})\")"
_LONGEST = 8
"""Characters of the longest CJK phrase of the concepts, and one."""

_SYSTEM = r"/(?:dev/shm|tmp|proc|sys|var|etc|usr|dev)\b"
_PART = r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+"
START, END = 1500, 500
"""Characters of a text whose terms are read, from its start and its end."""

WHOLE_NAME, PART_OF_NAME, CONCEPT, BIGRAM, PAIR = 1.0, 0.4, 0.55, 0.7, 0.5


def terms(text: str, *, quoted_too: bool = True) -> Terms:
    """The terms of a text that stands outside tracebacks.

    What is quoted gives `'name` terms; with `quoted_too` its words count as words as well (for
    the wording of an entry, while in a paste a quoted name is some program's own).
    """
    found: Terms = {}
    text = _read(text)
    for name in _quoted(text):
        _most(found, "'" + name.lower(), WHOLE_NAME)
    plain = text if quoted_too else compiled(_QUOTED).sub(r"\1 ", text)
    named = (*_numbers(plain), *_words(mask_line(plain)), *_bigrams(plain), *_concepts(plain))
    for term, weight in named:
        _most(found, term, weight)
    return found


def _read(text: str) -> str:
    """A very long text without its middle, where key lists and dumps go on."""
    return text if len(text) <= START + END else f"{text[:START]} {text[-END:]}"


def frame_terms(frame: Frame) -> Terms:
    """The terms of one frame: its library file and function, and the shape of its source."""
    found: Terms = {}
    if frame.library:
        file = "@" + compiled(r"\.pyx?$").sub("", frame.library.lower())
        short = "@" + file.rpartition("/")[2].lstrip("@")
        found = {file: 0.7, f"{short}:{frame.function.lower()}": 0.8}
    elif frame.function.startswith("__") or frame.function in ("forward", "collate_fn"):
        found = {f"@:{frame.function.lower()}": 0.5}
    for line in frame.source.split("\n")[:6] if frame.source and not frame.library else ():
        found["#" + source_shape(line)] = 0.5
    return found


def source_shape(line: str) -> str:
    """A line of source with its own names and numbers taken out; what torch offers stays."""
    known = set(rules()["known-names"].split())

    def name(found: re.Match[str]) -> str:
        return found[0] if found[0] in known else "_"

    return compiled(r"[A-Za-z_][A-Za-z0-9_]*|[0-9][0-9.e]*").sub(name, line).replace(" ", "")


def pairs(text: str) -> Terms:
    """Neighbouring words of a message, small words too: they tell `index out of range in self`
    from `list index out of range`. Quoted names, values and the dtype are left out."""
    plain = compiled(_QUOTED).sub(r"\1 <name> ", text)
    words = compiled(r"[A-Za-z_](?:[A-Za-z_0-9]|\.(?=[A-Za-z_]))*").findall(mask_line(plain)[:600])
    lower = ["dtype" if word.lower() in _dtypes() else word.lower() for word in words]
    return {f"^{one} {other}": PAIR for one, other in pairwise(lower)}


def _most(found: Terms, term: str, weight: float) -> None:
    if weight > found.get(term, 0.0):
        found[term] = weight


def _quoted(text: str) -> Iterator[str]:
    for found in compiled(_QUOTED).finditer(text):
        name = found[2] or found[3]
        if root := compiled(_SYSTEM).match(name):
            yield root[0]
        elif "/" not in name and "\\" not in name:
            yield name
            yield from (part for part in name.split(".") if part != name and len(part) > 2)


def _numbers(text: str) -> Iterator[tuple[str, float]]:
    for rule in rules()["numbers"]:
        if hinted(rule, text):
            for found in compiled(rule["pattern"]).finditer(text):
                yield filled(rule["put"], found), 1.0


def _words(text: str) -> Iterator[tuple[str, float]]:
    stop = _stop()
    for word in compiled(_WORD).findall(text):
        lower = word.lower().strip("_")
        if len(lower) < 2 or lower in stop:
            continue
        yield stem(lower), PART_OF_NAME if lower in _dtypes() else WHOLE_NAME
        if lower.endswith(("error", "exception", "warning")):
            continue
        if "_" in word or "-" in word or not (word.islower() or word.istitle() or word.isupper()):
            for part in compiled(_PART).findall(word):
                if len(part) > 2 and part.lower() not in stop:
                    yield stem(part.lower()), PART_OF_NAME


@cache
def _stop() -> frozenset[str]:
    return frozenset(rules()["stop"].split())


@cache
def _dtypes() -> frozenset[str]:
    return frozenset(rules()["dtypes"].split())


@lru_cache(4096)
def stem(word: str) -> str:
    """An English word without its commonest endings; names with digits or `_` stay."""
    if len(word) < 5 or not word.isalpha():
        return word
    for ending, put in rules()["endings"].items():
        if word.endswith(ending) and not word.endswith("ss") and len(word) - len(ending) >= 3:
            bare: str = word[: -len(ending)] + put
            twice = ending in ("ing", "ed") and bare[-1] == bare[-2] and bare[-1] not in "lsz"
            return bare[:-1] if twice else bare
    return word


def _bigrams(text: str) -> Iterator[tuple[str, float]]:
    if text.isascii():
        return
    for run in compiled(_CJK).findall(text):
        yield from ((run[i : i + 2], BIGRAM) for i in range(max(1, len(run) - 1)))


def _concepts(text: str) -> Iterator[tuple[str, float]]:
    """Concepts of the words, pairs and triples of words, and pieces of CJK runs in `text`."""
    concept_of, begins = _concept_of(), _begins()
    lower = text.lower()
    words = compiled(r"[a-z0-9_][a-z0-9_/-]*").findall(lower)
    for i, word in enumerate(words):
        for size in (1, 2, 3) if word in begins else ():
            if concept := concept_of.get(" ".join(words[i : i + size])):
                yield "~" + concept, CONCEPT
    for run in () if lower.isascii() else compiled(_CJK).findall(lower):
        for i in range(len(run)):
            for size in range(1, _LONGEST):
                if concept := concept_of.get(run[i : i + size]):
                    yield "~" + concept, CONCEPT


@cache
def _concept_of() -> dict[str, str]:
    return {
        phrase: concept for concept, phrases in rules()["concepts"].items() for phrase in phrases
    }


@cache
def _begins() -> frozenset[str]:
    """The first words of all phrases."""
    return frozenset(phrase.partition(" ")[0] for phrase in _concept_of())
