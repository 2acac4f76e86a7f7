"""The door of `kb`: finds the command, turns every ending into an exit code."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kb import __version__
from kb.cli import streams
from kb.errors import KbError

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

INTERRUPTED = 130

_FILES = {"list": "listing", "import": "importing"}


class _ReaderGone(Exception):
    """Nobody reads stdout any more."""


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
            raise _ReaderGone from error

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
        return command


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
    """Run `kb`. Exit 0 yes, 1 no, 2 could not, 3 a bug of ours, 130 after Ctrl-C."""
    sys.exit(_run())


def _run() -> int:
    streams.open_all()
    try:
        ended = app(standalone_mode=False)
        sys.stdout.flush()
    except KbError as error:
        from kb.text import printable

        for line in str(error).split("\n"):
            print(f"kb: {printable(line)}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return _interrupted()
    except (BrokenPipeError, _ReaderGone):
        streams.drop()
        return 0
    except Exception as error:
        return _usage_or_bug(error)
    if ended == INTERRUPTED:  # what Typer makes of Ctrl-C outside of a prompt
        return _interrupted()
    return ended if isinstance(ended, int) else 0


def _interrupted() -> int:
    if sys.stderr.isatty():
        print(file=sys.stderr)  # the shell's prompt begins a line of its own
    return INTERRUPTED


def _usage_or_bug(error: Exception) -> int:
    show = getattr(error, "show", None)
    if show is not None:
        show()
        return 2
    if type(error).__name__ == "Abort":
        return _interrupted()
    if streams.are_full(error):
        streams.drop()
        print(f"kb: the output takes no more: {error.strerror}", file=sys.stderr)  # type: ignore[attr-defined]
        return 2
    if os.environ.get("KB_DEBUG"):
        raise error
    print(
        f"kb: this is a bug of ours ({type(error).__name__}: {error}); "
        "run again with KB_DEBUG=1 for the traceback and report it",
        file=sys.stderr,
    )
    return 3
