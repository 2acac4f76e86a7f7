"""What an attack is, and the few words that the programs of attacks are written in."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kb.model.job import MIB, Bounds, Job, Ran

SMALL = Bounds(
    seconds=120, memory=192 * MIB, work=16 * MIB, tmp=16 * MIB, shm=16 * MIB, processes=64
)

SHORT = replace(SMALL, seconds=1.0)

PRELUDE = '''\
import ctypes, errno, json, os, signal, socket, struct, subprocess, sys, time
facts = json.load(open("facts.json"))
libc = ctypes.CDLL(None, use_errno=True)

def call(name, *arguments):
    """A system call by name or number; raises OSError as Python would."""
    number = facts["numbers"].get(name, name)
    if number is None:
        raise OSError(errno.ENOSYS, "not on this machine")
    result = libc.syscall(ctypes.c_long(number), *map(as_word, arguments))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result

def as_word(value):
    return value if isinstance(value, (bytes, type(None))) else ctypes.c_ulong(value)

def breach(what):
    print("BREACH", what, flush=True)

def refused(what, action, *codes):
    """Run `action`, which must fail, with one of `codes` if they are given."""
    try:
        got = action()
    except OSError as error:
        if codes and error.errno not in codes:
            breach(f"{what}: another refusal, {error}")
    else:
        breach(f"{what}: {got!r}")
'''


@dataclass(frozen=True)
class Attack:
    """A hostile program in Python (or a line for bash) and what must hold.

    A process that is to survive is a `sleep $SLEEP`, by which it is found outside. `ends` is
    the limit that must end it, or None: it must then run to its last word, `done`.
    `says` must be in its output. `holds` looks at the result once more. `bare` programs are
    also run without a sandbox, where they must find a breach: else they would prove nothing.
    """

    name: str
    program: str
    ends: tuple[str, ...] = ()
    says: str = "done"
    line: str = "python program.py"
    bounds: Bounds = SMALL
    holds: Callable[[Ran], bool] = lambda _: True
    bare: bool = False

    def job(self, facts: Mapping[str, Any], sleep: str) -> Job:
        """The job that carries it out. `sleep` is a number of seconds that is used once."""
        line = f"export SLEEP={sleep}; {self.line}"
        return Job(line, self.layout(facts), bounds=self.bounds)

    def layout(self, facts: Mapping[str, Any]) -> dict[str, bytes]:
        """Its files: the program, and what the attacker knows of the machine."""
        told = {name: value for name, value in facts.items() if name != "secret"}
        text = f"{PRELUDE}\n{self.program.strip()}\nprint('done')\n"
        return {"program.py": text.encode(), "facts.json": json.dumps(told).encode()}
