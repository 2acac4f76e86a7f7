"""Facts: what the numbers of a paste say when no message does."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from kb.report import Line
from kb.text.rules import compiled, rules

_UNIT = {"b": 1, "k": 2**10, "m": 2**20, "g": 2**30}
_NUMBER = r"(?:-?nan|[-+]?[0-9][0-9.,:/%]*(?:e[-+]?[0-9]+)?[KMG]?)$"
_CHANCE = (0.6931, 2.3026)
"""The loss of a guess among two classes, and among ten."""

_SIZE = r"([0-9]+(?:\.[0-9]+)?) ?([KMG]i?B|[Bb]ytes)"


def facts(lines: Sequence[Line]) -> tuple[str, ...]:
    """Names of what the numbers show, such as `lr:constant` or `oom:fragmented`, in order."""
    text = "\n".join(line.text for line in lines)
    found = [*_out_of_memory(text), *_of_series(lines)]
    found += _of_columns(lines) if "nan" in text else ()
    found += [*_of_repeats(lines), *_of_server(text)]
    return tuple(dict.fromkeys(found))


def _out_of_memory(text: str) -> Iterator[str]:
    """Whether what the allocator holds free would have been enough for the request.

    Before torch 1.4 `cached` was what is held free, later `reserved` is all that is held.
    """
    text = text.replace("\n", " ")
    if "ried to allocate" not in text:
        return
    asked = _size(text, "[Tt]ried to allocate " + _SIZE)
    used = _size(text, _SIZE + " already allocated")
    held = _size(text, _SIZE + " reserved in total")
    free = _size(text, _SIZE + " cached") or _size(text, _SIZE + " is reserved by PyTorch but")
    if held is not None and used is not None:
        free = held - used
    if asked is not None and free is not None:
        yield "oom:fragmented" if free >= asked else "oom:full"


def _size(text: str, pattern: str) -> float | None:
    found = compiled(pattern).search(text)
    return float(found[1]) * _UNIT[found[2].lower()[0]] if found else None


def _of_series(lines: Sequence[Line]) -> Iterator[str]:
    series: dict[str, list[float]] = {}
    for line in lines:
        for name, value in _values(line.text):
            series.setdefault(name, []).append(value)
    yield from _waits(series.get("datatime", []), series.pop("steptime", []))
    for name, values in series.items():
        yield from (f"{name}:{shape}" for shape in _shapes(name, values))


def _waits(waits: list[float], steps: list[float]) -> Iterator[str]:
    """Whether most of the steps is waiting for data, where both are printed side by side."""
    if waits and len(waits) == len(steps) and sum(waits) > 0.6 * sum(steps):
        yield "datatime:most"


def _values(text: str) -> Iterator[tuple[str, float]]:
    """Canonical name and value of each `name=value`, `name: value` or `name value`."""
    names: dict[str, str] = rules()["series"]
    for found in compiled(rules()["value"]).finditer(text[:2000]):
        key = found[1].lower().replace(" ", "_")
        short = key.rpartition("/")[2]
        if name := names.get(short) or names.get(short.rpartition("_")[2]):
            yield name, float(found[2])


def _shapes(name: str, values: list[float]) -> Iterator[str]:
    finite = [value for value in values if math.isfinite(value)]
    if len(finite) < len(values):
        yield "nan"
        yield "nan-later" if values and math.isfinite(values[0]) else "nan-first"
    if len(values) >= 2 and not any(finite) and finite:
        yield "zero"
    if name == "loss" and len(finite) >= 2 and any(_all_near(finite, one) for one in _CHANCE):
        yield "chance"
    if len(finite) >= 3:
        yield from _trends(name, finite)


def _all_near(values: list[float], one: float) -> bool:
    return all(abs(value - one) < 0.005 for value in values)


def _trends(name: str, values: list[float]) -> Iterator[str]:
    steps = [later - before for before, later in pairwise(values)]
    if not any(steps) and any(values):
        yield "constant"
    elif name in ("memory", "metric") and min(steps) >= 0 and values[-1] > 1.2 * values[0]:
        yield "rises"
    least = accumulate(map(abs, values), min)
    rises = (value > 30 * max(low, 1e-9) for value, low in zip(values, least, strict=True))
    if name != "lr" and any(rises):
        yield "jumps"
    if name == "gradnorm":
        yield "huge" if max(values) > 100 else "tiny" if max(values) < 1e-3 else "mild"
    if name == "datatime" and sorted(values)[len(values) // 2] > 1:
        yield "long"


def _of_columns(lines: Sequence[Line]) -> Iterator[str]:
    """Whether a column of bare numbers is finite in one row of a table and nan in a later one."""
    finite: dict[str, list[bool]] = {}
    for line in lines:
        cells = [cell.strip(",;|") for cell in line.text[:2000].split(" ") if cell]
        words = ["" if compiled(_NUMBER).match(cell) else cell for cell in cells]
        if words.count("") >= 3:
            now = [cell not in ("nan", "-nan") for cell in cells]
            before = finite.setdefault(" ".join(words), now)
            if any(was and not one for was, one in zip(before, now, strict=True)):
                yield from ("loss:nan", "loss:nan-later")


def _of_repeats(lines: Sequence[Line]) -> Iterator[str]:
    """Rows with other labels and the same numbers; records that stand there twice."""
    rows = [line.text.partition(" ")[2] for line in lines]
    numbers = re.compile(r"[0-9.]{1,20}[ ,]{1,4}[0-9.]{1,20}[ ,]{1,4}[0-9.]{1,20}", re.ASCII)
    same = [one for one, other in pairwise(rows) if one == other and numbers.search(one)]
    if len(same) >= 2:
        yield "values:repeated"
    told = [line for line in lines if len(line.text) > 5 and "rank" not in line.mark]
    twice = sum(
        one.times == 1 and other.text != one.text
        and (other.text.endswith(one.text) or one.text.endswith(other.text))
        for one, other in pairwise(told)
    )  # fmt: skip
    repeated = sum(line.times > 1 for line in told)
    if twice + repeated >= 2 and (twice + repeated) * 3 >= len(told):
        yield "lines:doubled"


def _of_server(text: str) -> Iterator[str]:
    if compiled('HTTP/[0-9.]+" 500').search(text) and "Traceback" not in text:
        yield "http:500-silent"
