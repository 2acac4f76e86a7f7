"""Whether a run shows the symptom: compared after masking, or by the case's own regex."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.model.entry import Entry
from kb.model.job import Bounds, Job, Ran, Runner
from kb.text import mask

LINE = 2000
"""Most characters of a line of output that are compared with an error's line."""

_SEARCH_SECONDS = 10
"""Of processor time: a busy machine takes nothing of it. That of the clock only ends a hang."""
SEARCH = Bounds(seconds=30 * _SEARCH_SECONDS)
_FOUND, _NOT_FOUND = 10, 11
_SEARCH = f"""ulimit -t {_SEARCH_SECONDS}; exec python -I -c "import re, sys
read = lambda name: open(name, encoding='utf-8', newline='').read()
pattern, output = read('pattern'), read('output')
sys.exit({_FOUND} if re.search(pattern, output, re.MULTILINE) else {_NOT_FOUND})" """

_MASK = re.compile(r"<[a-z]+>")


def printed(ran: Ran) -> str:
    """All that a run printed, stdout before stderr."""
    parts = (stream.decode("utf-8", "replace") for stream in (ran.stdout, ran.stderr))
    return "\n".join(part.rstrip("\n") for part in parts if part.strip())


def shows(entry: Entry, output: str, runner: Runner) -> bool | None:
    """Whether `output` shows the symptom; None when the regex could not be searched in time.

    `case.shows` decides alone where it is given. Else each line of the error must stand in
    the output, in that order, inside a line; paths, numbers and addresses are masked in both.
    """
    pattern = entry.case.shows if entry.case else None
    if pattern is not None:
        return search(pattern, output, runner)
    return contains_masked(output, entry.symptom.main)


def still_shows(entry: Entry, output: str, runner: Runner) -> bool | None:
    """Whether the fixed run has not lost the symptom; None as for `shows`.

    Where `case.shows` is needed because masking hides the difference, the masked error would
    be found in the fixed output too; so there the error counts as it stands, unmasked.
    """
    error = entry.symptom.error
    if error is not None and contains(output, error):
        return True
    return shows(entry, output, runner)


def search(pattern: str, output: str, runner: Runner) -> bool | None:
    """Whether the regex is found in `output` (`^` and `$` at each line).

    A regex is a stranger's program too: one that never comes to an end would hold this
    process for good. So it is searched in the sandbox.
    """
    files = {"pattern": pattern.encode(), "output": output.encode("utf-8", "replace")}
    code = runner(Job(_SEARCH, files, bounds=SEARCH)).exit_code
    return {_FOUND: True, _NOT_FOUND: False}.get(code) if code is not None else None


def contains(output: str, wanted: str) -> bool:
    """Whether the lines of `wanted` stand in lines of `output`, in order, spaces aside."""
    rest = _lines(output)
    return all(any(line in candidate for candidate in rest) for line in _lines(wanted))


def contains_masked(output: str, wanted: str) -> bool:
    """`contains` after masking. Only lines that hold the longest unmasked piece are masked."""
    rest = _lines(output)
    return all(_masked_in(mask(line), rest) for line in _lines(wanted))


def _masked_in(line: str, rest: Iterator[str]) -> bool:
    piece = max(_MASK.split(line), key=len).strip()
    return any(piece in candidate and line in mask(candidate[:LINE]) for candidate in rest)


def _lines(text: str) -> Iterator[str]:
    squeezed = (" ".join(line.split()) for line in text.splitlines())
    return (line for line in squeezed if line)
