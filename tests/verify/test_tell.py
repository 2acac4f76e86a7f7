"""What a person and a CI system are told."""

from __future__ import annotations

import json
import shlex
from pathlib import PurePath
from xml.etree import ElementTree as ET

from planted import PRESENT, Runner, fault, ran

from kb.verify import Here, Outcome, verify
from kb.verify.junit import junit
from kb.verify.keep import kept_files, step_into
from kb.verify.tell import checked, document, failure, line, summary


def outcomes(here: Here) -> list[Outcome]:
    return [
        verify(fault("a"), Runner(), here),
        verify(fault("b"), Runner({"fixed-check": ran(1, f"\x1b[31m{PRESENT}\n")}), here),
        verify(fault("c", case__requires=["tool:nvcc"]), Runner(), here),
        verify(fault("d", case=None), Runner(), here),
    ]


def test_a_line_for_each(here: Here) -> None:
    assert [line(outcome) for outcome in outcomes(here)] == [
        "proven     a  2.5 s",
        "broken     b  2.5 s  the command always fails: "
        "it says present with the fix applied as well",
        "skipped    c  0.0 s  needs tool:nvcc (not installed)",
        "claimed    d  0.5 s",
    ]


def test_a_skipped_entry_names_the_evidence_on_file(here: Here) -> None:
    known = fault("c", case__requires=["tool:lsof"])
    evidence = verify(known, Runner(), here).evidence
    changed = fault("c", case__requires=["tool:nvcc"])
    object.__setattr__(changed, "evidence", evidence)
    assert line(verify(changed, Runner(), here)).endswith("; evidence on file: stale")


def test_a_broken_entry_is_told_whole(here: Here) -> None:
    told = failure(outcomes(here)[1], ["--kb", "my kb"])
    assert told.splitlines() == [
        "b is broken",
        "  - the command always fails: it says present with the fix applied as well",
        "  - the command prints 'a batch of one' in both cases",
        "  fixed-check",
        "    command   python check.py",
        "    expected  absent",
        "    found     present",
        "    output    \\x1b[31ma batch of one",
        "  run it alone:  kb verify b --kb 'my kb'",
    ]


def test_a_correction_that_shows_nothing_is_told(here: Here) -> None:
    claim = {"claim": "it yields nan", "found": "it raises", "run": "python claim.py"}
    runner = Runner({"correction": ran(127, stderr="no claim.py\n")})
    told = failure(verify(fault("a", corrects=[claim]), runner, here)).splitlines()
    assert told[1:6] == [
        "  - the run behind the correction of 'it yields nan' shows nothing: exit 127",
        "  correction",
        "    command   python claim.py",
        "    found     exit 127",
        "    output    no claim.py",
    ]


def test_the_summary_counts_by_result(here: Here) -> None:
    told = outcomes(here)
    assert summary(told) == "4 entries: 1 proven, 1 claimed, 1 skipped, 1 broken"
    assert summary(told[:1]) == "1 entry: 1 proven"
    assert summary([]) == "0 entries: nothing checked"
    assert checked(told) == 3
    assert checked(told[2:3]) == 0


def test_the_document_is_plain_data(here: Here) -> None:
    data = json.loads(json.dumps(document(outcomes(here))))
    assert data["summary"] == {
        "proven": 1, "simulated": 0, "claimed": 1, "skipped": 1, "broken": 1,
    }  # fmt: skip
    assert [entry["result"] for entry in data["entries"]] == [
        "proven", "broken", "skipped", "claimed",
    ]  # fmt: skip
    run = data["entries"][1]["runs"][3]
    assert (run["name"], run["passed"], run["found"]) == ("fixed-check", False, "present")


def test_junit(here: Here) -> None:
    suite = ET.fromstring(junit(outcomes(here))).find("testsuite")
    assert suite is not None
    assert {name: suite.get(name) for name in ("tests", "failures", "skipped")} == {
        "tests": "4", "failures": "1", "skipped": "2",
    }  # fmt: skip
    cases = suite.findall("testcase")
    assert [case.get("name") for case in cases] == ["a", "b", "c", "d"]
    found = cases[1].find("failure")
    assert found is not None
    assert "always fails" in found.get("message", "")
    assert "\\x1b[31ma batch of one" in (found.text or "")


def test_junit_holds_any_output(here: Here) -> None:
    nasty = ran(3, "\0 ]]> <&> \ud7ff \ufffe", stderr="\x1b\x07")
    told = junit([verify(fault(), Runner({"fixed-run": nasty}), here)])
    assert "]]>" in "".join(ET.fromstring(told).itertext())


def test_kept_folders_and_how_to_step_into_them() -> None:
    known = fault()
    assert kept_files(known) == {"faulty/train.py": b"faulty", "fixed/train.py": b"fixed"}
    assert step_into(known, PurePath("/tmp/kb-a")).splitlines() == [
        "  faulty-run    kb sandbox --work /tmp/kb-a/faulty -- 'python train.py'",
        "  faulty-check  kb sandbox --work /tmp/kb-a/faulty -- 'python check.py'",
        "  fixed-run     kb sandbox --work /tmp/kb-a/fixed -- 'python train.py'",
        "  fixed-check   kb sandbox --work /tmp/kb-a/fixed -- 'python check.py'",
    ]
    assert kept_files(fault(case=None)) == {}


def test_its_limits_and_what_runs_beside_are_told_too() -> None:
    small = {"seconds": 0.5, "memory": 64, "tmp": 2, "shm": 1, "open_files": 32}
    known = fault(case__beside="python 'a server.py'", case__limits=small)
    first, *_ = step_into(known, PurePath("/k")).splitlines()
    assert shlex.split(first)[4:] == [
        *("/k/faulty", "--beside", "python 'a server.py'", "--timeout", "0.5", "--memory", "64M"),
        *("--tmp", "2M", "--shm", "1M", "--open-files", "32", "--", "python train.py"),
    ]
