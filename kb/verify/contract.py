"""The verification contract: the one place that turns what a check did into a verdict."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.model.evidence import Verdict
from kb.model.job import Ran

_SHELL_LACKS = re.compile(
    rb"^(?:\S*/)?sh: (?:line )?(?:\d+: )?(?:exec: )?(\S+): (?:command )?not found\r?$", re.MULTILINE
)
"""What `/bin/sh` says of a missing program: a program's own shell is not watched as bash is."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict. `why` is the line that says present, or what was missing; empty for absent."""

    verdict: Verdict
    why: str = ""

    def __str__(self) -> str:
        return f"inconclusive: {self.why}" if self.verdict == "inconclusive" else self.verdict


def judge(ran: Ran, present: str) -> Judgement:
    """What a verification command says. stderr makes none present: a traceback quotes the command.

    Exit 0 is absent; exit 1 with a line of stdout that contains `present` is present;
    anything else is inconclusive. A limit or a missing tool comes before any exit code.
    """
    if ran.limit is not None or ran.exit_code is None:
        return _inconclusive(f"the {ran.limit or 'time'} limit was reached: {ran.detail}")
    lacking = dict.fromkeys((*ran.missing, *_named_by_shells(ran.stderr)))
    if lacking:
        return _inconclusive(f"not found: {', '.join(lacking)}")
    if ran.exit_code == 0:
        return Judgement("absent")
    line = line_with(present, ran.stdout)
    if ran.exit_code != 1:
        return _inconclusive(f"exit code {ran.exit_code}, which is neither 0 nor 1")
    if line is None:
        return _inconclusive(f"exit code 1, but no line of stdout contains {present!r}")
    return Judgement("present", line)


def line_with(text: str, stream: bytes) -> str | None:
    """The first line of `stream` that contains `text`."""
    lines = stream.decode("utf-8", "replace").splitlines()
    return next((line for line in lines if text in line), None)


def _named_by_shells(stderr: bytes) -> list[str]:
    return [name.decode("utf-8", "replace") for name in _SHELL_LACKS.findall(stderr)]


def _inconclusive(why: str) -> Judgement:
    return Judgement("inconclusive", why.removesuffix(": "))
