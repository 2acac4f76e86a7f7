"""How long a saved entry takes to stand on the page that `kb site serve` serves.

Run: python benchmarks/site_serve.py [ENTRIES]. From the write of entry.yaml to the answer of the
server, beside a bare `mkdocs serve --dirty` whose Markdown is written. The bar is 2 s at 1,000
entries on a machine that does nothing else. Exit 1 when it is missed.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from site_build import grow

MOST_SECONDS = 2.0
Server = tuple[str, subprocess.Popen[bytes]]
EDITS = 5
FIX = re.compile(r"^fix: ([>|]-?\n +|[\"']|)", re.MULTILINE)
"""Where the text of the fix begins, in each style of YAML."""
PAUSE = 5.0
"""Seconds between two edits, so that each is a rebuild of its own."""


@contextlib.contextmanager
def serving(command: list[str], folder: Path) -> Iterator[Server]:
    """What `command` serves, from its first answer on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    with subprocess.Popen(
        [sys.executable, "-m", *command, address],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as server:
        try:
            until(f"http://{address}/index.html", "", server)
            yield f"http://{address}", server
        finally:
            server.send_signal(signal.SIGINT)


def until(url: str, text: str, server: subprocess.Popen[bytes]) -> None:
    """Wait until `url` answers with `text`. Ends the run when `server` has ended."""
    while True:
        if server.poll() is not None:
            sys.exit(f"the server ended with {server.returncode}")
        with contextlib.suppress(OSError), urllib.request.urlopen(url) as answer:
            if text in answer.read().decode():
                return
        time.sleep(0.02)


def worked(pid: int) -> float:
    """Processor seconds of a process and those it started: they depend less on what else runs."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(worked(int(child)) for child in below)


def edits(served: Server, files: list[Path]) -> list[tuple[float, float]]:
    """Seconds from each write of a file to the page that shows it, and processor seconds."""
    (address, server), taken = served, []
    for number, file in enumerate(files):
        time.sleep(PAUSE)
        mark = f"edit{number}in{file.suffix[1:]}"
        id = file.parent.name if file.suffix == ".yaml" else file.stem
        text = FIX.sub(rf"\g<0>{mark} ", file.read_text("utf-8"), count=1)
        start, before = time.monotonic(), worked(server.pid)
        file.write_text(text + f"\n{mark}\n" if file.suffix == ".md" else text, "utf-8")
        until(f"{address}/kb/entries/{id}.html", mark, server)
        taken.append((time.monotonic() - start, worked(server.pid) - before))
    return taken


def main() -> int:
    """Print the figures; 1 when the bar is missed."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        grow(folder, wanted)
        render = [sys.executable, "-m", "kb", "site", "render", ".", "--kb", "."]
        subprocess.run(render, cwd=folder, check=True, capture_output=True)
        some = sorted(path.name for path in (folder / "entries").iterdir() if path.is_dir())
        some = some[:: max(1, wanted // EDITS)][:EDITS]
        ours = ["kb", "site", "serve", "--kb", ".", "--addr"]
        with serving(ours, folder) as served:
            files = [folder / "entries" / id / "entry.yaml" for id in some]
            product = edits(served, files)
        bare = ["mkdocs", "serve", "--dirty", "--livereload", "--no-strict", "--dev-addr"]
        with serving(bare, folder) as served:
            base = edits(served, [folder / f"site/kb/entries/{id}.md" for id in some])
    for name, taken in (("kb site serve", product), ("bare mkdocs serve --dirty", base)):
        wall, work = (statistics.median(each) for each in zip(*taken, strict=True))
        print(f"{name}, {wanted} entries: {wall:.1f} s from saved to served, {work:.1f} s of work")
    middle = statistics.median(wall for wall, _ in product)
    print(f"slowest {max(product)[0]:.1f} s (bar for the middle one {MOST_SECONDS:.0f} s)")
    return 0 if middle <= MOST_SECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
