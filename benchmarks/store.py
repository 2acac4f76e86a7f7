"""What reading entries costs: parsing beside ruamel.yaml, a glance beside bare stats.

Run: python benchmarks/store.py [ENTRIES]. All is measured in one run, side by side; the figures
that count are the ratios. Exit 1 when a bar is missed.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from ruamel.yaml import YAML

from kb.store.document import read_document
from kb.store.glance import brief, still
from kb.store.layers import Layer
from kb.store.read import load
from kb.store.scan import look

HANDBOOK = Path(__file__).resolve().parents[1] / "entries"
MOST_PARSING, MOST_GLANCE, MOST_LOAD = 0.1, 2.5, 1.0
"""Of ruamel.yaml's time; of two stats per entry; of ruamel.yaml's time for entry.yaml alone."""


def seconds(work: Callable[[], object]) -> float:
    """The least of nine runs."""
    times = []
    for _ in range(9):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def ratio(name: str, ours: float, theirs: float, most: float) -> bool:
    """Print one line; whether the bar is held."""
    held = ours <= most * theirs
    missed = "" if held else "  MISSED"
    print(f"{name:24} {ours * 1e3:7.1f} ms {ours / theirs:6.2f} × (at most {most}){missed}")
    return held


def grow(root: Path, wanted: int) -> None:
    """`wanted` entries of one small file each."""
    for number in range(wanted):
        (root / f"entry-{number}").mkdir()
        (root / f"entry-{number}" / "entry.yaml").write_text("title: x\n")


def stats(root: Path) -> None:
    """The least a glance could do: an entry's folder and its file."""
    for name in os.listdir(root):  # noqa: PTH208
        os.lstat(f"{root}/{name}")
        os.lstat(f"{root}/{name}/entry.yaml")


def main(wanted: int) -> int:
    """Measure and print; exit code."""
    texts = [file.read_text("utf-8") for file in HANDBOOK.glob("*/entry.yaml")]
    handbook = Layer("team", HANDBOOK, writable=False, trusted=True)
    ruamel = seconds(lambda: [YAML(typ="safe", pure=True).load(text) for text in texts])
    print(f"{len(texts)} entries of the handbook, {wanted} to glance at")
    held = [
        ratio("parse", seconds(lambda: [read_document(t) for t in texts]), ruamel, MOST_PARSING),
        ratio("load, cases and all", seconds(lambda: load(handbook)), ruamel, MOST_LOAD),
    ]
    with tempfile.TemporaryDirectory() as made:
        root = Path(made)
        grow(root, wanted)
        seen = brief(look(root))
        ours = seconds(lambda: still(root, seen))
        held.append(
            ratio("glance, nothing changed", ours, seconds(lambda: stats(root)), MOST_GLANCE)
        )
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
