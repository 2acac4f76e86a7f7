"""What each module of the package names: imports, functions of `os`, builtins it calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TOP = Path(__file__).parent.parent
MODULES = {
    ".".join(name.with_suffix("").parts).removesuffix(".__init__"): TOP / name
    for name in sorted(file.relative_to(TOP) for file in (TOP / "kb").rglob("*.py"))
    if "handbook" not in name.parts
}
"""Dotted name → file."""


@cache
def used(module: str) -> tuple[tuple[int, str], ...]:
    """Line and dotted name of all that `module` uses."""
    return tuple(used_in(MODULES[module].read_text("utf-8")))


def used_in(source: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"write the whole name: {ast.unparse(node)}"
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "os":
                yield node.lineno, f"os.{node.attr}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.lineno, node.func.id
