"""Keeping what a person said a paste means: with the entry, or in their own layer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from kb.errors import NotFound, Refused
from kb.store.atomic import replace_all
from kb.store.corrections import NOTHING, corrections_of, name_of
from kb.store.layers import Layer, by_authority
from kb.store.lock import cannot_write, locked
from kb.store.read import load_fault
from kb.store.write import add_paste


def correct(layers: Sequence[Layer], id: str | None, fingerprint: str, text: str) -> Path:
    """Keep the paste `text`, which must lead to the entry `id`, or to nothing. Returns its file.

    It goes to the entry where that is the person's to write, else to their own layer, and what
    was said of it before is taken back. Raises NotFound when no layer has the entry, Refused
    when it is retired or there is no layer of one's own, CannotWrite.
    """
    own, name = corrections_of(layers), name_of(fingerprint)
    if own is None:
        raise Refused("your own layer is not yours to write; look at: kb layer list")
    layer = _layer_of(layers, id) if id is not None else None
    with _alone(own):
        if id is not None and layer and layer.writable and layer.trusted:
            kept = add_paste(layer, id, text, name)
        else:
            kept = _keep(own / (id or NOTHING) / name, text)
        _take_back(layers, own, name, but=kept)
    return kept


def take_back(layers: Sequence[Layer], fingerprint: str) -> None:
    """Let nothing that was said of this paste before hold any more. Raises CannotWrite."""
    own = corrections_of(layers)
    if own is not None:
        _take_back(layers, own, name_of(fingerprint))


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Nobody else corrects meanwhile, so that of two the later word is the one that is left."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.chmod(0o700)
    except OSError as error:
        raise cannot_write(folder, error) from error
    with locked(folder):
        yield


def _layer_of(layers: Sequence[Layer], id: str) -> Layer:
    """The layer whose entry of this id is the one that is found."""
    for layer in by_authority(layers):
        if (layer.root / id / "entry.yaml").is_file():
            withdrawn = load_fault(layer, id).entry.withdrawn
            if withdrawn is not None and withdrawn.as_ == "retired":
                raise Refused(f"{id} is retired and never an answer; choose another entry")
            return layer
    raise NotFound(f"no entry {id[:80]!r}; `kb list` shows what there is")


def _take_back(layers: Sequence[Layer], own: Path, name: str, but: Path | None = None) -> None:
    """Removes the paste wherever it is kept, `but` there."""
    writable = [layer.root for layer in layers if layer.writable and layer.trusted]
    for folder, pattern in [(own, f"*/{name}"), *((root, f"*/pastes/{name}") for root in writable)]:
        for file in {*folder.glob(pattern)} - {but}:
            try:
                file.unlink(missing_ok=True)
            except OSError as error:
                raise cannot_write(file, error) from error
            with suppress(OSError):
                file.parent.rmdir()


def _keep(file: Path, text: str) -> Path:
    try:
        file.parent.mkdir(exist_ok=True, mode=0o700)
        replace_all({file: text.encode(errors="replace")})
        file.chmod(0o600)
    except OSError as error:
        raise cannot_write(file, error) from error
    return file
