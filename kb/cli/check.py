"""`kb check ID`: an entry's command on one's own project."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kb import sandbox
from kb.child import python as child_python
from kb.child import shell
from kb.cli.completing import EntryId
from kb.cli.completing import values as values_of_check
from kb.cli.options import Json, KbDir, print_json
from kb.cli.paths import typed
from kb.cli.sandbox import Timeout
from kb.cli.wrapping import wrapped
from kb.errors import KbError, NotFound, Refused
from kb.model import Fault, status
from kb.model.job import Bounds, Job, Ran, Runner
from kb.store.layers import Layer, by_authority, find_layers
from kb.store.read import load_all, load_fault
from kb.text import printable
from kb.verify.check import Checked, check
from kb.verify.evidence import cut

app = typer.Typer()

EXIT = {"absent": 0, "present": 1, "inconclusive": 2}
_AS_IT_IS = ("  command: ", "  | ")
"""Lines that are copied, or were printed so."""
_SECONDS = Bounds().seconds

Values = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="The value of a placeholder of the command; a small file in the project may hold what "
        "is asked for.",
        autocompletion=values_of_check,
    ),
]
Python = Annotated[
    str | None,
    typer.Option(
        "--python",
        metavar="PATH",
        help="Your interpreter (default: VIRTUAL_ENV, .venv, the PATH's).",
        show_default=False,
    ),
]
Yes = Annotated[
    bool, typer.Option("--yes", help="Run a line that looks at the machine without asking.")
]


@app.command("check", epilog="Example: kb check port-in-use --set port=8000")
def check_command(
    id: EntryId,
    values: Values = None,
    python: Python = None,
    timeout: Timeout = _SECONDS,
    yes: Yes = False,
    kb: KbDir = None,
    as_json: Json = False,
) -> None:
    """Run an entry's check on the project you stand in: is this fault present here?

    Exit 0 absent, 1 present (with the fix), 2 inconclusive (with what was missing).
    """
    fault, layer = _find(id, find_layers(kb))
    given = dict(map(_name_and_value, values or ()))
    project = Path.cwd()
    looks_at_machine = fault.entry.verify.looks_at == "machine"
    runner = _on_machine(layer, project, yes) if looks_at_machine else sandbox.run
    mine = child_python.interpreter(python, project)
    checked = check(fault, given, runner, project, mine, Bounds(seconds=timeout))
    if as_json:
        print_json(_as_data(fault, checked))
    else:
        for line in printable(_told(fault, checked)).split("\n"):
            print(line if line.startswith(_AS_IT_IS) else wrapped(line, sys.stdout))
    raise typer.Exit(EXIT[checked.verdict])


def _find(id: str, layers: tuple[Layer, ...]) -> tuple[Fault, Layer]:
    """The entry of the nearest layer that has it, trusted layers first."""
    for layer in by_authority(layers):
        try:
            return load_fault(layer, id), layer
        except NotFound:
            continue
    # says which ids come near
    load_all(layers).fault(id)
    raise NotFound(f"no entry {id!r}; `kb list` shows what there is")


def _name_and_value(pair: str) -> tuple[str, str]:
    name, equals, value = pair.partition("=")
    if not equals:
        raise KbError(f"--set {pair}: write it as NAME=VALUE")
    return name, value


def _on_machine(layer: Layer, project: Path, yes: bool) -> Runner:
    """Runs a line as it is, but only on the person's yes, and never for an untrusted layer."""

    def runner(job: Job) -> Ran:
        if not layer.trusted:
            raise Refused(
                f"it looks at the machine, so no sandbox can run it, and the layer {layer.name} "
                f"is not trusted; read its entries, then: kb trust {typed(layer.root)}"
            )
        print(
            f"this line looks at the machine, outside the sandbox:\n  {printable(job.command)}",
            file=sys.stderr,
        )
        if not yes and not (sys.stdin.isatty() and typer.confirm("run it?", err=True)):
            raise Refused("it looks at the machine and was not run; say yes, or give --yes")
        return shell.run_line(job.command, project, job.python, job.bounds.seconds)

    return runner


def _as_data(fault: Fault, checked: Checked) -> dict[str, object]:
    return {
        "id": fault.id,
        "title": fault.entry.title,
        "status": status(fault),
        "verdict": checked.verdict,
        "why": checked.why,
        "next": checked.next,
        "command": checked.command,
        "output": cut(checked.output),
        "fix": fault.entry.fix,
    }


def _told(fault: Fault, checked: Checked) -> str:
    head = f"{checked.verdict}: {checked.why.strip()}" if checked.why else checked.verdict
    about = f"{fault.id} ({status(fault)}): {fault.entry.title}"
    if checked.verdict == "absent":
        return f"{head}\n  not here: {about}"
    if checked.verdict == "present":
        return f"{head}\n  {about}\n  fix: {fault.entry.fix}"
    output = cut(checked.output).replace("\n", "\n  | ")
    said = f"\n  | {output}" if output else ""
    step = f"\n  next: {checked.next}" if checked.next else ""
    return f"{head}\n  {about}\n  command: {checked.command}{said}{step}"
