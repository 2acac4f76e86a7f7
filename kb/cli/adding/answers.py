"""Answers that outlast what ends the questions early: Ctrl-C, a crash, a full disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from kb.capture import compose
from kb.capture.draft import Draft
from kb.capture.keeping import Kept
from kb.errors import CannotWrite
from kb.text import printable


class Answers:
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
        """The draft, handed back when it is on disk, or when it is said that it is not."""
        self.draft = draft
        try:
            self._kept.keep(draft)
        except CannotWrite as error:
            if not self.lost:
                typer.echo(f"kb: {printable(str(error))}", err=True)
            self.lost = True
        return draft


@contextmanager
def keeping(kept: Kept, draft: Draft) -> Iterator[Answers]:
    """Whatever ends the questions early, the answers outlast it, and the person is told."""
    resumed = kept.begun
    answers = Answers(kept, draft)
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
