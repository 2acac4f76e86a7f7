"""The exception tree of the project: one root, caught once, with the exit code on the class."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding about one file, in words that tell the fix.

    `line` counts from 1 and is None when the whole file is meant. `field` is a dotted path
    (`verify.command`), empty when the file itself is meant. `rule` is a short stable name.
    A note is nothing wrong: it never counts.
    """

    file: Path
    line: int | None
    field: str
    message: str
    remedy: str
    rule: str
    severity: Literal["error", "warning", "note"] = "error"

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line is not None else str(self.file)
        field = f" {self.field}:" if self.field else ""
        return f"{place}:{field} {self.message}; {self.remedy}"


class KbError(Exception):
    """Anything `kb` tells a person on purpose. `str()` is one line that says what to do."""

    exit_code: ClassVar[int] = 2


class InvalidFiles(KbError):
    """Files of a knowledge base that break the schema, all problems at once."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: Sequence[Problem] = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


class NotFound(KbError):
    """An id, a node or a folder that is not there."""


class Refused(KbError):
    """The request is understood and not allowed: read-only layer, untrusted layer, bad value."""


class CannotWrite(KbError):
    """The disk said no: full, read-only, no permission, locked. The old file is whole."""


class NoSandbox(KbError):
    """No sandbox can be had on this machine. Carries the engine's message and the remedy."""

    exit_code = 125


class ToolMissing(KbError):
    """A program of the person's own machine (git, mkdocs, an editor) is not there or failed."""


class NoProgram(KbError):
    """The command of `kb run` names no program that is here."""

    exit_code = 127


class NotExecutable(NoProgram):
    """What it names is there, and cannot be started."""

    exit_code = 126
