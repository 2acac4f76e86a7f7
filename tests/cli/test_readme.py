"""What README and CONTRIBUTING tell a newcomer to type is there to be typed."""

import re
import shlex
from pathlib import Path

import pytest
import typer

from kb.cli.main import app

ROOT = Path(__file__).parents[2]
SHOWN = [
    (name, line.group(1))
    for name in ("README.md", "CONTRIBUTING.md")
    for line in re.finditer(r"(?:^\$ |; |`)(kb [^`;\n]*)", (ROOT / name).read_text(), re.MULTILINE)
]


@pytest.mark.parametrize(("name", "line"), SHOWN)
def test_each_command_and_option_that_is_shown_exists(name, line):
    del name
    words = shlex.split(line, comments=True)[1:]
    command = typer.main.get_command(app)
    while words and hasattr(command, "get_command") and not words[0].startswith("-"):
        inner = command.get_command(None, words[0])
        if inner is None and command.name == "tree":  # `kb tree NODE` draws
            break
        assert inner is not None, line
        command, words = inner, words[1:]
    options = {option for one in command.params for option in one.opts} | {"--help", "-h"}
    given = words[: words.index("--")] if "--" in words else words
    assert {word for word in given if re.match(r"--?\w", word)} <= options, line


def test_it_finds_what_is_shown():
    assert len(SHOWN) > 15
