"""Whether search answers hostile pastes in time linear in them.

    python benchmarks/search_fuzz.py [--mb 8]

Each kind of paste is searched at a quarter of the size, at half of it and at all of it, in this
process, by processor time. Printed is how much longer twice the paste took: 2 is linear, 4 is
quadratic; less than 2 means that only its telling lines were read.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from kb.search import search
from kb.store.layers import HANDBOOK, Layer
from kb.store.roots import handbook_root

UNITS = (
    "a", "1.", "1 ", "[1", "(1,", "a_1_", "a/b", "C:\\a ", "<a.b name=", "x=", "loss=", "AError",
    "Error: ", 'File "', "[0;", "1%|", "'", "1it/s", "\x1b[", "\\n", "key: ", "错误", "Caught ",
)  # fmt: skip
PREFIXES = (
    "[rank0]: ", "2024-01-02 10:11:12,345 - INFO - ", "(pid=12) ", "app-1  | ", "E   ", "> ", "| ",
    "[1,0]<stderr>: ", "[INFO] ",
)  # fmt: skip


def random_bytes(size: int) -> str:
    """Any bytes, as they are decoded from stdin."""
    return random.Random(size).randbytes(size).decode("utf-8", "replace")


def broken_utf8(size: int) -> str:
    """Chinese text of which every seventh byte is lost."""
    whole = "训练到一半 RuntimeError: 显存不足\n".encode() * (1 + size // 40)
    return bytes(byte for n, byte in enumerate(whole[:size]) if n % 7).decode("utf-8", "replace")


def one_line(size: int) -> str:
    """Words without a line break."""
    return ("ValueError: step 12 of run 7 has no key 'mask' " * (1 + size // 40))[:size]


def short_lines(size: int) -> str:
    """Lines of few characters, all of them different."""
    return "\n".join(f"E{number:x}" for number in range(size // 6))


def nested_prefixes(size: int) -> str:
    """Lines that are prefixes upon prefixes."""
    rnd = random.Random(size)
    line = "".join(rnd.choices(PREFIXES, k=60)) + "ValueError: x\n"
    return line * (1 + size // len(line))


def key_lists(size: int) -> str:
    """Missing keys by the thousand, in one message."""
    keys = ", ".join(f'"module.layer{n}.weight"' for n in range(1 + size // 26))
    return f"RuntimeError: Error(s) in loading state_dict: Missing key(s): {keys}"


def repeats(unit: str) -> Callable[[int], str]:
    """Lines of 5,000 characters of one unit, each beginning in another way."""

    def made(size: int) -> str:
        line = (unit * 5000)[:5000]
        return "\n".join(
            f"{chr(97 + n % 26)}{chr(97 + n // 26 % 26)} {line}" for n in range(1 + size // 5000)
        )

    return made


KINDS: dict[str, Callable[[int], str]] = {
    "random bytes": random_bytes,
    "broken UTF-8": broken_utf8,
    "one line": one_line,
    "short lines": short_lines,
    "nested prefixes": nested_prefixes,
    "key lists": key_lists,
    **{f"repeats of {unit!r}": repeats(unit) for unit in UNITS},
}


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--mb", type=float, default=8)
    size = int(arguments.parse_args().mb * 1_000_000)
    layer = Layer(HANDBOOK, handbook_root(), writable=False, trusted=True)
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        search("warm up", [layer], cache=cache)
        worst = 0.0
        for name, make in KINDS.items():
            quarter, half, whole = (seconds(make(size // n), layer, cache) for n in (4, 2, 1))
            worst = max(worst, whole)
            print(
                f"{name:<24}{whole:6.2f} s   twice the paste: {half / quarter:.2f} x, "
                f"twice again: {whole / half:.2f} x"
            )
        print(f"slowest of {size / 1e6:g} MB: {worst:.1f} s, {worst / size * 1e6:.2f} s a MB")


def seconds(paste: str, layer: Layer, cache: Path) -> float:
    """Processor time of one answer, the better of two."""
    times = []
    for _ in range(2):
        began = time.process_time()
        search(paste, [layer], cache=cache)
        times.append(time.process_time() - began)
    return min(times)


if __name__ == "__main__":
    main()
