"""How long the paste box takes for a paste (median), in Chromium, and how large its index is.

    python benchmarks/box_speed.py [--entries 1000]

The pastes of the handbook and the innocent texts of the tests are asked, each alone; beside them
stands what `kb.search` takes for the same, in its own process with its index open. The larger
base is the handbook over and over, so its index compresses better than a real one: the size that
counts is that of the handbook. Exit 1 when a bar is missed: 50 ms (median), 400 kB.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, sync_playwright

from kb.model import KnowledgeBase
from kb.pages import Settings
from kb.pages.box import box_assets
from kb.pages.kept import Kept
from kb.pages.view import view
from kb.search import search
from kb.search.held import held
from kb.search.index import Found
from kb.store.layers import Layer
from kb.store.read import load

ROOT = Path(__file__).resolve().parents[1]
LAYER = Layer("team", ROOT / "entries", writable=False, trusted=True)
MOST_MS, MOST_KB = 50, 400
ASK = """(texts) => texts.map((text) => {
  const began = performance.now();
  kbBox.answer(text);
  return performance.now() - began;
})"""

LOAD = """() => new Promise((done) => {
  const began = performance.now();
  const script = document.createElement("script");
  script.onload = () => done(kbBox.answer("") && performance.now() - began);
  script.src = "box-index.js";
  document.head.append(script);
})"""


def main() -> int:
    """Print the figures; 1 when a bar is missed."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--entries", type=int, default=1000)
    wanted = arguments.parse_args().entries
    texts = [file.read_text("utf-8") for file in sorted(LAYER.root.glob("*/pastes/*.txt"))]
    texts += [file.read_text("utf-8") for file in sorted((ROOT / "tests/innocent").glob("*.txt"))]
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        cache = Path(name) / "cache"
        base, known = load(LAYER), held([LAYER], cache)
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        size = lay(Path(name) / "handbook", base, known)
        for number in (len(known), wanted):
            many, entries = grown(base, known, number)
            began = time.perf_counter()
            folder = Path(name) / str(number)
            lay(folder, many, entries)
            made = time.perf_counter() - began
            took, loaded = asked(chromium.new_page(), folder, texts)
            print(f"{number:>6} entries: {median(took):.1f} ms a paste, at most {max(took):.0f}")
            print(f"        index made in {made:.1f} s, read in {loaded:.0f} ms")
        chromium.close()
        beside = [python_ms(text, cache) for text in texts]
    print(f"kb.search, {len(known)} entries: {median(beside):.1f} ms a paste")
    print(f"index of the handbook: {size / 1000:.0f} kB compressed (bar {MOST_KB})")
    return 0 if median(took) <= MOST_MS and size <= MOST_KB * 1000 else 1


def grown(
    base: KnowledgeBase, known: dict[str, Found], wanted: int
) -> tuple[KnowledgeBase, dict[str, Found]]:
    """The handbook over and over, up to `wanted` entries."""
    ids = list(known)
    names = {f"{ids[n % len(ids)]}-{n}": ids[n % len(ids)] for n in range(wanted)}
    faults = {name: replace(base.faults[id], id=name) for name, id in names.items()}
    entries = {name: known[id]._replace(id=name) for name, id in names.items()}
    return replace(base, faults=faults), entries


def lay(folder: Path, base: KnowledgeBase, known: dict[str, Found]) -> int:
    """A bare page with the box in `folder`. Returns the bytes of its index, compressed."""
    folder.mkdir()
    made = {
        Path(path).name: text for path, text in box_assets(view(base, Settings(), Kept()), known)
    }
    for name, text in made.items():
        (folder / name).write_text(text, "utf-8")
    (folder / "bare.html").write_text('<meta charset="utf-8"><script src="box.js"></script>')
    return len(gzip.compress(made["box-index.js"].encode(), 9))


def asked(page: Page, folder: Path, texts: list[str]) -> tuple[list[float], float]:
    """Milliseconds for each text, the second time it is asked, and until the index is ready."""
    page.goto((folder / "bare.html").as_uri())
    loaded = page.evaluate(LOAD)
    page.evaluate(ASK, texts)
    return list(page.evaluate(ASK, texts)), loaded


def python_ms(text: str, cache: Path) -> float:
    """What the same takes in Python."""
    began = time.perf_counter()
    search(text, [LAYER], cache=cache)
    return (time.perf_counter() - began) * 1000


if __name__ == "__main__":
    sys.exit(main())
