"""Rules for the case: that faulty and fixed are there, and differ where the run can see it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from packaging.requirements import InvalidRequirement, Requirement

from kb.lint.rule import Finding, at, in_file, rule
from kb.lint.shell import simple_commands
from kb.lint.view import View
from kb.model import Fault
from kb.text import mask


@rule(
    "error",
    bad="""
entry.yaml: {case: null}
faulty/train.py: print(1)
""",
    good="""
entry.yaml: {case: {run: python train.py}}
faulty/train.py: print(1)
""",
)
def files_without_case(view: View) -> Iterator[Finding]:
    """There are files of a case, and entry.yaml does not say how to run them."""
    for fault in view.faults():
        if fault.entry.case is None and (fault.faulty or fault.fixed):
            yield at(fault, "case", "is missing, and faulty/ is there", "write `case: {run: …}`")


@rule(
    "error",
    bad="faulty/train.py: null",
    good="faulty/train.py: print(1)",
)
def case_without_files(view: View) -> Iterator[Finding]:
    """The entry has a case, and its `faulty/` holds no file, so there is no fault to be shown."""
    for fault in view.faults():
        if fault.entry.case is not None and not fault.faulty:
            yield at(
                fault, "case", "has no files in faulty/", "put the program there, or drop case"
            )


@rule(
    "error",
    bad="fixed/train.py: null",
    good="fixed/train.py: print(2)",
)
def case_without_fix(view: View) -> Iterator[Finding]:
    """The case has nothing in `fixed/` and removes nothing: it cannot show that the fix works."""
    for fault in view.faults():
        case = fault.entry.case
        if case is not None and fault.faulty and not fault.fixed and not case.removes:
            yield at(
                fault, "case", "has no fix in fixed/", "put there the files that the fix changes"
            )


@rule(
    "error",
    bad="""
faulty/train.py: print(1)
fixed/train.py: print(1)
""",
    good="""
faulty/train.py: print(1)
fixed/train.py: print(2)
""",
)
def fix_changes_nothing(view: View) -> Iterator[Finding]:
    """`fixed/` over `faulty/` gives `faulty/` again."""
    for fault in view.faults():
        if fault.fixed and fault.fixed_files() == dict(fault.faulty):
            first = next(iter(fault.fixed))
            message = "is the same as in faulty/, as is all of fixed/"
            yield in_file(fault, f"fixed/{first}", None, message, "change what the fix changes")


@rule(
    "error",
    bad="entry.yaml: {case: {removes: [old.py]}}",
    good="""
entry.yaml: {case: {removes: [old.py]}}
faulty/old.py: import torch
""",
)
def removes_nothing(view: View) -> Iterator[Finding]:
    """`case.removes` names a path that `faulty/` does not have."""
    for fault in view.faults():
        for place, gone in enumerate(fault.entry.case.removes if fault.entry.case else ()):
            if not any(_at_or_below(path, gone) for path in fault.faulty):
                remedy = "name a path of faulty/, without `faulty/` itself"
                yield at(fault, f"case.removes.{place}", f"faulty/ has no {gone}", remedy)


@rule(
    "error",
    bad="""
entry.yaml: {case: {run: python main.py}}
faulty/train.py: print(1)
""",
    good="""
entry.yaml: {case: {run: python train.py}}
faulty/train.py: print(1)
""",
)
def run_names_no_file(view: View) -> Iterator[Finding]:
    """A command of the case starts a script that the case's files do not hold."""
    for fault in view.faults():
        for field, line in _lines(fault):
            for script in _scripts(line):
                if script not in fault.faulty:
                    yield at(fault, field, f"faulty/ has no {script}", "name a file of faulty/")


@rule(
    "error",
    bad="""
entry.yaml:
  symptom: {error: "4096"}
  case: {run: python train.py}
""",
    good="""
entry.yaml:
  symptom: {error: "4096"}
  case: {run: python train.py, shows: "^4096$"}
""",
)
def shows_needed(view: View) -> Iterator[Finding]:
    """Nothing is left of `symptom.error` once numbers, paths and addresses are masked, so any
    output would seem to show it.
    """
    for fault in view.faults():
        case, error = fault.entry.case, fault.entry.symptom.error
        if case is not None and case.shows is None and error is not None:
            words = re.sub(r"<[\w-]+>", "", mask(error))
            if sum(letter.isalpha() for letter in words) < 3:
                message = "is needed: masking leaves nothing of symptom.error"
                yield at(fault, "case.shows", message, "write a regex on the raw output of `run`")


@rule(
    "error",
    bad="entry.yaml: {case: {shows: '.*'}}",
    good="entry.yaml: {case: {shows: 'loss=nan'}}",
)
def shows_anything(view: View) -> Iterator[Finding]:
    """`case.shows` matches the empty text, so every output would show the symptom."""
    for fault in view.faults():
        shows = fault.entry.case.shows if fault.entry.case else None
        if shows is not None and re.search(shows, ""):
            yield at(fault, "case.shows", "matches any output", "write what only the fault prints")


@rule(
    "error",
    bad="entry.yaml: {case: {requires: [torch > = 2]}}",
    good='entry.yaml: {case: {requires: ["torch>=2", "tool:lsof", "device:cuda", "os:linux"]}}',
)
def requirement_unreadable(view: View) -> Iterator[Finding]:
    """An item of `case.requires` is neither a PEP 508 requirement nor tool:, device: or os:."""
    for fault in view.faults():
        for place, item in enumerate(fault.entry.case.requires if fault.entry.case else ()):
            if not _is_requirement(item):
                remedy = "write as torch>=2, tool:lsof, device:cuda or os:windows"
                yield at(fault, f"case.requires.{place}", f"{item!r} is no requirement", remedy)


def _is_requirement(item: str) -> bool:
    if re.fullmatch(r"(tool|device|os):[\w.+-]+", item):
        return True
    try:
        Requirement(item)
    except InvalidRequirement:
        return False
    return True


def _at_or_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _lines(fault: Fault) -> Iterable[tuple[str, str]]:
    """The commands that run in faulty/, by field."""
    case = fault.entry.case
    if case is not None and fault.faulty:
        yield "case.run", case.run
        yield from [("case.beside", case.beside)] if case.beside else []
        for place, correction in enumerate(fault.entry.corrects):
            yield f"corrects.{place}.run", correction.run


def _scripts(line: str) -> Iterator[str]:
    """Scripts that the line starts by a relative path, as in `python train.py`."""
    for command in simple_commands(line):
        if re.fullmatch(r"python[0-9.]*|bash|sh", command.program):
            script = next((word for word in command.words[1:] if not word.startswith("-")), "")
            before = command.words[1 : command.words.index(script)] if script else ()
            if re.fullmatch(r"(\./)?[\w./-]+\.(py|sh)", script) and not {"-c", "-m"} & set(before):
                yield script.removeprefix("./")
