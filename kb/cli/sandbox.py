"""`kb sandbox`: one command in the sandbox, and what holds on this machine."""

from __future__ import annotations

import re
import shlex
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from kb.cli.options import Json, print_json
from kb.errors import Refused
from kb.model.job import MIB, Bounds, Job, Ran
from kb.text import printable

app = typer.Typer()

_UNITS = {"": MIB, "K": 1024, "M": MIB, "G": 1024 * MIB}
_GRAMMAR = frozenset(
    "if then elif else fi for in while until do done case esac select function time coproc".split()
)
_USUAL = Bounds()
_PRIVATE = f"{_USUAL.tmp // MIB}"
_LIMIT_REACHED, _NO_SANDBOX = 124, 125


def _size(option: str, text: str) -> int:
    found = re.fullmatch(r"(\d+)([KMG]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    if not found or not int(found[1]):
        raise Refused(f"{option} {text!r} is no size; write 512, 512M or 2G (MiB without a unit)")
    return int(found[1]) * _UNITS[found[2].upper()]


Command = Annotated[
    list[str],
    typer.Argument(
        metavar="-- COMMAND...",
        help="One word is a line for bash, several are a program with its arguments; "
        "`doctor` alone looks at what holds on this machine.",
        show_default=False,
    ),
]


def _number(value: float) -> float:
    """`value`; what is no number passes every bound. Raises BadParameter."""
    if value != value:
        raise typer.BadParameter("nan is no number of seconds")
    return value


Timeout = Annotated[
    float,
    typer.Option(metavar="S", min=0.01, max=86400, callback=_number, help="Seconds of wall time."),
]
Work = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        exists=True,
        file_okay=False,
        help="Folder whose files are copied in; nothing is copied back.",
        show_default=False,
    ),
]
Memory = Annotated[str, typer.Option(metavar="M", help="MiB, or with a unit: 512M, 2G.")]
Shm = Annotated[str, typer.Option(metavar="M", help="Size of /dev/shm.")]
Tmp = Annotated[str, typer.Option(metavar="M", help="Size of /tmp.")]
OpenFiles = Annotated[int, typer.Option(metavar="N", min=16, help="Open files of one process.")]
Beside = Annotated[
    str | None,
    typer.Option(
        metavar="LINE",
        help="A line for bash that runs beside: the command waits until it prints `ready`.",
        show_default=False,
    ),
]
Python = Annotated[
    Path | None, typer.Option(metavar="PATH", help="Interpreter to show.", show_default=False)
]


@app.command(
    epilog="Example: kb sandbox --work faulty -- python train.py",
    context_settings={"allow_interspersed_args": False, "ignore_unknown_options": True},
)
def sandbox(
    command: Command,
    timeout: Timeout = _USUAL.seconds,
    work: Work = None,
    memory: Memory = f"{_USUAL.memory // MIB}",
    shm: Shm = _PRIVATE,
    tmp: Tmp = _PRIVATE,
    open_files: OpenFiles = _USUAL.open_files,
    beside: Beside = None,
    python: Python = None,
    as_json: Json = False,
) -> None:
    """Run one command in the sandbox in which entries are proven.

    Exits with the command's code, 124 at a limit, 125 where this machine gives no sandbox.
    """
    if command in (["doctor"], ["doctor", "--json"]):
        raise typer.Exit(_doctor(python, as_json or len(command) > 1))
    from kb.cli.work_folder import files_of
    from kb.sandbox import run

    bounds = Bounds(
        seconds=timeout,
        memory=_size("--memory", memory),
        tmp=_size("--tmp", tmp),
        shm=_size("--shm", shm),
        open_files=open_files,
    )
    files = files_of(work, bounds.work) if work else {}
    ran = run(Job(_line(command), files, beside, bounds, python))
    raise typer.Exit(_json(ran) if as_json else _tell(ran))


def _line(command: list[str]) -> str:
    first, *rest = command
    if not rest:
        return first
    quoted = shlex.quote(first)
    if "=" in first or first in _GRAMMAR:
        # bash would take it for an assignment or for its own grammar
        quoted = quoted if quoted.startswith("'") else f"'{quoted}'"
    return " ".join([quoted, *map(shlex.quote, rest)])


def _code(ran: Ran) -> int:
    return _LIMIT_REACHED if ran.exit_code is None else ran.exit_code


def _tell(ran: Ran) -> int:
    for stream, said in ((sys.stdout, ran.stdout), (sys.stderr, ran.stderr)):
        stream.write(printable(said.decode("utf-8", "replace")))
        stream.flush()
    if ran.limit:
        print(f"kb: ended by the limit on {ran.limit}: {printable(ran.detail)}", file=sys.stderr)
    if ran.missing:
        print(f"kb: not there: {', '.join(map(printable, ran.missing))}", file=sys.stderr)
    return _code(ran)


def _json(ran: Ran) -> int:
    texts = {name: getattr(ran, name).decode("utf-8", "replace") for name in ("stdout", "stderr")}
    print_json(asdict(ran) | texts)
    return _code(ran)


def _doctor(python: Path | None, as_json: bool) -> int:
    from kb.sandbox.doctor import doctor, holds

    findings = doctor(python)
    if as_json:
        print_json({"holds": holds(findings), "findings": [asdict(each) for each in findings]})
    else:
        signs = {True: "yes", False: "NO", None: "-"}
        for each in findings:
            print(f"{signs[each.holds]:4}{printable(each.name)}: {printable(each.detail)}")
    return 0 if holds(findings) else _NO_SANDBOX
