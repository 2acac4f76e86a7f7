"""What is told and what is left behind when `kb verify` has come to its end."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path

import typer

from kb.cli.paths import from_here
from kb.errors import CannotWrite, InvalidFiles, KbError
from kb.model import Fault
from kb.text import printable
from kb.verify import Outcome
from kb.verify.junit import junit
from kb.verify.keep import kept_files, step_into
from kb.verify.tell import checked, failure, summary


def told(outcomes: Sequence[Outcome], kb: Path | None) -> str:
    """All about the broken ones, and the summary. `kb` is the knowledge base that was named."""
    where = ["--kb", str(kb)] if kb else []
    broken = [failure(outcome, where) for outcome in outcomes if outcome.result == "broken"]
    return "\n".join(f"\n{text}" for text in [*broken, summary(outcomes)])


def write_junit(file: Path, outcomes: Sequence[Outcome]) -> None:
    """The report as JUnit XML. Raises CannotWrite."""
    try:
        file.write_bytes(junit(outcomes))
    except OSError as error:
        raise CannotWrite(f"{file}: {error.strerror}; name another file") from error


def leave_folders(outcomes: Sequence[Outcome], named: Collection[str]) -> None:
    """Write the work folders of broken and of named entries and say how to step into them."""
    for outcome in outcomes:
        if outcome.result == "broken" or outcome.fault.id in named:
            top = _left(outcome.fault)
            told = f"{outcome.fault.id} is kept in {top}; step into it:\n"
            print(printable(told + step_into(outcome.fault, top)), file=sys.stderr)


def _left(fault: Fault) -> Path:
    top = Path(tempfile.mkdtemp(prefix=f"kb-{fault.id}-"))
    for path, content in kept_files(fault).items():
        file = top / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return top


def end(outcomes: Sequence[Outcome], unreadable: InvalidFiles | None) -> None:
    """Exit 1 when an entry is broken, 2 for files that cannot be read and for nothing checked."""
    if unreadable is not None:
        for problem in unreadable.problems:
            print(f"kb: {printable(str(from_here(problem)))}", file=sys.stderr)
    if any(outcome.result == "broken" for outcome in outcomes):
        raise typer.Exit(1)
    if unreadable is not None:
        raise typer.Exit(2)
    if not checked(outcomes):
        why = f"all {len(outcomes)} were skipped or could not be run" if outcomes else "none fits"
        raise KbError(f"0 entries checked: {why}; `kb list` shows what there is")
