"""What a second core brings to `kb verify`: wall time of `-j 2` against `-j 1`.

Run: python benchmarks/verify_parallel.py [ENTRIES]. The cases are CPU-bound and use one thread
each; both runs are done in turn, three times, and the quickest of each counts. The bar is a
ratio of at most 0.6, on a machine with two idle cores. Exit 1 when it is missed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MOST_RATIO = 0.6
ROUNDS = 3

ENTRY = """\
title: A loop is slow
domain: serving
parent: serving
symptom: {error: "RuntimeError: it is slow"}
root_cause: it
verify: {command: python check.py, present: it is slow}
fix: mend it
case: {run: python check.py}
origin: {kind: handbook}
"""
LOOP = """\
import sys
total = sum(number * number for number in range(5_000_000))
if "{side}" == "faulty":
    print("it is slow")
    sys.exit("RuntimeError: it is slow")
"""


def grow(folder: Path, wanted: int) -> None:
    """A knowledge base of `wanted` entries whose every run counts for a while."""
    root = folder / "entries"
    root.mkdir()
    (root / "tree.yaml").write_text("title: t\nnodes: {serving: {title: s}}\n")
    for number in range(wanted):
        for side in ("faulty", "fixed"):
            case = root / f"loop-{number}" / side
            case.mkdir(parents=True)
            (case / "check.py").write_text(LOOP.format(side=side))
        (root / f"loop-{number}" / "entry.yaml").write_text(ENTRY)


def seconds(folder: Path, jobs: int) -> float:
    """Wall time of the whole process. Ends with what it said when an entry is broken."""
    words = [sys.executable, "-m", "kb", "verify", "--kb", str(folder), "--jobs", str(jobs)]
    begin = time.perf_counter()
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"exit {done.returncode}\n{done.stdout}{done.stderr}")
    return time.perf_counter() - begin


def main() -> int:
    """Measure and print; 1 when the bar is missed."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    if (os.cpu_count() or 1) < 2:
        print("one core: nothing to compare")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        grow(Path(folder), wanted)
        rounds = [(seconds(Path(folder), 1), seconds(Path(folder), 2)) for _ in range(ROUNDS)]
    one, two = min(first for first, _ in rounds), min(second for _, second in rounds)
    ratio = two / one
    print(f"{wanted} entries: -j 1 {one:.1f} s, -j 2 {two:.1f} s")
    print(f"ratio {ratio:.2f} (bar {MOST_RATIO})")
    return 0 if ratio <= MOST_RATIO else 1


if __name__ == "__main__":
    sys.exit(main())
