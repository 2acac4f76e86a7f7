"""`kb run`: a command as it is; when it fails, what is known about it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Annotated

import typer

from kb.cli.options import KbDir
from kb.errors import Refused

app = typer.Typer()

EXAMPLES = """Examples:

  kb run python train.py --lr 0.1

  kb run -- torchrun --nproc_per_node 2 train.py
"""


@app.command(context_settings={"allow_interspersed_args": False}, epilog=EXAMPLES)
def run(
    command: Annotated[
        list[str], typer.Argument(metavar="COMMAND", help="The command and its arguments.")
    ],
    kb: KbDir = None,
) -> None:
    """Run a command as it is; when it fails, keep what was seen and show the entry for it.

    Terminal, signals and exit code are the command's own, and success is silent.

    When the same program passes later, or outlives the failure twofold, that counts as its fix.

    Ctrl-C is no failure, and an interactive shell is left alone.
    """
    from kb.capture.attend import attend
    from kb.child.leave import leave

    if not command[0]:
        raise Refused("the command is empty; give one: kb run python train.py")
    attended = attend(command, kb)
    if attended.captured or attended.fixed or attended.trouble:
        # a closed terminal, or Ctrl-C meanwhile, must not change how the command ended
        with suppress(OSError, KeyboardInterrupt):
            _tell(attended)
    leave(attended.ended)


def _tell(attended: object) -> None:
    from kb.cli.run_screen import lines

    narrow = sys.stderr.isatty()
    colour = narrow and not os.environ.get("NO_COLOR")
    for line in lines(attended, colour=colour, narrow=narrow):  # type: ignore[arg-type]
        print(line, file=sys.stderr)
    sys.stderr.flush()
