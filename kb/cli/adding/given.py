"""What the options of `kb add` say, as a draft: fields, a paste, a case, a draft of elsewhere."""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import replace
from pathlib import Path

from kb.capture.draft import PASTE, Draft, partial
from kb.capture.searched import LONGEST, searched, shortened
from kb.capture.symptom import symptom
from kb.cli.adding.wish import Wish
from kb.cli.cleaning import clean
from kb.errors import InvalidFiles, NotFound, Refused
from kb.store.folder import BadFile, read_part
from kb.store.partial import read_partial
from kb.text import clean as without_noise


def given(wish: Wish, draft: Draft, fixed: float | None) -> Draft:
    """`draft` with all that the options say. Raises NotFound, Refused, InvalidFiles."""
    if wish.draft:
        draft = _taken_up(wish.draft, draft)
    raw = _raw(wish.source)
    paste = str(clean(raw if len(raw) <= LONGEST else shortened(without_noise(raw).text)))
    if paste:
        draft = pasted(draft, raw, paste)
    draft = draft.having({name: clean(value) for name, value in wish.given.items()})
    if raw and not draft.symptom:
        draft = draft.having({"symptom.error": clean(symptom(raw) or "")})
    if wish.case:
        draft = draft.beside(_case(wish.case))
    return draft if fixed is None else replace(draft, fixed=fixed)


def pasted(draft: Draft, raw: str, paste: str) -> Draft:
    """The draft with `paste`, which is `raw` without its secrets."""
    mark = searched(raw).fingerprint or None
    return replace(draft.beside({PASTE: paste.encode()}), fingerprint=mark)


def _taken_up(file: Path, draft: Draft) -> Draft:
    read = read_partial(file)
    said = partial(clean(read.data))
    return replace(draft.having(said.values).beside(read.files), source=str(file.absolute()))


def _raw(source: str | None) -> str:
    """The text of FILE or stdin; empty without one."""
    if source is None:
        return ""
    try:
        raw = sys.stdin.buffer.read() if source == "-" else _bytes(Path(source))
    except OSError as error:
        raise NotFound(f"cannot read {source} ({error.strerror}); give a log file or -") from error
    return raw.decode(errors="replace")


def _bytes(file: Path) -> bytes:
    """What `file` holds, a pipe included; a device, which may never end, is refused."""
    with file.open("rb") as stream:
        kind = os.fstat(stream.fileno()).st_mode
        if not stream.isatty() and (stat.S_ISCHR(kind) or stat.S_ISBLK(kind)):
            raise Refused(f"{file} is a device; give a log file or -")
        return stream.read()


def _case(folder: Path) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for part in ("faulty", "fixed"):
        try:
            found = read_part(folder / part)
        except BadFile as bad:
            raise InvalidFiles([bad.problem]) from bad
        files |= {f"{part}/{path}": content for path, content in found.items()}
    return files
