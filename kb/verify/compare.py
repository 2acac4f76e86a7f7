"""Whether a run shows the symptom: compared after masking, or by the case's own regex."""

from __future__ import annotations

import re

from kb.model.entry import Entry
from kb.model.job import Ran
from kb.text import mask


def printed(ran: Ran) -> str:
    """All that a run printed, stdout before stderr."""
    parts = (stream.decode("utf-8", "replace") for stream in (ran.stdout, ran.stderr))
    return "\n".join(part.rstrip("\n") for part in parts if part.strip())


def shows(entry: Entry, output: str) -> bool:
    """Whether `output` shows the symptom.

    `case.shows` decides alone where it is given. Else each line of the error must stand in
    the output, in that order, inside a line; paths, numbers and addresses are masked in both.
    """
    pattern = entry.case.shows if entry.case else None
    if pattern is not None:
        return re.search(pattern, output, re.MULTILINE) is not None
    return contains(mask(output), mask(entry.symptom.main))


def still_shows(entry: Entry, output: str) -> bool:
    """Whether the fixed run has not lost the symptom.

    Where `case.shows` is needed because masking hides the difference, the masked error would
    be found in the fixed output too; so there the error counts as it stands, unmasked.
    """
    if shows(entry, output):
        return True
    return entry.symptom.error is not None and contains(output, entry.symptom.error)


def contains(output: str, wanted: str) -> bool:
    """Whether the lines of `wanted` stand in lines of `output`, in order, spaces aside."""
    rest = iter(_lines(output))
    return all(any(line in candidate for candidate in rest) for line in _lines(wanted))


def _lines(text: str) -> list[str]:
    squeezed = (" ".join(line.split()) for line in text.splitlines())
    return [line for line in squeezed if line]
