"""The commands of `kb`, each found when it is asked for."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kb import __version__
from kb.cli.ending import ReaderGone, ended

FAILS, FIXED, LOOK, TRUE = "It fails", "It is fixed", "Look", "Keep it true"

COMMANDS: dict[str, str] = {
    "search": FAILS,
    "run": FAILS,
    "check": FAILS,
    "wrong": FAILS,
    "add": FIXED,
    "status": FIXED,
    "fixed": FIXED,
    "drop": FIXED,
    "show": LOOK,
    "list": LOOK,
    "tree": LOOK,
    "site": LOOK,
    "edit": TRUE,
    "retire": TRUE,
    "refute": TRUE,
    "lint": TRUE,
    "verify": TRUE,
    "sandbox": TRUE,
    "init": TRUE,
    "layer": TRUE,
    "trust": TRUE,
    "import": TRUE,
    "export": TRUE,
}
"""Command → help panel. The command lives in `kb/cli/NAME.py` as a Typer `app`."""

_FILES = {"list": "listing", "import": "importing"}


class LazyGroup(TyperGroup):
    """Imports a command's file only when that command is asked for."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is meant; an unknown word is told with those that are near."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = " or ".join(get_close_matches(args[0], COMMANDS))
            ctx.fail(f"no command {args[0]!r}; " + (f"did you mean {near}?" if near else "see -h"))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """What the command returns; a reader that has gone (`kb list | head`) is no "no"."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:  # click would end with 1
            raise ReaderGone from error

    def list_commands(self, ctx: Any) -> list[str]:
        """All command names, in the order of the help."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command, loaded now; None when there is none of that name."""
        del ctx
        panel = COMMANDS.get(cmd_name)
        if panel is None:
            return None
        module = importlib.import_module(f"kb.cli.{_FILES.get(cmd_name, cmd_name)}")
        command = typer.main.get_command(module.app)
        command.name = cmd_name
        # completion is installed once, for `kb` itself
        command.params = [one for one in command.params if "completion" not in (one.name or "")]
        command.rich_help_panel = panel  # type: ignore[attr-defined]
        _flow(command)
        return command


def _flow(command: Any) -> None:
    """Let each paragraph of the help take the width of the terminal, not that of the source."""
    if command.help:
        command.help = re.sub(r"(?<!\n)\n(?!\n)", " ", inspect.cleandoc(command.help))
    for each in getattr(command, "commands", {}).values():
        _flow(each)


app = typer.Typer(
    cls=LazyGroup,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"kb {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """A fault knowledge base: paste an error, get the proven fix.

    On the first day you need two words: `kb search` when it fails, `kb add` when it is fixed.
    """
    del version


def main() -> None:
    """Run the command that was asked for, and end with its exit code (see `ended`)."""
    sys.exit(ended(lambda: app(standalone_mode=False)))
