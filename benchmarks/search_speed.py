"""How long `kb search` takes, as ratios to other programs on the same machine, in one run.

    python benchmarks/search_speed.py [--largest 100000] [--log-mb 100] [--processor-time]

Whole processes are measured, the median of several runs. `python -c pass` is the unit for
answers, `grep -c` for a huge log. The entries of the large knowledge bases are made up: words
drawn by Zipf's law, one template each; their index is written directly, because reading that
many YAML files says nothing about search. The handbook is the checkout's own.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from kb.search import refresh
from kb.search.wordings import Wording
from kb.store.glance import brief
from kb.store.layers import Layer
from kb.store.scan import look
from kb.text.terms import pairs, terms

ERROR = "RuntimeError: stack expects each tensor to be equal size, but got [2] at entry 0\n"
MESSAGES = 4_000
"""Made-up messages, of which each entry has four."""

TREE = "title: made up\nnodes:\n  data-loading: {title: Data loading}\n"


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--largest", type=int, default=10_000)
    arguments.add_argument("--log-mb", type=int, default=100)
    arguments.add_argument(
        "--processor-time", action="store_true", help="in place of wall time; for a busy machine"
    )
    given = arguments.parse_args()
    if given.processor_time:
        CLOCK.append(children)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        unit = median([sys.executable, "-c", "pass"], home)
        print(f"python -c pass: {unit * 1000:.1f} ms")
        answers(home, unit, given.largest)
        logs(home, unit, given.log_mb)


def answers(home: Path, unit: float, largest: int) -> None:
    """The handbook, then made-up knowledge bases of growing size."""
    handbook = search_time(home, [])
    print(f"handbook alone: {handbook / unit:.1f} x python -c pass")
    at_100 = 0.0
    for size in (10, 100, 1_000, 10_000, 100_000):
        if size > largest:
            break
        base = home / f"kb-{size}"
        began = time.perf_counter()
        make_base(base, size, cache_of(home))
        made = time.perf_counter() - began
        took = search_time(home, ["--kb", str(base)])
        at_100 = took if size == 100 else at_100
        file = refresh.file_of(Layer("team", base / "entries", True, True), cache_of(home))
        disk = file.stat().st_size / 1e6
        to_100 = f", {took / at_100:.2f} x the time at 100" if at_100 else ""
        print(
            f"{size:>7} entries: {took / unit:.1f} x python{to_100}; "
            f"index {disk:.0f} MB, written in {made:.0f} s",
            flush=True,
        )


def logs(home: Path, unit: float, megabytes: int) -> None:
    """A long log, and a huge one beside grep over it."""
    log = home / "train.log"
    log.write_text("".join(log_lines(1_900)) + ERROR, "utf-8")
    print(f"log of 1,900 lines: {search_time(home, [], log) / unit:.1f} x python -c pass")
    huge = home / "huge.log"
    with huge.open("w", encoding="utf-8") as file:
        while file.tell() < megabytes * 1_000_000:
            file.writelines(log_lines(20_000))
        file.write(ERROR)
    grep = median(["grep", "-c", "Error", str(huge)], home)
    took = search_time(home, [], huge, runs=3)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"log of {megabytes} MB: {took / grep:.1f} x grep -c; largest process {peak} MB")


def search_time(
    home: Path, options: Sequence[str], log: Path | None = None, runs: int = 9
) -> float:
    """Median seconds of one `kb search` process with a fresh index."""
    command = [sys.executable, "-m", "kb", "search", *options, "-"]
    median(command, home, log, runs=2)
    return median(command, home, log, runs=runs)


def median(command: Sequence[str], home: Path, log: Path | None = None, runs: int = 9) -> float:
    """Median seconds of a process that reads `log`, or the error, from stdin."""
    environment = {key: value for key, value in os.environ.items() if "BYTECODE" not in key}
    for kind in ("CACHE", "DATA", "CONFIG", "STATE"):
        environment[f"XDG_{kind}_HOME"] = str(home / kind.lower())
    environment["PYTHONPYCACHEPREFIX"] = str(home / "pyc")
    times = []
    for _ in range(runs):
        with log.open("rb") if log else tempfile.TemporaryFile() as stdin:
            if log is None:
                stdin.write(ERROR.encode())
                stdin.seek(0)
            began = CLOCK[-1]()
            ran = subprocess.run(
                command, stdin=stdin, capture_output=True, env=environment, cwd=home
            )
            times.append(CLOCK[-1]() - began)
        if ran.returncode not in (0, 1):  # 1: nothing matches
            sys.exit(ran.stderr.decode())
    return sorted(times)[runs // 2]


def children() -> float:
    """Processor time of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


CLOCK: list[Callable[[], float]] = [time.perf_counter]
"""The last of these is read."""


def cache_of(home: Path) -> Path:
    """Where the measured processes keep their indexes."""
    return home / "cache" / "kb" / "search"


def log_lines(count: int) -> Iterator[str]:
    """Lines of an ordinary training log."""
    for step in range(count):
        yield (
            f"2026-11-30 08:{step // 60 % 60:02d}:{step % 60:02d},{step % 1000:03d} INFO loop: "
            f"step {step} loss {random.random():.4f} lr {random.random():.3e} tok/s {step % 977}\n"
        )


def make_base(base: Path, size: int, cache: Path) -> None:
    """`size` made-up entries on disk, and their index in `cache`."""
    rnd = random.Random(size)
    vocabulary = ["".join(rnd.choices("abcdefghijklmnopqrstuvwxyz", k=7)) for _ in range(20_000)]
    weights = [1 / rank for rank in range(1, len(vocabulary) + 1)]
    root = base / "entries"
    root.mkdir(parents=True)
    (root / "tree.yaml").write_text(TREE, "utf-8")
    for number in range(size):
        folder = root / f"fault-{number}"
        folder.mkdir()
        (folder / "entry.yaml").write_text("made up, never read\n", "utf-8")
    layer = Layer("team", root, writable=True, trusted=True)
    seen = look(root)
    card = {
        "title": "Made up", "domain": "data-loading", "parent": "data-loading", "status": "claimed",
        "root_cause": "none", "verify": "true", "values": [], "fix": "none",
    }  # fmt: skip
    refresh.cache_folder(cache)
    with closing(refresh.open_index(refresh.file_of(layer, cache))) as index:
        index.begin()
        index.create(refresh.code_stamp())
        pool = [message(rnd, vocabulary, weights) for _ in range(min(4 * size, MESSAGES))]
        for stamp in seen.entries():
            index.put(stamp.id, stamp.key, card, rnd.sample(pool, 4))
        index.set_domains({})
        index.set_seen(brief(seen), {})
        index.count()
        index.commit()


def message(rnd: random.Random, vocabulary: list[str], weights: list[float]) -> Wording:
    """An error message of words drawn by Zipf's law."""
    text = "RuntimeError: " + " ".join(rnd.choices(vocabulary, weights, k=14))
    return Wording("also", text, terms(text) | pairs(text))


if __name__ == "__main__":
    main()
