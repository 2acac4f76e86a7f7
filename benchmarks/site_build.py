"""How much `kb site build` costs over a bare `mkdocs build` of the same Markdown, and page sizes.

Run: python benchmarks/site_build.py [ENTRIES [ROUNDS]]; 0 rounds are one cold build alone, to see
what grows with the entries. Each round, of three, builds bare, with the index of search as it was
(warm), and with none (cold: a fresh clone in CI), in turn; told are the fastest of each. The bars
are a ratio of at most 1.3 on the clock, which two free cores take to mean something, and no page
over 300 kB. Exit 1 when one is missed.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from kb.model import Evidence, digest
from kb.store.layers import Layer
from kb.store.read import load

ENTRIES = Path(__file__).resolve().parents[1] / "entries"
MOST_RATIO, MOST_PAGE = 1.3, 300_000
Taken = dict[str, tuple[float, float]]
"""Seconds on the clock and of processor time, by the kind of build."""

INDEXES = ("search/search_index.json", "kb/assets/box-index.js", "kb/entries.json")
_RUNS = ("faulty-run", "faulty-check", "fixed-run", "fixed-check", "empty-check")


def grow(folder: Path, wanted: int) -> None:
    """A knowledge base of `wanted` entries: the handbook's own, over and over, with evidence."""
    faults = list(load(Layer("team", ENTRIES, True, True)).faults.values())
    root = folder / "entries"
    root.mkdir()
    (root / "tree.yaml").write_bytes((ENTRIES / "tree.yaml").read_bytes())
    for number in range(wanted):
        fault = faults[number % len(faults)]
        here = root / f"{fault.id[:50]}-{number}"
        for side, files in (("faulty", fault.faulty), ("fixed", fault.fixed)):
            for path, content in files.items():
                file = here / side / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
        text = (fault.folder / "entry.yaml").read_text("utf-8")
        first = f"title: {fault.entry.title[:100]} {number}"
        here.mkdir(exist_ok=True)
        lines = [first if line.startswith("title:") else line for line in text.splitlines()]
        (here / "entry.yaml").write_text("\n".join(lines) + "\n", "utf-8")
        (here / "evidence.json").write_text(_evidence(fault), "utf-8")


def _evidence(fault: object) -> str:
    run = {"passed": True, "expected": "present", "found": "present", "exit_code": 1}
    run |= {"output": "Traceback (most recent call last):\n" * 12, "seconds": 1.2, "peak_mib": 210}
    evidence = Evidence.model_validate(
        {
            "outcome": "proven",
            "digest": digest(fault),  # type: ignore[arg-type]
            "recorded": dt.date(2026, 11, 30),
            "environment": {"python": "3.11.7", "torch": "2.13.0"},
            "runs": [{"name": name, **run} for name in _RUNS],
        }
    )
    return json.dumps(evidence.model_dump(mode="json", by_alias=True))


def measured(command: list[str], folder: Path, cache: Path) -> tuple[float, float]:
    """Seconds on the clock, and of processor time of one command and its children."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1", "XDG_CACHE_HOME": str(cache)}
    subprocess.run(command, cwd=folder, check=True, capture_output=True, env=environment)
    clock, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rounds(folder: Path, wanted: int) -> Taken:
    """The fastest build of each kind, on the clock and by processor time."""
    bare = [sys.executable, "-m", "mkdocs", "build", "--quiet"]
    ours = [sys.executable, "-m", "kb", "site", "build", "--kb", "."]
    render = [sys.executable, "-m", "kb", "site", "render", ".", "--kb", "."]
    cache = folder / "cache"
    if not wanted:
        return {"cold": measured(ours, folder, cache)}
    measured(render, folder, cache)
    taken: dict[str, list[tuple[float, float]]] = {"bare": [], "warm": [], "cold": []}
    for _ in range(wanted):
        taken["bare"].append(measured(bare, folder, cache))
        taken["warm"].append(measured(ours, folder, cache))
        shutil.rmtree(cache)
        taken["cold"].append(measured(ours, folder, cache))
    return {
        kind: (min(c for c, _ in each), min(p for _, p in each)) for kind, each in taken.items()
    }


def sizes(site: Path) -> tuple[int, Path, int, int]:
    """Bytes of the largest page, which that is, of all pages, and of all files."""
    pages = {page: page.stat().st_size for page in site.rglob("*.html")}
    largest = max(pages, key=lambda page: pages[page])
    whole = sum(file.stat().st_size for file in site.rglob("*") if file.is_file())
    return pages[largest], largest.relative_to(site), sum(pages.values()), whole


def told(taken: Taken, wanted: int) -> Iterator[str]:
    """A line for each kind of build."""
    for kind, (clock, work) in taken.items():
        line = f"{kind}: {clock:.1f} s, work {work:.1f} s, {1000 * work / wanted:.1f} ms an entry"
        if "bare" in taken:
            line += f"; {clock / taken['bare'][0]:.2f} and {work / taken['bare'][1]:.2f} x bare"
        yield line


def main() -> int:
    """Print the figures; 1 when a bar is missed."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        grow(folder, wanted)
        taken = rounds(folder, int(sys.argv[2]) if len(sys.argv) > 2 else 3)
        site = folder / "build/site"
        largest, where, pages, whole = sizes(site)
        found = {file: (site / file).stat().st_size for file in INDEXES}
    print(f"{wanted} entries, load {os.getloadavg()[0]:.0f}", *told(taken, wanted), sep="\n")
    print(f"largest page {largest / 1000:.0f} kB, {where} (bar {MOST_PAGE / 1000:.0f})")
    print(f"pages {pages / wanted / 1000:.1f} kB an entry, all files {whole / 1e6:.1f} MB")
    print(", ".join(f"{file} {size / 1e6:.2f} MB" for file, size in found.items()))
    slow = [kind for kind in taken if taken[kind][0] > MOST_RATIO * taken.get("bare", (1e9, 0))[0]]
    return 0 if not slow and largest <= MOST_PAGE else 1


if __name__ == "__main__":
    sys.exit(main())
