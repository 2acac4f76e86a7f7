"""Does an entry's check cry wolf where another fault of its domain has been fixed?

Run: python tests/cross_check.py [DOMAIN …] [--only ID …] [--adapt]. One sandbox per entry holds the
fixed folders of all other entries of its domain, and the entry's command runs in each of them.
Exit 1 when it says present anywhere. With --adapt a placeholder that both have takes the other's
value, as a person there would fill it in: that reaches further, and what it finds is to be read,
since a check may rightly see what that program never claims to have mended. Background commands of
the cases are not started.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from kb.errors import KbError
from kb.model import fill
from kb.model.fault import Fault
from kb.model.job import MIB, Job
from kb.sandbox import run
from kb.store.layers import Layer, handbook_root
from kb.store.read import load
from kb.verify.plan import bounds

SECONDS_EACH = 15
MEMORY = 4096 * MIB
INSIDE = Path(__file__).with_name("cross_check_inside.py").read_bytes()


def commands(fault: Fault, others: list[Fault], adapt: bool) -> Iterator[tuple[str, str]]:
    """Each other's id with the command of `fault`, filled with the values of one of the two."""
    case = fault.entry.case
    own = dict(case.values) if case else {}
    for other in others:
        theirs = other.entry.case.values if adapt and other.entry.case else {}
        shared = {name: theirs.get(name, value) for name, value in own.items()}
        for values in (shared, own):
            try:
                yield other.id, fill(fault.entry.verify, values)
                break
            except KbError:  # the other's value means something else
                continue


def job(fault: Fault, others: list[Fault], adapt: bool) -> Job:
    """The sandbox job that runs the command of `fault` in the fixed folders of `others`."""
    asked = {"present": fault.entry.verify.present, "seconds": SECONDS_EACH}
    asked |= {"commands": dict(commands(fault, others, adapt))}
    files = {"inside.py": INSIDE, "asked.json": json.dumps(asked).encode()}
    for other in others:
        files |= {f"{other.id}/{path}": data for path, data in other.fixed_files().items()}
    usual = bounds(fault.entry.case.limits) if fault.entry.case else Job("").bounds
    room = replace(usual, seconds=SECONDS_EACH * (len(others) + 1.0), memory=MEMORY)
    return Job("python inside.py", files, bounds=room)


def crosses(fault: Fault, others: list[Fault], adapt: bool) -> int:
    """Print what came of the command of `fault` in each folder; how many findings there were."""
    ran = run(job(fault, others, adapt))
    answers = [json.loads(line) for line in ran.stdout.decode().splitlines()]
    present = [answer for answer in answers if answer["line"] is not None]
    absent = sum(answer["code"] == 0 for answer in answers)
    late = [answer["folder"] for answer in answers if answer["code"] is None]
    print(f"{fault.id}: {len(answers)} folders, {absent} absent, {len(present)} present", end="")
    print(f", out of time in {', '.join(late)}" if late else "", f"({ran.seconds:.0f} s)")
    for answer in present:
        print(f"  PRESENT in {answer['folder']}: {answer['line']}")
    if len(answers) < len(others):
        print(
            f"  NOT RUN in {len(others) - len(answers)}: {ran.detail or ran.stderr.decode()[-300:]}"
        )
    sys.stdout.flush()
    return len(present) + len(others) - len(answers)


def main() -> int:
    """Run and print; 1 when a command said present, or could not be run everywhere."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("domains", nargs="*")
    parser.add_argument("--only", nargs="*", default=[], metavar="ID")
    parser.add_argument("--adapt", action="store_true")
    wanted = parser.parse_args()
    base = load(Layer("handbook", handbook_root(), writable=False, trusted=True))
    faults = [fault for fault in base.faults.values() if fault.entry.case]
    found = 0
    for fault in faults:
        if wanted.domains and fault.entry.domain not in wanted.domains:
            continue
        if wanted.only and fault.id not in wanted.only:
            continue
        others = [each for each in faults if each.entry.domain == fault.entry.domain]
        found += crosses(fault, [each for each in others if each.id != fault.id], wanted.adapt)
    print(f"{found} to look at")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
