"""Who may run a command of an entry: verify, check and sandbox, and nobody else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import kb

PACKAGE = Path(kb.__file__).parent
MAY_RUN = {"kb.cli.check", "kb.cli.sandbox", "kb.cli.verify", "kb.pytest_plugin"}
MAY_RUN_A_LINE = {"kb.cli.check"}
STARTS_PROCESSES = ("kb.sandbox", "kb.child")


def imports(file: Path) -> Iterator[str]:
    """Every module that `file` names in an import, and what it takes from it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: write the whole name of the module"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def modules() -> dict[str, set[str]]:
    files = {file: file.relative_to(PACKAGE.parent) for file in PACKAGE.rglob("*.py")}
    return {
        ".".join(name.with_suffix("").parts).removesuffix(".__init__"): set(imports(file))
        for file, name in files.items()
        if "handbook" not in name.parts
    }


def users(*rooms: str) -> set[str]:
    """The modules outside of `rooms` that import them."""
    return {
        module
        for module, named in modules().items()
        if not module.startswith(rooms)
        and any(name == room or name.startswith(room + ".") for room in rooms for name in named)
    }


def test_only_verify_check_and_sandbox_reach_the_sandbox() -> None:
    assert users("kb.sandbox") <= MAY_RUN
    assert {"kb.cli.verify", "kb.cli.check"} <= users("kb.sandbox")


def test_only_check_may_run_a_line_unprotected() -> None:
    assert users("kb.child.shell") == MAY_RUN_A_LINE


def test_processes_are_started_in_two_rooms_alone() -> None:
    starters = users("subprocess", "multiprocessing", "pty")
    assert {module for module in starters if not module.startswith(STARTS_PROCESSES)} == set()


def test_only_the_door_and_the_words_load_a_module_by_a_name_made_up() -> None:
    # importlib would be a way around the tests above
    loads = {m for m, named in modules().items() if named & {"importlib", "runpy"}}
    loads |= users("importlib.import_module")
    assert loads <= {"kb.cli.main", "kb.model", "kb.sandbox.engine"}
