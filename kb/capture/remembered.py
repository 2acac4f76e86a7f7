"""What an incident knows of the entry that is made of it: the draft, and a draft of its case."""

from __future__ import annotations

import datetime as dt
import difflib
import re
import shlex
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from kb.capture import imports, sources, window
from kb.capture.draft import PASTE, Draft, begin
from kb.model.incident import Incident

_NO_PACKAGE = ("python", "platform", "cuda")
_PYTHON = re.compile(r"(?:.*/)?python[0-9.]*")


def draft_of(incident: Incident) -> Draft:
    """The draft with all that was seen: symptom, paste, environment, day and minutes to the fix."""
    met = dt.datetime.fromtimestamp(incident.first).astimezone().date()
    draft = replace(
        begin(incident.symptom, met), incident=incident.id, fixed=incident.fixed
    ).having(
        {
            # the platform is neither a package nor a tool
            "environment": _without(incident.environment, "platform"),
            "origin.minutes_to_fix": window.minutes_to_fix(incident),
        }
    )
    return (
        draft.beside({PASTE: incident.tail.encode(errors="replace")})
        if incident.tail.strip()
        else draft
    )


@dataclass(frozen=True, slots=True)
class Changed:
    """The person's files as they failed and as they pass: path → redacted text.

    `run` is the command that shows it, None when it is no single printable line.
    """

    failing: Mapping[str, str]
    passing: Mapping[str, str]
    run: str | None
    requires: tuple[str, ...] = ()

    def diff(self) -> list[str]:
        """The lines of a unified diff from failing to passing; none where nothing differs, or
        where the passing files are not to be had."""
        lines: list[str] = []
        if not self.passing:
            return lines
        for path in sorted({*self.failing, *self.passing}):
            old, new = (files.get(path, "").splitlines() for files in (self.failing, self.passing))
            lines += difflib.unified_diff(old, new, path, path, n=2, lineterm="")
        return lines

    def case(self, draft: Draft) -> Draft:
        """The draft with these files as its case."""
        fixed = {
            path: text for path, text in self.passing.items() if self.failing.get(path) != text
        }
        files = {f"faulty/{path}": text for path, text in self.failing.items()}
        files |= {f"fixed/{path}": text for path, text in fixed.items()}
        return draft.beside(
            {path: text.encode(errors="replace") for path, text in files.items()}
        ).having(
            {
                "case.run": self.run,
                "case.removes": sorted(self.failing.keys() - self.passing.keys()),
                "case.requires": list(self.requires),
            }
        )


def changed(incident: Incident) -> Changed:
    """What differs between the failing run and the passing one, or the files as they are now.

    Beside what differs only those files are in it that the command needs, where its imports
    tell; else all that were seen.
    """
    folder = Path(incident.folder)
    seen = [*incident.sources, *sources.changed(folder, incident.rev)]
    passing = dict(incident.fixed_sources) or sources.texts(folder, seen)
    # what was changed by the fix alone was, when it failed, as in the revision
    before = sources.then(folder, incident.rev, [*(passing.keys() - incident.sources.keys())])
    failing = {**before, **incident.sources}
    differ = {path for path in {*failing, *passing} if failing.get(path) != passing.get(path)}
    needed = imports.needed(incident.command, folder, failing)
    wanted = {path for path in differ.union(needed or failing) if not path.endswith(".log")}
    untouched = {path: text for path, text in needed.items() if path not in failing}
    return Changed(
        _of({**untouched, **failing}, wanted),
        _of({**untouched, **passing}, wanted),
        _run(incident),
        _imported(incident, {**needed, **_of(failing, wanted)}),
    )


def _of(texts: Mapping[str, str], wanted: Collection[str]) -> dict[str, str]:
    return {path: texts[path] for path in sorted(texts) if path in wanted}


def _run(incident: Incident) -> str | None:
    first, *words = incident.command or ("",)
    # a program of a folder of this machine: the sandbox has its own of that name
    name = PurePath(first).name if PurePath(first).is_absolute() else first
    before = ["python"] if _PYTHON.fullmatch(name) else [name]
    line = shlex.join([*(["python", "-m", "pytest"] if name == "pytest" else before), *words])
    return line if line.isprintable() and name else None


def _imported(incident: Incident, failing: Mapping[str, str]) -> tuple[str, ...]:
    """The packages of the environment that the failing files import, and pytest if that runs."""
    text = "\n".join(code for path, code in failing.items() if path.endswith((".py", ".ipynb")))
    runs = ("pytest",) if incident.command and imports.is_pytest(incident.command) else ()
    return runs + tuple(
        name
        for name in _without(incident.environment, *_NO_PACKAGE)
        if re.search(rf"^\s*(?:import|from)\s+{re.escape(name)}\b", text, re.MULTILINE)
    )


def _without(environment: Mapping[str, str], *names: str) -> dict[str, str]:
    return {name: version for name, version in environment.items() if name not in names}
