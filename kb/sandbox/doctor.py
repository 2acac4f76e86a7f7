"""What holds on this machine, found by running the real list and looking from inside."""

from __future__ import annotations

import shlex
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.errors import NoSandbox
from kb.model.job import Bounds, Job
from kb.sandbox import cgroup, identity, refusal
from kb.sandbox.engine import Engine, Unfit, candidates
from kb.sandbox.interpreter import interpreter
from kb.sandbox.order import run
from kb.sandbox.policy import View, environment

_SECONDS = 60.0
_MOST_OF_HOME = 50

_FACTS = {
    "processes": ("none but its own", "read -r n </proc/1/comm; [[ $n == bwrap ]]"),
    "network": ("nothing but loopback", "! grep -vE '^ *lo:|[|]' /proc/net/dev"),
    "capabilities": ("none", "! grep ^Cap /proc/self/status | grep -v 0000000000000000"),
    "privileges": ("no new ones", "grep -qE '^NoNewPrivs:.1' /proc/self/status"),
    "system calls": ("filtered", "grep -qE '^Seccomp:.2' /proc/self/status"),
    "namespaces": ("no further ones", "! unshare -U true 2>/dev/null"),
    "system": ("read-only", "! touch /usr/kb && ! touch /etc/kb && ! touch /dev/kb && ! touch /kb"),
    "environment": ("nothing of yours", "! tr '\\0' '\\n' </proc/1/environ | grep -vE {names}"),
    "home and /tmp": ("nothing of yours", "for f in {canaries}; do [[ ! -e $f ]] || exit 1; done"),
    "interpreter": ("runs", "python -c 'import ssl, sqlite3'"),
}
"""What is looked at → (what should be so, a line for the inside that exits 0 when it is so)."""


_LAYERED = "what is written goes to memory and vanishes (read-only where a mount lies within)"
_NO_LAYER = "read-only: this kernel or bubblewrap (0.11 or later can) gives users no overlayfs"
_COPIED = "what is written goes to memory and vanishes; as root, parts over 64 MiB are read-only"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fact about the sandbox here. `holds` is None for what is told and not judged."""

    name: str
    holds: bool | None
    detail: str


def doctor(python: Path | None = None) -> list[Finding]:
    """Each bubblewrap found and how it fares, how limits are held, and each fact probed.

    `python` is the interpreter to show, by default the running one.
    """
    if sys.platform != "linux":
        return [Finding("bubblewrap", False, refusal.OTHER_SYSTEM)]
    fared = [_fares(found, python) for found in candidates()]
    engines = [finding for finding, _ in fared]
    probed = next((facts for _, facts in fared if facts), [])
    if not probed:
        return [*engines, Finding("sandbox", False, _why_none(engines))]
    with identity.guest() as guest:
        who = "your own, in a user namespace" if guest is None else f"{guest}, changed from root"
    told = [Finding("id", None, who), Finding("memory limit", None, cgroup.described())]
    return [*engines, *told, *probed]


def holds(findings: Sequence[Finding]) -> bool:
    """Whether commands may be run here."""
    return all(finding.holds is not False for finding in findings)


def _fares(found: Engine | Unfit, python: Path | None) -> tuple[Finding, list[Finding]]:
    """The engine itself is never judged: one that fails is passed over for the next."""
    if isinstance(found, Unfit):
        return Finding(str(found.path), None, f"not used: {found.reason}"), []
    name = f"{found.path} {found.version}"
    try:
        facts = _probe(found, python)
    except NoSandbox as error:
        return Finding(name, None, f"not used: {error}"), []
    return Finding(name, None, f"starts ({found.origin})"), facts


def _why_none(engines: list[Finding]) -> str:
    return refusal.NOTHING_FOUND if not engines else "no bubblewrap here gives one; see above"


def _probe(engine: Engine, python: Path | None) -> list[Finding]:
    seen = interpreter(python or Path(sys.executable))
    with tempfile.NamedTemporaryFile(prefix="kb-canary-") as canary:
        hidden = [canary.name, *_of_home(place for _, place in seen.binds)]
        names = "^(" + "|".join([*environment(View()), "PWD", "_", "SHLVL"]) + ")="
        lines = [
            f"if ({line.format(canaries=shlex.join(hidden), names=shlex.quote(names))})"
            f" >/dev/null 2>&1; then echo yes; else echo no; fi"
            for _, line in _FACTS.values()
        ]
        ran = run(Job("\n".join(lines), bounds=Bounds(seconds=_SECONDS), python=python), engine)
    answers = dict(zip(_FACTS, ran.stdout.decode().split(), strict=False))
    found = [_found(name, should, answers.get(name)) for name, (should, _) in _FACTS.items()]
    return [*found, Finding("a project's files", None, _project(engine, python))]


def _project(engine: Engine, python: Path | None) -> str:
    """What becomes of what a check writes into its project."""
    with tempfile.TemporaryDirectory(prefix="kb-project-") as folder:
        bounds = Bounds(seconds=_SECONDS)
        ran = run(Job("[[ -w . ]]", bounds=bounds, python=python, project=Path(folder)), engine)
    with identity.guest() as guest:
        if ran.exit_code != 0:
            return _NO_LAYER
        return _LAYERED if guest is None else _COPIED


def _found(name: str, should: str, answer: str | None) -> Finding:
    return Finding(name, answer == "yes", should if answer == "yes" else f"should be: {should}")


def _of_home(shown: Iterable[str]) -> list[str]:
    """Names that lie in $HOME and may not be seen; not those that lead to the interpreter."""
    places = [Path(place) for place in shown]
    try:
        names = sorted(Path.home().iterdir())
    except OSError:
        return []
    hidden = [name for name in names if not any(p.is_relative_to(name) for p in places)]
    return [str(name) for name in hidden[:_MOST_OF_HOME]]
