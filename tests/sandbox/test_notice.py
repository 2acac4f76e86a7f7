"""A missing tool is told, wherever it stands; one that is there, or is asked for, is not."""

from __future__ import annotations

import pytest

from kb.model.job import Bounds, Job
from kb.sandbox import run
from tests.sandbox.person import Person

pytestmark = pytest.mark.sandbox

MISSING = [
    "nosuch",
    "! nosuch -i :80",
    "nosuch | wc -l",
    "echo x | nosuch 2>/dev/null | cat",
    "nosuch 2>/dev/null || true",
    "if nosuch; then exit 1; fi",
    "x=$(nosuch 2>/dev/null); exit 0",
    "while nosuch >/dev/null 2>&1; do :; done",
    "(nosuch) 2>/dev/null; { nosuch; } 2>&-",
    "exec 2>/dev/null; ! nosuch",
    "f() { nosuch; }; ! f",
    "bash -c nosuch 2>/dev/null; true",
    "bash -c 'bash -c nosuch | cat' 2>/dev/null",
    "env nosuch | cat",
    "! env -u HOME A=b nosuch 2>/dev/null",
    "timeout 5 nosuch || true",
    "timeout -s KILL -k 1 5s nosuch; true",
    "timeout --signal=KILL 5 env nosuch; true",
    "echo a | xargs -n 1 -I{} nosuch {}; true",
    "nice -n 5 nosuch; true",
    "nohup nosuch 2>/dev/null; true",
    "stdbuf -oL nosuch | cat",
    "setsid nosuch; true",
    "command nosuch; true",
    "(exec nosuch) || true",
    "sh -c 'nosuch -x' | cat",
    "find . -maxdepth 0 -exec nosuch {} +; true",
    "set -eu; ! nosuch",
    "IFS=x; ! env nosuch",
    "! 'nosuch'",
    "trap 'true' ERR EXIT; ! timeout 5 nosuch",
    "nosuch & wait; true",
]

THERE = [
    "true | cat",
    "command -v nosuch; true",
    "type nosuch; which nosuch; hash nosuch 2>/dev/null; true",
    "command -v nosuch >/dev/null && timeout 5 nosuch; true",
    "echo nosuch; echo env nosuch",
    "env true; timeout 5 env A=b true; echo a | xargs echo; nice -n 5 true",
    "env; env -u HOME; env A=b",
    "sh -c 'exit 1'; true",
    "/usr/bin/env true; test -e /no/such/file; [ -e /no/such ] || true",
    "f() { :; }; f; alias g=true; for x in /a/b; do echo $x; done",
    "x=/no/such/tool; y=nosuch; echo $x $y",
    "find . -name nosuch -print",
    "python -m json.tool --help >/dev/null; python -c pass; python -Xutf8 -c pass",
    "printf '#!/bin/sh\\n' >x; chmod +x x; ./x",
]


@pytest.mark.parametrize("line", MISSING)
def test_it_is_told(line: str) -> None:
    assert run(Job(line, bounds=Bounds(seconds=20))).missing == ("nosuch",)


@pytest.mark.parametrize("line", THERE)
def test_nothing_is_told(line: str) -> None:
    ran = run(Job(line, bounds=Bounds(seconds=20)))
    assert (ran.missing, ran.exit_code) == ((), 0)


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ("! /usr/bin/nosuch -x", ("/usr/bin/nosuch",)),
        ("./nosuch | cat", ("./nosuch",)),
        ("one; two | three; one", ("one", "two", "three")),
        ("! python -m nosuch.part -x", ("python -m nosuch.part",)),
        ("timeout 9 python -u -m nosuch | cat", ("python -m nosuch",)),
        ("echo x >/tmp/file; ! /tmp/file", ("/tmp/file",)),
    ],
)
def test_it_is_named(line: str, missing: tuple[str, ...], person: Person) -> None:
    ran = person.run(Job(line))
    assert sorted(ran.missing) == sorted(missing)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("false; echo $?", "1\n"),
        ("false | true | (exit 3); echo ${PIPESTATUS[@]}", "1 0 3\n"),
        ("echo a b; echo $_", "a b\nb\n"),
        ("set -e; env true; false || echo on; (exit 4); echo off", "on\n"),
        ("set -u; env true; set -o pipefail; echo $-", "huBTc\n"),
        ("IFS=,; timeout 5 echo a,b; x=a,b; echo $x", "a,b\na b\n"),
        ("exec 5>f; echo x >&5; cat f", "x\n"),
        ("trap 'echo bye' EXIT; env true", "bye\n"),
        ("cat <<< 'a b' | env cat", "a b\n"),
        ("echo $0 $# $BASH_SUBSHELL; jobs; wait", "bash 0 0\n"),
    ],
)
def test_the_command_does_not_notice(line: str, said: str) -> None:
    assert run(Job(line)).stdout.decode() == said
