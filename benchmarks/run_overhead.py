"""What `kb run` costs: over the bare command, beside `script -q`, and in a shell prompt.

Run: python benchmarks/run_overhead.py [PAIRS]. Each pair is the baseline and the product, one
right after the other; told are medians of wall time, and of processor time, which a busy machine
spoils less. The bars are for wall time; exit 1 when one is missed.
"""

from __future__ import annotations

import os
import pty
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

KB = str(Path(sys.executable).with_name("kb"))
PYTHON = [sys.executable, "-c", "pass"]
YES = "yes | head -c 20M"
MOST_MS, MOST_PROMPT = 50.0, 2.0

Cost = tuple[float, float]
"""Milliseconds of wall time and of processor time."""


def cost(work: Callable[[], object]) -> Cost:
    """What one call took, its processes included."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    work()
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
    return wall * 1000, cpu * 1000


def quiet(command: Sequence[str]) -> Cost:
    """Without a terminal."""
    return cost(lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True))


def at_terminal(command: Sequence[str]) -> Cost:
    """In a terminal of its own, whose output is read as fast as it comes."""
    return cost(lambda: _spawn(command))


def _spawn(command: Sequence[str]) -> None:
    pid, master = pty.fork()
    if pid == 0:
        os.execvp(command[0], command)
    try:
        while os.read(master, 1 << 16):
            pass
    except OSError:  # nobody has it open any more
        pass
    os.close(master)
    if os.waitpid(pid, 0)[1]:
        raise SystemExit(f"{command} failed")


def medians(pairs: Sequence[tuple[Cost, Cost]]) -> tuple[Cost, Cost]:
    """Of the baseline and of the product."""
    base, ours = ([pair[side] for pair in pairs] for side in (0, 1))
    return _median(base), _median(ours)


def _median(costs: Sequence[Cost]) -> Cost:
    wall, cpu = zip(*costs, strict=True)
    return statistics.median(wall), statistics.median(cpu)


def told(name: str, base: Cost, ours: Cost, holds: bool) -> bool:
    """Print one line; whether the bar was held."""
    print(
        f"{name:46} {base[0]:7.1f} → {ours[0]:7.1f} ms   "
        f"processor {base[1]:7.1f} → {ours[1]:7.1f} ms{'' if holds else '   MISSED'}"
    )
    return holds


def over_true(pairs: int) -> bool:
    """`kb run true` over `true` is at most `kb --version` and 50 ms."""
    rounds = [(quiet(["true"]), quiet([KB, "--version"]), quiet([KB, "run", "true"]))
              for _ in range(pairs)]  # fmt: skip
    bare, version, ours = (_median([one[side] for one in rounds]) for side in range(3))
    more = (ours[0] - bare[0], ours[1] - bare[1])
    return told(
        "kb --version → kb run true, less true", version, more, more[0] <= version[0] + MOST_MS
    )


def through(pairs: int) -> bool:
    """20 MB through `kb run` at a terminal, and through `script -q`."""
    if shutil.which("script") is None:
        print("script is not here; install util-linux")
        return True
    theirs = ["script", "-qec", YES, "/dev/null"]
    ours = [KB, "run", "sh", "-c", YES]
    base, mine = medians([(at_terminal(theirs), at_terminal(ours)) for _ in range(pairs)])
    return told("script -q → kb run, 20 MB of yes", base, mine, mine[0] <= base[0])


def prompt(pairs: int) -> bool:
    """`kb status --prompt` and the same interpreter doing nothing."""
    both = [(quiet(PYTHON), quiet([KB, "status", "--prompt"])) for _ in range(pairs)]
    base, ours = medians(both)
    name = "python -c pass → kb status --prompt"
    return told(name, base, ours, ours[0] <= MOST_PROMPT * base[0])


def main(pairs: int) -> int:
    """Measure and print all; 1 when a bar is missed."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_STATE_HOME"] = home
        bars = [over_true(pairs), prompt(pairs), through(max(3, pairs // 4))]
        for number in range(10):
            subprocess.run(
                [KB, "run", "sh", "-c", f"echo 'ValueError: kind {'x' * number}' >&2; exit 1"],
                stderr=subprocess.DEVNULL,
                check=False,
            )
        print("with 10 open incidents:")
        bars += [over_true(pairs), prompt(pairs)]
    return not all(bars)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
