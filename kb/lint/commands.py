"""Rules for the verification command: that it can decide, and says so where it counts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from kb.lint.rule import Finding, at, rule
from kb.lint.shell import python_code, simple_commands
from kb.lint.view import View

TRIVIAL = frozenset(
    "absent bad error errors fail failed failure fault found none null present true false okay "
    "warning yes".split()
)

ENDS_WITH_ZERO = re.compile(r"(\|\||;)\s*(true|:|exit\s+0)\s*$")
MAY_FAIL = re.compile(r"exit\s+[1-9]|\bfalse\b")

MACHINE_PROGRAMS = frozenset(
    "ss lsof netstat fuser nvidia-smi rocm-smi ps pgrep top free vmstat iostat docker podman "
    "kubectl systemctl journalctl dmesg ip".split()
)
MACHINE_PLACES = re.compile(
    r"(?<![\w/])/(dev/shm|proc/(?!self\b)|sys/)|\btorch\.(cuda(?!\.amp\b)|accelerator)\b"
)


@rule(
    "error",
    bad="""
entry.yaml:
  verify: {command: "python check.py", present: "1"}
""",
    good="""
entry.yaml:
  verify: {command: "python check.py", present: a batch of one}
""",
)
def trivial_present(view: View) -> Iterator[Finding]:
    """`present` is so short or so common that another message may hold it.

    The text decides a verdict together with exit code 1, which any crash gives too; it must be
    one that only this finding prints.
    """
    for fault in view.faults():
        text = fault.entry.verify.present
        letters = sum(letter.isalpha() for letter in text)
        chinese = sum(letter >= "\u3400" for letter in text)
        if letters + 2 * chinese < 4 or text.strip(" .:!").lower() in TRIVIAL:
            message = f"{text!r} could stand in any output"
            yield at(
                fault, "verify.present", message, "print and expect words that say the finding"
            )


@rule(
    "error",
    bad="""
entry.yaml:
  verify:
    command: python -c "import sys; print('a batch of one'); sys.exit(n == 1)"
    present: a batch of one
""",
    good="""
entry.yaml:
  verify:
    command: python -c "import sys; print('a batch of one' if n == 1 else n); sys.exit(n == 1)"
    present: a batch of one
""",
)
def present_always_printed(view: View) -> Iterator[Finding]:
    """The command prints the text of `present` whatever it finds.

    Then every crash after that line, which also ends with 1, would count as a finding.
    """
    for fault in view.faults():
        verify = fault.entry.verify
        if any(verify.present in text for text in always_printed(verify.command)):
            message = f"prints {verify.present!r} whatever it finds"
            yield at(fault, "verify.command", message, "print it only when the fault is there")


@rule(
    "error",
    bad="""
entry.yaml:
  verify:
    command: python -c "import sys; n == 1 and sys.exit('a batch of one')"
    present: a batch of one
""",
    good="""
entry.yaml:
  verify:
    command: python -c "import sys; n == 1 and (print('a batch of one'), sys.exit(1))"
    present: a batch of one
""",
)
def present_on_stderr(view: View) -> Iterator[Finding]:
    """The text of `present` goes to stderr, which never counts: a traceback quotes the command."""
    for fault in view.faults():
        verify = fault.entry.verify
        for call in _exits(verify.command):
            given = (text for part in call.args for text in _constants(part))
            if any(verify.present in text for text in given):
                message = "sys.exit(TEXT) prints to stderr, where `present` is not looked for"
                yield at(fault, "verify.command", message, "print(TEXT), then sys.exit(1)")


@rule(
    "error",
    bad="""
entry.yaml:
  verify: {command: "python check.py || true", present: a batch of one}
""",
    good="""
entry.yaml:
  verify: {command: "python check.py", present: a batch of one}
""",
)
def check_cannot_fail(view: View) -> Iterator[Finding]:
    """The command always ends with 0, so it can never say that the fault is present."""
    for fault in view.faults():
        line = fault.entry.verify.command
        if ENDS_WITH_ZERO.search(line) and not MAY_FAIL.search(line):
            message = "always ends with 0, so it can never say `present`"
            yield at(fault, "verify.command", message, "end with 1 when the fault is there")


@rule(
    "warning",
    bad="""
entry.yaml:
  verify: {command: "ss -ltn | grep ':8000 ' && exit 1 || exit 0", present: LISTEN}
""",
    good="""
entry.yaml:
  verify:
    command: ss -ltn | grep ':8000 ' && exit 1 || exit 0
    present: LISTEN
    looks_at: machine
""",
)
def looks_at_machine(view: View) -> Iterator[Finding]:
    """The command asks the machine (ports, processes, /dev/shm, GPUs), and `looks_at` says
    project. `kb check` would run it in a sandbox that hides what it must see.
    """
    for fault in view.faults():
        verify = fault.entry.verify
        if verify.looks_at == "machine":
            continue
        used = [command.program for command in simple_commands(verify.command)]
        asks = [program for program in used if program in MACHINE_PROGRAMS]
        place = MACHINE_PLACES.search(verify.command)
        if asks or place:
            message = f"{asks[0] if asks else place and place[0]} looks at the machine"
            yield at(fault, "verify.looks_at", message, "write `looks_at: machine`")


def always_printed(line: str) -> Iterator[str]:
    """Literal texts that the line prints on stdout, whatever happens."""
    for command in simple_commands(line):
        if command.conditional or not command.shown:
            continue
        if command.program in ("echo", "printf"):
            yield " ".join(command.words[1:])
        yield from _printed_by(python_code(command) or "")


def _printed_by(code: str) -> Iterator[str]:
    """Literal arguments of the `print` calls that run unconditionally."""
    for statement in _statements(code):
        call = statement.value if isinstance(statement, ast.Expr) else None
        if _calls(call, "print"):
            yield from (text for part in call.args for text in _literals(part))  # type: ignore[union-attr]
        elif any(_leaves(part) for part in ast.walk(statement)):
            return


def _literals(part: ast.expr) -> Iterator[str]:
    if isinstance(part, ast.Constant):
        yield str(part.value)
    elif isinstance(part, ast.JoinedStr):
        yield from (str(value.value) for value in part.values if isinstance(value, ast.Constant))


def _exits(line: str) -> Iterator[ast.Call]:
    """Calls of sys.exit, exit and SystemExit in the Python code of the line."""
    for command in simple_commands(line):
        for statement in _statements(python_code(command) or ""):
            for part in ast.walk(statement):
                if isinstance(part, ast.Call) and _leaves(part):
                    yield part


def _constants(part: ast.AST) -> Iterator[str]:
    """Texts that an expression may be; what it asks, or hands to another call, is none."""
    if isinstance(part, ast.Constant) and isinstance(part.value, str):
        yield part.value
    elif isinstance(part, ast.IfExp):
        yield from (text for branch in (part.body, part.orelse) for text in _constants(branch))
    elif isinstance(part, ast.BoolOp | ast.BinOp | ast.JoinedStr):
        yield from (text for inner in ast.iter_child_nodes(part) for text in _constants(inner))


def _leaves(part: ast.AST) -> bool:
    """Whether the program may end there on purpose."""
    names = ("exit", "quit", "_exit", "SystemExit")
    return isinstance(part, ast.Raise | ast.Assert) or any(_calls(part, name) for name in names)


def _calls(part: ast.AST | None, name: str) -> bool:
    if not isinstance(part, ast.Call):
        return False
    called = part.func
    return (isinstance(called, ast.Name) and called.id == name) or (
        isinstance(called, ast.Attribute) and called.attr == name
    )


def _statements(code: str) -> list[ast.stmt]:
    """The statements of Python code; placeholders stand for names. Empty when it is no Python."""
    for text in (code, re.sub(r"\{([a-z_][a-z0-9_]*)\}", r"\1", code)):
        try:
            return ast.parse(text).body
        except (SyntaxError, ValueError):
            continue
    return []
