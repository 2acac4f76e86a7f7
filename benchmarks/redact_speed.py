"""What redaction costs: linear in the text, real and hostile, beside one plain regex per line.

Run: python benchmarks/redact_speed.py [MEGABYTES]. Exit 1 when a bar is missed.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from kb.redact import redact

LOGS = Path(__file__).resolve().parents[1] / "tests" / "redact" / "innocent"
MOST_TWICE, MOST_PLAIN = 3.0, 60.0
"""Twice the text, of the time for it once; a real log, of the time of one regex per line."""

HOSTILE = (
    *("a", "/a", "a.", "a@", "10.", "://", "-", "\\", "<", '"', "ab:", "eyJ", "MTIz", "\n"),
    *("/home/", "/home/jane ", "token=", "password=x1 ", "password: ", "host=gpu1 ", "ssh "),
    *("-----BEGIN PRIVATE KEY-----", "curl -u ", "docker login -", "10.0.0.1:80 ", "http://a:b@"),
    *(
        "PuTTY-User-Key-File-3:",
        '"a_key", "',
        "A_PASS=a$",
        "x</token>",
        "openssl -pass ",
        "a:bbbb@c:1",
    ),
)


def seconds(work: Callable[[], object]) -> float:
    """Seconds of processor, the least of three runs."""
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def line(name: str, ours: float, theirs: float, most: float) -> bool:
    """Print one line; whether the bar is held."""
    held = ours <= most * theirs
    missed = "" if held else "  MISSED"
    print(f"{name:34} {ours:7.2f} s {ours / theirs:6.1f} × (at most {most}){missed}")
    return held


def plain(text: str) -> int:
    """One search for one word in each line."""
    word = re.compile("password", re.IGNORECASE)
    return sum(word.search(line) is not None for line in text.splitlines())


def main(megabytes: int) -> int:
    """Measure and print all; 1 when a bar is missed."""
    log = "".join(file.read_text("utf-8") for file in sorted(LOGS.glob("*.txt")))
    real = log * (megabytes * 1_000_000 // len(log))
    half = real[: len(real) // 2]
    whole = seconds(lambda: redact(real))
    held = [
        line(f"real log, {megabytes} MB", whole, seconds(lambda: plain(real)), MOST_PLAIN),
        line("  of half the text", whole, seconds(lambda: redact(half)), MOST_TWICE),
    ]
    for piece in HOSTILE:
        once = piece * (200_000 // len(piece))
        times = seconds(partial(redact, once + once)), seconds(partial(redact, once))
        held.append(line(f"  {piece!r}, of half", *times, MOST_TWICE))
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
