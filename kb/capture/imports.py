"""Which of the person's own files a program needs, as far as its imports and names say."""

from __future__ import annotations

import ast
import re
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from kb.capture import sources

MOST = 20
"""Files that are looked at."""

_DATA = re.compile(r"(?:[\w-][\w.-]*/)*[\w-][\w.-]*\.\w{1,8}")
"""How a program names a file beside it. Not a hidden one, which may hold what is nobody's
business, and none outside of its folder."""

_WRITES = re.compile(r"write|save|dump|to_[a-z]")
_MODE = re.compile(r"[wax][bt]?[+]?[bt]?")


def needed(command: Sequence[str], folder: Path, known: Mapping[str, str]) -> dict[str, str]:
    """Path → redacted text of the Python files that `command` starts, of those they import, and
    of the small files of text that both name in full (`open("rows.jsonl")`).

    Paths are relative to `folder`, POSIX. `known` are texts that count instead of those on
    disk. Empty when the command names no file of Python.
    """
    found = _programs(command, folder, known)
    roots = {PurePosixPath(path).parent for path in found} | {PurePosixPath()}
    named = {*command, *(word.partition("=")[2] for word in command)} if found else set()
    for path, text in found.items():
        named.update(_strings(path, text))
    data = [str(root / name) for name in sorted(named) if _DATA.fullmatch(name) for root in roots]
    return {**sources.texts(folder, data), **found}


def _programs(command: Sequence[str], folder: Path, known: Mapping[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    starts = list(_starts(command))
    roots = {PurePosixPath(), *(start.parent for start in starts)}
    waiting = deque(starts)
    while waiting and len(found) < MOST:
        path = waiting.popleft()
        text = known.get(str(path)) or sources.texts(folder, [str(path)]).get(str(path))
        if text is None or str(path) in found:
            continue
        found[str(path)] = text
        waiting.extend(place for name in _imported(path, text) for place in _places(name, roots))
    return found


def _starts(command: Sequence[str]) -> Iterator[PurePosixPath]:
    for before, word in zip(("", *command), command, strict=False):
        path = PurePosixPath(word.partition("::")[0])
        if before == "-m" and re.fullmatch(r"[\w.]+", word):
            module = PurePosixPath(*word.split("."))
            yield from (module.with_suffix(".py"), module / "__main__.py")
        elif path.suffix == ".py" and not path.is_absolute():
            yield path
            if is_pytest(command):
                yield from (folder / "conftest.py" for folder in path.parents)


def is_pytest(command: Sequence[str]) -> bool:
    """Whether `command` runs tests with pytest."""
    return PurePosixPath(command[0]).name == "pytest" or tuple(command[1:3]) == ("-m", "pytest")


def _imported(path: PurePosixPath, text: str) -> Iterator[PurePosixPath]:
    """Modules as paths; those of a relative import begin with the folder of `path`, after `/`."""
    for node in _nodes(text):
        if isinstance(node, ast.Import):
            yield from (PurePosixPath(*name.name.split(".")) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = [path, *path.parents][min(node.level, len(path.parents))]
            start = PurePosixPath("/", above) if node.level else PurePosixPath()
            module = start.joinpath(*(node.module or "").split("."))
            yield from (module, *(module / name.name for name in node.names))


def _strings(path: str, text: str) -> set[str]:
    """The strings of a program, less those of calls that write: what it makes is not its need."""
    if not path.endswith(".py"):
        return set()
    nodes = list(_nodes(text))
    written = (_constants(ast.walk(node)) for node in nodes if _writes(node))
    return _constants(nodes).difference(*written)


def _constants(nodes: Iterable[ast.AST]) -> set[str]:
    values = (node.value for node in nodes if isinstance(node, ast.Constant))
    return {value for value in values if isinstance(value, str)}


def _writes(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    given = [*node.args, *(keyword.value for keyword in node.keywords)]
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    return bool(_WRITES.match(name)) or any(_MODE.fullmatch(text) for text in _constants(given))


def _nodes(text: str) -> Iterator[ast.AST]:
    """Of the tree of a text of Python; none where it is none."""
    try:
        with warnings.catch_warnings(action="ignore"):  # of the person's code: none of our business
            yield from ast.walk(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return


def _places(module: PurePosixPath, roots: set[PurePosixPath]) -> Iterator[PurePosixPath]:
    """The files that may hold `module`, and the packages around it."""
    tops = [PurePosixPath()] if module.is_absolute() else sorted(roots)
    inside = PurePosixPath(*module.parts[1:]) if module.is_absolute() else module
    for top in tops:
        if inside.name and inside.name != "*":
            yield from (top / inside.with_suffix(".py"), top / inside / "__init__.py")
            yield from (top / up / "__init__.py" for up in inside.parents if up.name)
