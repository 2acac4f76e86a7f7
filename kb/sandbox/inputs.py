"""The files of a job as one tar archive in memory: nothing is put on the host's disk."""

from __future__ import annotations

import tarfile
import time
from collections.abc import Mapping
from io import BytesIO
from pathlib import PurePosixPath

from kb.errors import Refused

_PLAIN, _PROGRAM = 0o644, 0o755


def archive(files: Mapping[str, bytes]) -> bytes:
    """`files` as a tar archive. What begins with `#!` may be executed.

    Raises `Refused` for a path that does not lie in the work folder.
    """
    stream = BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.GNU_FORMAT) as packed:
        for path, content in sorted(files.items()):
            packed.addfile(_header(path, content), BytesIO(content))
    return stream.getvalue()


def _header(path: str, content: bytes) -> tarfile.TarInfo:
    pure = PurePosixPath(path)
    if pure.is_absolute() or ".." in pure.parts or not pure.parts or "\0" in path:
        raise Refused(f"the file {path!r} does not lie in the work folder; give a relative path")
    header = tarfile.TarInfo(str(pure))
    header.size = len(content)
    header.mode = _PROGRAM if content.startswith(b"#!") else _PLAIN
    header.mtime = int(time.time())
    return header
