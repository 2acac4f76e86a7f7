"""The files of a folder that `kb sandbox --work` copies in."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from kb.errors import InvalidFiles, Refused
from kb.model.job import MIB, MOST_FILES
from kb.store.folder import BadFile, read_bytes


def files_of(folder: Path, most: int) -> dict[str, bytes]:
    """Relative path → content of the regular files below `folder`, `most` bytes in all.

    Links, devices and pipes stay outside. Raises Refused, before anything is read, for more
    than fits into the sandbox; InvalidFiles, OSError for what cannot be read.
    """
    files: dict[str, bytes] = {}
    left = most
    for path in list(_regular(folder, most)):
        try:
            content = read_bytes(path, left)
        except BadFile as bad:
            raise InvalidFiles([bad.problem]) from None
        left -= len(content)
        files[path.relative_to(folder).as_posix()] = content
    return files


def _regular(folder: Path, most: int) -> Iterator[Path]:
    seen = size = 0
    unlisted: list[OSError] = []
    for place, folders, names in os.walk(folder, onerror=unlisted.append):
        folders[:] = [name for name in folders if not os.path.islink(Path(place, name))]  # noqa: PTH114
        seen += len(folders) + len(names)
        if seen > MOST_FILES:
            raise Refused(f"{folder} holds more than {MOST_FILES} files; give a smaller folder")
        for file in (Path(place, name) for name in names):
            with suppress(FileNotFoundError):  # what comes and goes meanwhile is not missed
                about = file.lstat()
                if stat.S_ISREG(about.st_mode):
                    size += about.st_size
                    yield file
            if size > most:
                raise Refused(f"{folder} holds more than {most // MIB} MiB; give a smaller folder")
    if unlisted:
        raise unlisted[0]
