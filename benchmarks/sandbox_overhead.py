"""What the sandbox costs over the bare command: pairs, one bare and one sandboxed, in turn.

Run: python benchmarks/sandbox_overhead.py [PAIRS]. The bar is a median of at most 30 ms more.
Exit 1 when it is missed. The figures are wall time and rise with whatever else runs here.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from kb.model.job import Job
from kb.sandbox import run

MOST_MS = 30.0
FILES = {f"src/part_{number}.py": b"x = 1\n" * 200 for number in range(20)}
COMMANDS = {
    "true": Job("true"),
    "python -c pass": Job("python -c pass"),
    "python -c pass, 20 files": Job("python -c pass", FILES),
}


def milliseconds(work: Callable[[], object]) -> float:
    """Wall time of one call."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def bare(job: Job) -> None:
    """The same command with the same interpreter, as the harness would start it."""
    line = job.command.replace("python", sys.executable)
    subprocess.run(["bash", "-o", "pipefail", "-c", line], capture_output=True, check=True)


def pair(job: Job) -> tuple[float, float]:
    """Bare and sandboxed, one right after the other."""
    return milliseconds(lambda: bare(job)), milliseconds(lambda: run(job))


def main(pairs: int) -> int:
    """Measure and print all; 1 when the bar is missed."""
    held = True
    for name, job in COMMANDS.items():
        run(job)
        both = [pair(job) for _ in range(pairs)]
        plain, boxed = (statistics.median(column) for column in zip(*both, strict=True))
        more = statistics.median(ours - theirs for theirs, ours in both)
        held &= more <= MOST_MS
        print(
            f"{name:26} bare {plain:6.1f} ms, sandboxed {boxed:6.1f} ms: "
            f"{more:+5.1f} ms, {boxed / plain:4.1f} × (at most +{MOST_MS:g} ms)"
            f"{'' if more <= MOST_MS else '  MISSED'}"
        )
    return not held


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 40))
