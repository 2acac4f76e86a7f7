"""What `kb add` does: read the paste, fill the draft, ask or edit, write, say what is next."""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from kb.capture import compose
from kb.capture.draft import Draft, begin
from kb.child.editor import edit, keep
from kb.cli import asking
from kb.cli.options import print_json, tell
from kb.errors import InvalidFiles, NotFound, Refused
from kb.model import KnowledgeBase
from kb.model.about import about
from kb.model.slug import entry_id
from kb.redact import redact
from kb.store.folder import BadFile, read_part
from kb.store.layers import PERSONAL, Layer, find_layers, for_new
from kb.store.read import load_all
from kb.store.skeleton import without_comments
from kb.store.write import add_paste
from kb.text import printable

FLAGS = {
    "title": "--title",
    "symptom.error": "--error or --observed",
    "root_cause": "--cause",
    "fix": "--fix",
    "verify.command": "--check",
    "verify.present": "--present",
    "parent": "--parent",
}


@dataclass(frozen=True, slots=True)
class Wish:
    """What the person asked of `kb add`; `given` goes by dotted field name."""

    source: str | None
    given: Mapping[str, Any]
    id: str | None
    case: Path | None
    editor: bool
    quiet: bool
    personal: bool
    dry: bool
    kb: Path | None
    as_json: bool


def record(wish: Wish) -> None:
    """Make the entry, or add the paste to one that already says it, and print where it lies."""
    layers = find_layers(wish.kb)
    base = load_all(layers)
    tell(base.problems)
    paste = _paste(wish.source)
    draft = _begun(wish, paste)
    layer = _layer(layers, wish.personal)
    if not wish.editor and not wish.quiet and asking.can_ask():
        draft, pasted = asking.symptom(draft, _clean)
        paste = paste or pasted
        done = asking.complete(base, layers, draft, paste)
        if isinstance(done, asking.Same):
            _same(layers, base, done.id, paste)
            return
        _until_valid(wish, base, layer, done, paste)
    else:
        _finish(wish, base, layer, _proposed(base, draft, paste), paste)


def _until_valid(
    wish: Wish, base: KnowledgeBase, layer: Layer, draft: Draft, paste: str | None
) -> None:
    """Write the entry; what is wrong with an answer is said and asked once more."""
    while True:
        try:
            return _finish(wish, base, layer, draft, paste)
        except InvalidFiles as error:
            again = asking.correct(draft, error.problems)
            if again is None:
                id, text = _text(wish, base, draft)
                say_kept(text, layer.root / id / "entry.yaml")
                raise
            draft = again


def _begun(wish: Wish, paste: str | None) -> Draft:
    named = wish.given["symptom.error"] or wish.given["symptom.observed"]
    read = None if named or paste is None else compose.symptom(paste)
    given = {name: _clean(value) for name, value in wish.given.items()}
    return begin(read, dt.date.today()).having(given)


def _proposed(base: KnowledgeBase, draft: Draft, paste: str | None) -> Draft:
    """With the likeliest node as its parent when none was given."""
    if "parent" not in draft.values:
        best = compose.places(base, draft, paste)[:1]
        draft = draft.having({"parent": best[0].node if best else None})
    return compose.hung(base, draft)


def _finish(wish: Wish, base: KnowledgeBase, layer: Layer, draft: Draft, paste: str | None) -> None:
    files = _files(wish.case, paste)
    id, text = _text(wish, base, draft)
    if wish.dry:
        print(text, end="")
        return
    try:
        folder = compose.write(base, layer, id, text, files)
    except InvalidFiles as error:
        if wish.editor:
            say_kept(text, layer.root / id / "entry.yaml")
        raise error
    _tell(wish, layer, id, folder)


def say_kept(text: str, file: Path) -> None:
    """Keep what would not do as `file`, and say how to go on with it."""
    print(
        f"kb: your text is kept in {keep(text)}; mend it there, put it at "
        f"{printable(str(file))}, then: kb lint",
        file=sys.stderr,
    )


def _text(wish: Wish, base: KnowledgeBase, draft: Draft) -> tuple[str, str]:
    """The id and the text of the entry, from the editor or from the draft alone."""
    if wish.editor:
        words = about()
        saved = edit(compose.entry_text(draft, words))
        if saved is None:
            raise Refused("nothing was changed in the editor, so nothing is recorded")
        text = without_comments(saved, words)
        title = next((line[6:] for line in text.splitlines() if line.startswith("title:")), "")
    else:
        if draft.missing():
            raise Refused(f"give {', '.join(FLAGS[name] for name in draft.missing())}")
        draft = draft.having({name: _clean(value) for name, value in draft.values.items()})
        text, title = compose.entry_text(draft), str(draft.values["title"])
    id = wish.id or entry_id(title, base.faults)
    if id is None:
        raise Refused("no id can be made of this title; give one with --id, such as port-in-use")
    return id, text


def _paste(source: str | None) -> str | None:
    """The redacted text of FILE or stdin; what was replaced is said on stderr."""
    if source is None:
        return None
    try:
        raw = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        raise NotFound(f"cannot read {source} ({error.strerror}); give a log file or -") from error
    return str(_clean(raw.decode(errors="replace")))


def _clean(value: Any) -> Any:
    """`value` without secrets, each that was replaced named on stderr."""
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if not isinstance(value, str):
        return value
    made = redact(value)
    for one in made.replacements:
        print(f"kb: {one.placeholder} stands for {printable(one.hint())}", file=sys.stderr)
    return made.text


def _layer(layers: Sequence[Layer], personal: bool) -> Layer:
    if personal:
        return next(layer for layer in layers if layer.name == PERSONAL)
    return for_new(layers)


def _files(case: Path | None, paste: str | None) -> dict[str, bytes]:
    files = {compose.PASTE: paste.encode()} if paste else {}
    for part in ("faulty", "fixed") if case else ():
        try:
            found = read_part(Path(str(case)) / part)
        except BadFile as bad:
            raise InvalidFiles([bad.problem]) from bad
        files |= {f"{part}/{path}": content for path, content in found.items()}
    return files


def _same(layers: Sequence[Layer], base: KnowledgeBase, id: str, paste: str | None) -> None:
    fault = base.fault(id)
    layer = next(layer for layer in layers if layer.name == fault.layer)
    if paste and layer.writable:
        file = add_paste(layer, id, paste)
        print(f"kept your paste with {id}: {file}")
    else:
        print(f"it is {id}; see it with: kb show {id}")


def _tell(wish: Wish, layer: Layer, id: str, folder: Path) -> None:
    if wish.as_json:
        print_json({"id": id, "layer": layer.name, "folder": str(folder)})
        return
    typer.echo(f"recorded {id} in the {layer.name} layer: {folder}")
    if wish.case:
        typer.echo(f"next: kb verify {id} --record")
    else:
        typer.echo(f"next: put the smallest failing program in {folder / 'faulty'}, the fix in")
        typer.echo(f"{folder / 'fixed'}, a `case:` into entry.yaml; then kb verify {id} --record")
