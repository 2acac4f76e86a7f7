"""What `kb add` does: begin, ask or edit, write; what follows is in `finishing`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from kb.capture import compose, moment, remembered
from kb.capture.draft import Draft
from kb.capture.keeping import Kept
from kb.child.editor import edit, keep
from kb.cli import asking, finishing
from kb.cli.beginning import Beginning, beginning
from kb.cli.keyboard import can_ask
from kb.cli.options import tell
from kb.cli.redaction import redaction
from kb.cli.resuming import tell_clock, tell_incident
from kb.cli.wish import Wish, flags_of
from kb.errors import CannotWrite, InvalidFiles, Refused
from kb.model import KnowledgeBase
from kb.model.about import about
from kb.store.decode import BadText
from kb.store.layers import PERSONAL, Layer, find_layers, for_new
from kb.store.read import load_all
from kb.store.skeleton import without_comments
from kb.store.splice import change_text
from kb.text import printable


def record(wish: Wish) -> None:
    """Make the entry, or add the paste to one that already says it, and print where it lies."""
    layers = find_layers(wish.kb)
    base = load_all(layers)
    tell(base.problems)
    layer = _layer(layers, wish.personal)
    if wish.commit:
        finishing.check_commits(layer)
    with redaction(layers, layer, off=wish.no_redact):
        _record(wish, layers, base, layer)


def _record(wish: Wish, layers: Sequence[Layer], base: KnowledgeBase, layer: Layer) -> None:
    asks = not wish.quiet and not wish.same and can_ask()
    begun = beginning(wish, base, asks=asks)
    if wish.same:
        finishing.same(wish, layers, base, wish.same, begun)
    elif asks and not wish.editor:
        _asked(wish, layers, base, layer, begun)
    else:
        draft = _proposed(wish, base, begun)
        _written(wish, base, layer, replace(begun, draft=draft))


def _asked(
    wish: Wish, layers: Sequence[Layer], base: KnowledgeBase, layer: Layer, begun: Beginning
) -> None:
    if begun.incident:
        tell_incident(begun.incident)
    with _keeping(begun.kept, begun.draft) as answers:
        draft = answers.keep(asking.the_symptom(begun.draft))
        if same := asking.the_same(draft, layers):
            finishing.same(wish, layers, base, same.id, replace(begun, draft=draft))
            return
        if begun.incident:
            draft = answers.keep(asking.the_case(draft, remembered.changed(begun.incident)))
        draft = asking.the_rest(base, draft, answers.keep)
        _until_valid(wish, base, layer, replace(begun, draft=draft), answers.keep)


def _until_valid(
    wish: Wish, base: KnowledgeBase, layer: Layer, begun: Beginning, kept: asking.Keep
) -> None:
    """Write the entry; what is wrong with an answer is said and asked once more."""
    while True:
        try:
            return _written(wish, base, layer, begun)
        except InvalidFiles as error:
            again = asking.once_more(begun.draft, error.problems)
            if again is None:
                raise
            begun = replace(begun, draft=kept(again))


class _Answers:
    """Keeps a draft as it is answered; a disk that takes none of it is told once."""

    def __init__(self, kept: Kept, draft: Draft) -> None:
        self._kept, self.draft, self._first = kept, draft, draft
        self.lost = False
        self.keep(draft)

    @property
    def given(self) -> bool:
        """Whether anything was answered."""
        return self.draft != self._first

    def keep(self, draft: Draft) -> Draft:
        self.draft = draft
        try:
            self._kept.keep(draft)
        except CannotWrite as error:
            if not self.lost:
                typer.echo(f"kb: {printable(str(error))}", err=True)
            self.lost = True
        return draft


@contextmanager
def _keeping(kept: Kept, draft: Draft) -> Iterator[_Answers]:
    """Whatever ends the questions early, the answers outlast it, and the person is told."""
    resumed = kept.begun
    answers = _Answers(kept, draft)
    try:
        yield answers
    except BaseException:
        if answers.lost:
            typer.echo("\nkb: your answers could not be kept; here they are:", err=True)
            typer.echo(compose.entry_text(answers.draft), nl=False)
        elif answers.given or resumed:
            typer.echo("\nkb: your answers are kept; go on with: kb add", err=True)
        else:
            kept.end()
        raise
    finally:
        kept.leave()


def _proposed(wish: Wish, base: KnowledgeBase, begun: Beginning) -> Draft:
    """With the likeliest node as its parent when none was given, and the case when asked for."""
    draft = begun.draft
    if wish.draft_case:
        if begun.incident is None:
            raise Refused("--draft-case takes the files of an incident; name it with --incident ID")
        draft = remembered.changed(begun.incident).case(draft)
    if "parent" not in draft.values:
        best = compose.places(base, draft)[:1]
        draft = draft.having({"parent": best[0].node if best else None})
    return compose.hung(base, draft)


def _written(wish: Wish, base: KnowledgeBase, layer: Layer, begun: Beginning) -> None:
    if begun.draft.fixed and begun.draft.fixed > time.time():
        tell_clock()
    text = _edited(begun.draft) if wish.editor else _text(begun.draft)
    if wish.dry:
        print(text, end="")
        return
    try:
        folder = compose.write(base, layer, wish.id, text, begun.draft.files)
    except InvalidFiles:
        if wish.editor:
            file = keep(text)
            told = f"your text is kept in {file}; mend it there, then: kb add --draft {file}"
            print(f"kb: {printable(told)}", file=sys.stderr)
        raise
    finishing.finish(wish, layer, folder, begun)


def _text(draft: Draft) -> str:
    if draft.missing():
        raise Refused(f"give {flags_of(draft.missing())}")
    return compose.entry_text(moment.measured(draft, time.time()))


def _edited(draft: Draft) -> str:
    """The text from the editor, with the minutes it took measured."""
    words = about()
    saved = edit(compose.entry_text(draft, words))
    if saved is None:
        raise Refused("nothing was changed in the editor, so nothing is recorded")
    text = without_comments(saved, words)
    taken = moment.measured(Draft(fixed=draft.fixed), time.time()).values
    with suppress(BadText):  # what is wrong with it is told when it is read
        return change_text(text, dict[Any, Any](taken))
    return text


def _layer(layers: Sequence[Layer], personal: bool) -> Layer:
    if personal:
        return next(layer for layer in layers if layer.name == PERSONAL)
    return for_new(layers)


def say_kept(text: str, file: Path) -> None:
    """Keep what would not do as `file`, and say how to go on with it."""
    print(
        f"kb: your text is kept in {keep(text)}; mend it there, put it at "
        f"{printable(str(file))}, then: kb lint",
        file=sys.stderr,
    )
