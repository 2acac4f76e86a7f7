"""What `kb add` does: begin, ask or edit, write; what follows is in `finishing`."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import typer

from kb.capture import compose, moment, remembered
from kb.capture.draft import Draft
from kb.child.editor import edit, keep
from kb.cli.adding import asking, finishing, questions
from kb.cli.adding.answers import keeping
from kb.cli.adding.beginning import Beginning, beginning
from kb.cli.adding.keyboard import can_ask
from kb.cli.adding.resuming import tell_clock, tell_incident
from kb.cli.adding.wish import Wish, flags_of
from kb.cli.options import tell
from kb.cli.paths import typed
from kb.cli.redaction import redaction
from kb.errors import InvalidFiles, Refused
from kb.model import KnowledgeBase
from kb.model.about import about
from kb.store.decode import BadText
from kb.store.layers import Layer, find_layers, for_new
from kb.store.read import load_all
from kb.store.skeleton import without_comments
from kb.store.splice import change_text
from kb.text import printable


def record(wish: Wish) -> None:
    """Make the entry, or add the paste to one that already says it, and print where it lies."""
    layers = find_layers(wish.kb)
    base = load_all(layers)
    tell(base.problems)
    layer = for_new(layers, personal=wish.personal)
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
        draft = _proposed(wish, base, layers, begun)
        _written(wish, base, layer, replace(begun, draft=draft))


def _asked(
    wish: Wish, layers: Sequence[Layer], base: KnowledgeBase, layer: Layer, begun: Beginning
) -> None:
    if begun.incident:
        tell_incident(begun.incident)
    with keeping(begun.kept, begun.draft) as answers:
        draft = answers.keep(asking.the_symptom(begun.draft))
        found = compose.near(draft, layers)
        if same := asking.the_same(found):
            finishing.same(wish, layers, base, same.id, replace(begun, draft=draft))
            return
        if begun.incident:
            draft = answers.keep(asking.the_case(draft, remembered.changed(begun.incident)))
        draft = questions.the_rest(base, draft, found, answers.keep)
        _until_valid(wish, base, layer, replace(begun, draft=draft), answers.keep)


def _until_valid(
    wish: Wish, base: KnowledgeBase, layer: Layer, begun: Beginning, keep: questions.Keep
) -> None:
    """Write the entry; what is wrong with an answer is said and asked once more."""
    while True:
        try:
            return _written(wish, base, layer, begun)
        except InvalidFiles as error:
            again = questions.once_more(begun.draft, error.problems, keep)
            if again is None:
                raise
            begun = replace(begun, draft=again)


def _proposed(wish: Wish, base: KnowledgeBase, layers: Sequence[Layer], begun: Beginning) -> Draft:
    """With the likeliest node as its parent when none was given, and the case when asked for.

    An entry that says it already is named.
    """
    draft = begun.draft
    if wish.draft_case:
        if begun.incident is None:
            raise Refused("--draft-case takes the files of an incident; name it with --incident ID")
        draft = remembered.changed(begun.incident).case(draft)
    found = compose.near(draft, layers)
    if found.verdict == "match":
        known = found.matches[0].id
        told = f"{known} may say it already; if it does: kb add --same {known}"
        typer.echo(f"kb: {printable(told)}", err=True)
    if "parent" not in draft.values:
        best = compose.places(base, draft, found)[:1]
        draft = draft.having({"parent": best[0].node if best else None})
    return compose.hung(base, draft)


def _written(wish: Wish, base: KnowledgeBase, layer: Layer, begun: Beginning) -> None:
    if begun.draft.fixed and begun.draft.fixed > time.time():
        tell_clock()
    text = _edited(begun.draft) if wish.editor else _text(begun.draft)
    if wish.dry:
        print(text, end="")
        if begun.kept.begun:
            typer.echo("kb: nothing is written, your answers are kept; go on: kb add", err=True)
        return
    try:
        folder = compose.write(base, layer, wish.id, text, begun.draft.files)
    except InvalidFiles:
        if wish.editor:
            file = typed(keep(text))
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
