"""What follows when an entry is recorded, or was there already: proof, commit, what is next."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from kb.capture.draft import Draft
from kb.capture.searched import searched
from kb.child import git
from kb.cli.adding.beginning import Beginning
from kb.cli.adding.proving import proof
from kb.cli.adding.wish import Wish
from kb.cli.options import print_json
from kb.cli.paths import short
from kb.errors import CannotWrite, NotFound, Refused
from kb.model import KnowledgeBase
from kb.store import hits, incidents
from kb.store.correct import correct, take_back
from kb.store.hits import Hit
from kb.store.layers import Layer, find_layers
from kb.store.partial import drop_partial
from kb.store.read import load_fault
from kb.store.searched import Searched
from kb.text import printable


def check_commits(layer: Layer) -> None:
    """Raises Refused when nothing can be committed where `layer` lies."""
    there = next(folder for folder in (layer.root, *layer.root.parents) if folder.is_dir())
    if git.work_tree(there) is None:
        where = short(layer.root)
        raise Refused(
            f"the {layer.name} layer is in no git work tree ({where}); leave --commit out"
        )


def finish(wish: Wish, layer: Layer, folder: Path, begun: Beginning) -> None:
    """Forget what led here and was said before, prove the entry if it has a case, commit, tell."""
    done: dict[str, Any] = {"id": folder.name, "layer": layer.name, "folder": str(folder)}
    _say(wish, f"recorded {folder.name} in the {layer.name} layer: {short(folder)}")
    _forget(begun)
    if known := _known(begun.draft):
        take_back(find_layers(wish.kb), known.fingerprint)
    fault = load_fault(layer, folder.name)
    if wish.yes and "parent" not in wish.given:
        _say(wish, f"it hangs under {fault.entry.parent}; elsewhere: kb tree move {fault.id} NODE")
    if fault.entry.case is None:
        _say(wish, "next: put the smallest failing program into its faulty/, the fix into fixed/,")
        _say(wish, f"a `case:` into entry.yaml; then: kb verify {fault.id} --record")
    else:
        done |= proof(wish, layer, fault, lambda text: _say(wish, text))
    if wish.commit:
        done["commit"] = _committed(wish, layer, folder, f"Record {fault.id}", fault.entry.title)
    if wish.as_json:
        print_json(done)


def same(
    wish: Wish, layers: Sequence[Layer], base: KnowledgeBase, id: str, begun: Beginning
) -> None:
    """Keep the paste with the entry that covers the fault, and count that it was met again."""
    fault = base.fault(id)
    layer = next(layer for layer in layers if layer.name == fault.layer)
    known = _known(begun.draft) if begun.draft.paste is not None else None
    file = correct(layers, id, known.fingerprint, known.paste) if known else None
    times = _counted(layer, id)
    _forget(begun)
    met = f" (met {times} times)" if times and times > 1 else ""
    if file:
        _say(wish, f"kept your paste with {id}{met}: {short(file)}")
    else:
        _say(wish, f"it is {id}{met}; see it with: kb show {id}")
    done = {"id": id, "layer": layer.name, "paste": str(file) if file else None, "hits": times}
    if wish.commit and file and file.is_relative_to(layer.root):
        done["commit"] = _committed(wish, layer, file, f"Keep a paste of {id}", fault.entry.title)
    if wish.as_json:
        print_json(done)


def _known(draft: Draft) -> Searched | None:
    """What was seen, as a search knows it; None when it says nothing to know it by."""
    known = searched(draft.paste or draft.symptom)
    known = replace(known, fingerprint=draft.fingerprint or known.fingerprint)
    return known if known.fingerprint else None


def _forget(begun: Beginning) -> None:
    """What was kept until now has found its place: the answers, the incident, the draft."""
    begun.kept.end()
    if begun.draft.incident:
        try:
            incidents.drop(begun.draft.incident)
        except NotFound:
            """It was recorded in another terminal too."""
        except CannotWrite as error:
            typer.echo(f"kb: {printable(str(error))}", err=True)
    if begun.draft.source:
        drop_partial(Path(begun.draft.source))


def _committed(wish: Wish, layer: Layer, path: Path, subject: str, title: str) -> str | None:
    rev = git.commit(layer.root, [path], f"{subject}\n\n{title}\n")
    _say(wish, f"committed {rev[:10]}" if rev else "nothing to commit: it is as git has it")
    return rev


def _counted(layer: Layer, id: str) -> int | None:
    """How often it was met, this time included; None, and said, where that cannot be kept."""
    try:
        return hits.count(Hit(id, str(layer.root), time.time()))
    except CannotWrite as error:
        typer.echo(f"kb: not counted: {printable(str(error))}", err=True)
        return None


def _say(wish: Wish, text: str) -> None:
    """For a person; a program gets JSON alone."""
    if not wish.as_json:
        typer.echo(printable(text))
