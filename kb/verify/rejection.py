"""Why an entry is rejected, in words that name the pattern behind its failed runs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from kb.model.evidence import Evidence, RunName
from kb.model.fault import Fault
from kb.verify.contract import line_with
from kb.verify.trial import READ_ONLY, Trial

_NETWORK_WORDS = re.compile(r"https?://|\b(curl|wget|ping|nc|ssh|dig|nslookup|pip3? install)\b")
_NETWORK_SIGNS = re.compile(
    "Network is unreachable|Temporary failure in name resolution|Name or service not known"
    "|Could not resolve host|unable to resolve host|No address associated with hostname"
    "|getaddrinfo failed|NameResolutionError"
)
_WRITE_SIGNS = re.compile(r"Read-only file system|[Pp]ermission denied|Operation not permitted")


def reasons(fault: Fault, trials: Sequence[Trial]) -> tuple[str, ...]:
    """One sentence for each thing that is wrong, the most telling first; empty: all passed."""
    by_name = {trial.step.name: trial for trial in trials}
    failed = [trial for trial in trials if not trial.passed]
    if not failed:
        return ()
    told = [*_flaky(trials), *_one_sided(fault, by_name), *_empty(by_name)]
    told += [f"{trial.step.name}: {trial.found}" for trial in failed if not _told(trial, by_name)]
    return tuple(dict.fromkeys([*told, *_surroundings(failed)]))


def _flaky(trials: Sequence[Trial]) -> Iterator[str]:
    for trial in trials:
        if trial.flaky:
            what = "verdict" if trial.step.does == "check" else "result"
            yield f"{trial.step.name} changes its {what} on repetition: {trial.flaky}"


def _one_sided(fault: Fault, by_name: Mapping[RunName, Trial]) -> Iterator[str]:
    verdicts = [_said(by_name, "faulty-check"), _said(by_name, "fixed-check")]
    text = fault.entry.verify.present
    if verdicts == ["absent", "absent"]:
        yield "the command always passes: it says absent with the fault planted as well"
    if verdicts == ["present", "present"]:
        yield "the command always fails: it says present with the fix applied as well"
    if verdicts == ["absent", "present"]:
        yield "the command has its sides exchanged: absent with the fault, present with the fix"
    if _prints(by_name, "faulty-check", text) and _prints(by_name, "fixed-check", text):
        yield f"the command prints {text!r} in both cases"


def _empty(by_name: Mapping[RunName, Trial]) -> Iterator[str]:
    trial = by_name.get("empty-check")
    if trial is None or trial.passed or trial.flaky:
        return
    if trial.said == "present":
        yield "the command says present in an empty folder: it would accuse a healthy project"
    elif trial.found == "absent":
        yield (
            "the command is green in an empty folder, only because what it looks at is missing; "
            "let it exit with 2 when there is nothing to look at, or say looks_at: machine"
        )


def _surroundings(failed: Sequence[Trial]) -> Iterator[str]:
    for trial in failed:
        if trial.said == "present" and trial.step.side == "empty":
            continue
        output = trial.output
        if _NETWORK_SIGNS.search(output) or _NETWORK_WORDS.search(trial.job.command):
            yield f"{trial.step.name} seems to need the network; the sandbox has loopback alone"
        if (sign := _WRITE_SIGNS.search(output)) and READ_ONLY not in trial.found:
            yield (
                f"{trial.step.name} seems to write outside its folder ({sign.group()}); "
                "only the work folder, /tmp and /dev/shm can be written"
            )


def _told(trial: Trial, by_name: Mapping[RunName, Trial]) -> bool:
    """Whether one of the patterns above has said all about this run already."""
    if trial.flaky:
        return True
    if trial.step.side == "empty":
        return trial.said == "present" or trial.found == "absent"
    if trial.step.does != "check" or trial.said == "inconclusive":
        return False
    other: RunName = "fixed-check" if trial.step.side == "faulty" else "faulty-check"
    return _said(by_name, other) in ("present", "absent") and trial.found in ("present", "absent")


def _said(by_name: Mapping[RunName, Trial], name: RunName) -> str:
    trial = by_name.get(name)
    return "" if trial is None or trial.flaky else trial.said


def _prints(by_name: Mapping[RunName, Trial], name: RunName, text: str) -> bool:
    trial = by_name.get(name)
    return trial is not None and line_with(text, trial.ran.stdout) is not None


def proven_before(fault: Fault, now: Evidence) -> tuple[str, ...]:
    """For a broken entry that the same files once proved: what is different today, if anything."""
    old = fault.evidence
    if old is None or old.outcome not in ("proven", "simulated") or old.digest != now.digest:
        return ()
    names = sorted({*old.environment, *now.environment})
    moved = [
        f"{name} {old.environment.get(name, 'missing')} → {now.environment.get(name, 'missing')}"
        for name in names
        if old.environment.get(name) != now.environment.get(name)
    ]
    since = ", ".join(moved) or "nothing changed since, so see whether it is flaky: --repeat 10"
    return (f"the same files were {old.outcome} on {old.recorded}: {since}",)
