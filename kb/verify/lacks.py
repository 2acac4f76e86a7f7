"""What an inconclusive check most likely lacked, and what to do next, in one short line."""

from __future__ import annotations

import re
from pathlib import Path

from kb.model.entry import Verify
from kb.model.job import MIB, Bounds, Ran
from kb.verify.compare import printed

_GIVEN = Bounds()

_GPU = (
    # torch warns of it too, and goes on
    r"(?<!CUDA initialization: )Found no NVIDIA driver|No (?:CUDA|HIP) GPUs are available"
    r"|no CUDA-capable device|Torch not compiled with CUDA|libcuda\.so"
    r"|torch\.cuda\.is_available\(\) is False"
)
_NETWORK = (
    r"[Nn]ame resolution|Name or service not known|Network is unreachable|NameResolutionError"
    r"|OfflineModeIsEnabled|offline mode is enabled|outgoing traffic has been disabled"
    r"|couldn't connect to 'https?:|LocalEntryNotFoundError|<urlopen error"
)
_SIGNS = {
    _GPU: "the sandbox has no GPU: let it run on the CPU",
    _NETWORK: "the sandbox has no network: let it read a copy inside the project",
    r"No module named": "stand in the folder that you start your program from, or give --python "
    "your project's interpreter; packages that lie elsewhere are not shown",
    r"No space left on device": f"the sandbox has {_GIVEN.tmp // MIB} MiB of /tmp and "
    f"{_GIVEN.shm // MIB} MiB of /dev/shm: let it keep less",
}
_PATH = re.compile(
    r"(No such file or directory|Read-only file system|Permission denied): '([^'\n]{1,400})'"
    r"|(?:^|: |‘)([^:'‘’\n]{1,400})’?: (No such file or directory|Read-only file system)$",
    re.MULTILINE,
)
_READ_ONLY = (
    "that part of the project is read-only here (kb sandbox doctor says why): let it write to /tmp"
)
_LIMITS = {
    "time": "give it longer with --timeout SECONDS, or let it do fewer steps",
    "memory": f"the sandbox gives {_GIVEN.memory // MIB // 1024} GiB: "
    "let it take a smaller model, batch or part of the data",
    "disk": f"the sandbox keeps {_GIVEN.work // MIB} MiB of what is written: let it save less",
}
_NAME = "[A-Za-z_][A-Za-z0-9_]*"


def next_step(ran: Ran, verify: Verify, project: Path) -> str:
    """What to do about a run that decided nothing; empty where nothing shows what it lacked.

    Of several signs the last one printed counts: a traceback ends with what ended the run.
    """
    if verify.looks_at == "machine":
        return _LIMITS["time"] if ran.limit == "time" else ""
    if ran.limit:
        return _LIMITS.get(ran.limit, "")
    output = printed(ran)
    signs = {r"cannot import name": small_file(verify)} | _SIGNS
    said = [
        (found.end(), step) for sign, step in signs.items() for found in re.finditer(sign, output)
    ]
    said += [(found.end(), _about(found, project)) for found in _PATH.finditer(output)]
    return max(((end, step) for end, step in said if step), default=(0, ""))[1]


def _about(found: re.Match[str], project: Path) -> str:
    """The step for a file that could not be used; links in the project may lead out of it."""
    name, why = found[2] or found[3], found[1] or found[4]
    place = project / name
    if place.is_relative_to("/tmp") and not place.is_relative_to(project):  # noqa: S108
        return "the sandbox has no home, ~ is an empty /tmp: let it read a copy inside the project"
    if not place.resolve().is_relative_to(project.resolve()):
        return f"{name} lies outside the project, which alone is shown: keep what it needs inside"
    return _READ_ONLY if why.startswith("Read-only") else ""


def small_file(verify: Verify) -> str:
    """How to give the names that a command imports; empty where it imports none."""
    names = {name: value for name, value in verify.values.items() if value.pattern == _NAME}
    if "module" not in verify.values or not names:
        return ""
    lines = (
        f"def {name}(): ..." if "function" in value.about else f"{name} = ..."
        for name, value in names.items()
    )
    given = " ".join(f"--set {name}={name}" for name in names)
    return (
        f"a small file gives names that your project lacks: in check_me.py import your code and "
        f"write {', '.join(lines)}; then --set module=check_me {given}"
    )
