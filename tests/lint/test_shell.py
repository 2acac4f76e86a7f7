from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.lint.shell import python_code, simple_commands


def programs(line: str) -> list[str]:
    return [command.program for command in simple_commands(line)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ss -ltn 'sport = :80; rm' | grep -q LISTEN", ["ss", "grep"]),
        ("A=1 B='x y' python x.py", ["python"]),
        ("if test -f a; then echo b; else rm c; fi", ["test", "echo", "rm", "fi"]),
        ("sudo -n rm a", ["sudo", "rm"]),
        ("timeout 5 env X=1 kill 7", ["timeout", "env", "kill"]),
        ("find . -print0 | xargs -0 rm", ["find", "xargs", "rm"]),
        ("bash -c 'echo a; kill 1'", ["bash", "echo", "kill"]),
        ("echo $(pgrep -f serve)", ["pgrep", "echo", "pgrep"]),
        ('echo "now `date`"', ["date", "echo"]),
        ("/usr/bin/rm a", ["rm"]),
        ("! { (ls) ; }", ["ls", "}"]),
        ("python x.py > rm 2>&1", ["python"]),
        ("unbalanced 'quote", ["unbalanced"]),
        ("", []),
    ],
)
def test_programs_are_seen_and_arguments_are_not(line: str, expected: list[str]) -> None:
    assert programs(line) == expected


@pytest.mark.parametrize(
    ("line", "conditional", "shown"),
    [
        ("a; echo x", False, True),
        ("a && echo x", True, True),
        ("a || echo x", True, True),
        ("a | echo x", False, True),
        ("echo x | a", False, False),
        ("echo x > f", False, False),
        ("echo x >&2", False, False),
        ("echo x 2>&1", False, True),
        ("if a; then echo x; fi", True, True),
        ("echo $(echo x)", True, False),
    ],
)
def test_whether_a_program_runs_and_is_shown(line: str, conditional: bool, shown: bool) -> None:
    command = next(each for each in simple_commands(line) if each.program == "echo")
    assert (command.conditional, command.shown) == (conditional, shown)


def test_python_code_is_the_argument_of_c() -> None:
    (command,) = simple_commands("""python3.11 -I -c "print('a; b')" rest""")
    assert python_code(command) == "print('a; b')"
    assert python_code(simple_commands("python x.py -c")[0]) is None


@given(st.text(max_size=200))
def test_no_line_breaks_it(line: str) -> None:
    for command in simple_commands(line):
        assert command.words[0]
