"""A data set that each rank makes available for itself; the network is slow and local."""

import gzip
import os
import time
from pathlib import Path

PATH = Path("data") / "labels.gz"
REMOTE = gzip.compress(b"".join(b"%d,cat\n" % n for n in range(20000)), mtime=0)


def download(target, arrived):
    with target.open("wb") as file:
        for start in range(0, len(REMOTE), len(REMOTE) // 8):
            file.write(REMOTE[start : start + len(REMOTE) // 8])
            file.flush()
            arrived()
            time.sleep(0.25)


def available(arrived=lambda: None):
    """Return the path of the data set, downloaded if it is not there yet."""
    PATH.parent.mkdir(exist_ok=True)
    if not PATH.exists():
        part = PATH.with_suffix(f".{os.getpid()}.part")
        download(part, arrived)
        os.replace(part, PATH)
    return PATH
