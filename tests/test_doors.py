"""Locks the doors: each outside thing is used in the rooms that own it, and nowhere else."""

from __future__ import annotations

import graphlib
import json
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.imported import MODULES, used, used_in

pytestmark = pytest.mark.journey

PROCESSES = ("kb.sandbox", "kb.child")
DOORS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("subprocess", "pty", "multiprocessing", "asyncio.subprocess"), PROCESSES),
    **dict.fromkeys(("os.system", "os.popen", "os.fork", "os.forkpty", "os.startfile"), PROCESSES),
    **dict.fromkeys(("os.exec", "os.spawn", "os.posix_spawn"), PROCESSES),
    "termios": ("kb.child", "kb.cli"),
    **dict.fromkeys(("ruamel", "yaml"), ("kb.store",)),
    **dict.fromkeys(("typer", "click", "rich"), ("kb.cli",)),
    **dict.fromkeys(("pytest", "_pytest"), ("kb.pytest_plugin",)),
    "jinja2": ("kb.pages",),
    "sqlite3": ("kb.search",),
    "rapidfuzz": ("kb.search", "kb.lint"),
    "mkdocs": (),
    "markdown_it": ("kb.exchange",),
    **dict.fromkeys(("http", "urllib.request", "requests", "httpx", "ssl"), ()),
    **dict.fromkeys(("pickle", "marshal", "shelve", "eval", "exec"), ()),
}
"""Outside name → the rooms that may use it. Names of `os` are beginnings: `os.exec…`."""

HOT = {
    "pydantic",
    "ruamel",
    "yaml",
    "jinja2",
    "rich",
    "mkdocs",
    "markdown",
    "markdown_it",
    "packaging",
    "asyncio",
}


@cache
def door(name: str) -> str | None:
    """The locked door that `name` goes through."""
    for outside in DOORS:
        begins = outside.startswith("os.") and name.startswith(outside)
        if name == outside or name.startswith(f"{outside}.") or begins:
            return outside
    return None


def broken(module: str, names: Iterable[tuple[int, str]]) -> list[str]:
    """What `module` uses and may not, in words."""
    found = []
    for line, name in names:
        outside = door(name)
        if outside and not inside(module, DOORS[outside]):
            rooms = " and ".join(DOORS[outside]) or "no room"
            found.append(f"{module}, line {line}: uses {name}, which {rooms} alone may use")
    return found


def inside(module: str, rooms: tuple[str, ...]) -> bool:
    return any(module == room or module.startswith(f"{room}.") for room in rooms)


def test_doors_are_locked() -> None:
    assert [message for module in MODULES for message in broken(module, used(module))] == []


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("import subprocess", "subprocess"),
        ("def f():\n    from subprocess import run", "subprocess.run"),
        ("import os\nos.execvp('sh', ['sh'])", "os.execvp"),
        ("from os import posix_spawnp", "os.posix_spawnp"),
        ("from ruamel.yaml import YAML", "ruamel.yaml.YAML"),
        ("import rich.table", "rich.table"),
        ("import urllib.request", "urllib.request"),
        ("eval('1')", "eval"),
    ],
)
def test_a_broken_door_is_seen(source: str, name: str) -> None:
    (message,) = broken("kb.text.clean", used_in(source))
    assert f"uses {name}, which " in message


def test_a_room_that_owns_a_door_may_use_it() -> None:
    source = "import subprocess\nimport urllib.parse, os\nos.environ"
    assert broken("kb.child.git", used_in(source)) == []
    assert broken("kb.childish", used_in("import subprocess")) != []


def test_no_import_runs_in_a_circle() -> None:
    """Imports inside functions count too."""
    graph = {
        module: {
            needed for _, name in used(module) if (needed := of_ours(name)) and needed != module
        }
        for module in MODULES
    }
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as circle:
        pytest.fail(" imports ".join(reversed(circle.args[1])))


def of_ours(name: str) -> str | None:
    return next((each for each in (name, name.rpartition(".")[0]) if each in MODULES), None)


def test_rooms_are_small() -> None:
    """A longer file is split by what it does."""
    lines = {name: len(file.read_text("utf-8").splitlines()) for name, file in MODULES.items()}
    assert {name: count for name, count in lines.items() if count > 300} == {}


@pytest.mark.slow
def test_the_path_of_a_search_is_light(base: Path) -> None:
    """With a fresh index, `kb search` imports nothing that is slow to import."""
    text = "ValueError: Expected more than 1 value per channel when training"
    search = ["-m", "kb", "search", "--json", "--kb", str(base.parent), text]
    first, _ = run(search)
    second, log = run(["-X", "importtime", *search])
    assert first["matches"][0]["id"] == second["matches"][0]["id"] == "batchnorm-single-sample"
    names = {line.rpartition("|")[2].strip() for line in log.splitlines()}
    assert "kb.search.rank" in names
    assert sorted(HOT & {name.partition(".")[0] for name in names}) == []


def run(words: list[str]) -> tuple[dict[str, Any], str]:
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout), done.stderr
