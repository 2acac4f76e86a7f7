"""How much `kb site build` costs over a bare `mkdocs build` of the same Markdown, and page sizes.

Run: python benchmarks/site_build.py [ENTRIES]. Figures of one run, on one machine, side by side:
the bars are a ratio of at most 1.3 and no page over 300 kB. Exit 1 when one is missed.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from kb.model import Evidence, digest
from kb.store.layers import Layer
from kb.store.read import load

ENTRIES = Path(__file__).resolve().parents[1] / "entries"
MOST_RATIO, MOST_PAGE = 1.3, 300_000
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


def seconds(command: list[str], folder: Path) -> float:
    """Processor time of one command and its children; what else the machine does counts less."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    subprocess.run(command, cwd=folder, check=True, capture_output=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    """Print the figures; 1 when a bar is missed."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        grow(folder, wanted)
        subprocess.run(
            [sys.executable, "-m", "kb", "site", "render", ".", "--kb", "."],
            cwd=folder,
            check=True,
            capture_output=True,
        )
        bare = [sys.executable, "-m", "mkdocs", "build", "--quiet"]
        ours = [sys.executable, "-m", "kb", "site", "build", "--kb", "."]
        base, product = [], []
        for _ in range(3):
            base.append(seconds(bare, folder))
            product.append(seconds(ours, folder))
        again = seconds(ours, folder)
        pages = sorted(
            (folder / "build/site").rglob("*.html"), key=lambda page: page.stat().st_size
        )
        size = sum(
            file.stat().st_size for file in (folder / "build/site").rglob("*") if file.is_file()
        )
        largest = pages[-1].stat().st_size
        where = pages[-1].relative_to(folder / "build/site")
        index = (folder / "build/site/search/search_index.json").stat().st_size
    ratio = min(product) / min(base)
    print(f"{wanted} entries: bare mkdocs {min(base):.1f} s, kb site build {min(product):.1f} s")
    print(f"again {again:.1f} s; ratio {ratio:.2f} (bar {MOST_RATIO})")
    print(f"largest page {largest / 1000:.0f} kB, {where} (bar {MOST_PAGE / 1000:.0f})")
    print(f"site {size / 1e6:.1f} MB, search index {index / 1e6:.1f} MB")
    return 0 if ratio <= MOST_RATIO and largest <= MOST_PAGE else 1


if __name__ == "__main__":
    sys.exit(main())
