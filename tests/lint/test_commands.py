from __future__ import annotations

import pytest
from world import world

from kb.lint import lint
from kb.lint.commands import always_printed
from kb.lint.placeholders import undeclared
from kb.model import Placeholder, Verify


def found(rule: str, **verify: object) -> list[str]:
    """Messages of `rule` for an entry with this `verify`."""
    import json

    base, others = world(json.dumps({"entry.yaml": {"verify": verify, "case": None}}))
    return [problem.message for problem in lint(base, others) if problem.rule == rule]


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("print('a batch of one')", True),
        ("n = 1; print('n is', n, 'a batch of one'); exit(n)", True),
        ("print(f'a batch of one: {n}')", True),
        ("print('a batch of one' if n == 1 else '')", False),
        ("n == 1 and print('a batch of one')", False),
        ("n == 1 or exit(0); print('a batch of one'); exit(1)", False),
        ("assert n == 1; print('a batch of one'); exit(1)", False),
        ("from {module} import n; print('a batch of one')", True),
        ("print(x := {", False),
    ],
)
def test_what_python_prints_whatever_happens(code: str, printed: bool) -> None:
    line = f'python -c "{code}"'
    assert any("a batch of one" in text for text in always_printed(line)) is printed


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("echo a batch of one; python check.py", True),
        ("python check.py || { echo a batch of one; exit 1; }", False),
        ("python check.py && echo a batch of one", False),
        ("echo a batch of one >&2; false", False),
        ("echo a batch of one 2>&1; false", True),
        ("echo a batch of one 2> f; false", True),
        ("echo a batch of one > f; false", False),
        ("echo a batch of one | grep -q x", False),
        ("bash -c 'echo a batch of one; exit 1'", True),
    ],
)
def test_what_the_shell_prints_whatever_happens(line: str, printed: bool) -> None:
    assert any("a batch of one" in text for text in always_printed(line)) is printed


@pytest.mark.parametrize("text", ["1", "ok", "nan", "Error:", "FAIL", "none", "==", "是"])
def test_a_trivial_text_is_refused(text: str) -> None:
    assert found("trivial-present", command="python c.py", present=text)


@pytest.mark.parametrize("text", ["LISTEN", "loss is nan", "端口被占用", "of 64 free", "is absent"])
def test_a_telling_text_is_not(text: str) -> None:
    assert not found("trivial-present", command="python c.py", present=text)


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("import sys; sys.exit('too small')", True),
        ("raise SystemExit('shm is too small')", True),
        ("import sys; sys.exit('too small' if n else 0)", True),
        ("import sys; sys.exit(n and 'shm is too small')", True),
        ("import sys; sys.exit(f'{n} is too small')", True),
        ("import sys; sys.exit(print('too small') or 1)", False),
        ("import sys; sys.exit(1 if 'too small' in str(e) else 2)", False),
        ("import sys; print('too small'); sys.exit('see above')", False),
    ],
)
def test_text_on_stderr_does_not_count(code: str, wrong: bool) -> None:
    command = f'python -c "{code}"'
    assert bool(found("present-on-stderr", command=command, present="too small")) is wrong


@pytest.mark.parametrize(
    ("command", "wrong"),
    [
        ("python c.py || true", True),
        ("python c.py; exit 0", True),
        ("python c.py || :", True),
        ("ss -ltn | grep x && exit 1 || exit 0", False),
        ("python c.py", False),
        ("test -f x && echo exit 0", False),
    ],
)
def test_a_check_must_be_able_to_fail(command: str, wrong: bool) -> None:
    assert bool(found("check-cannot-fail", command=command, present="too small")) is wrong


@pytest.mark.parametrize(
    ("command", "asks"),
    [
        ("ss -ltn", "ss"),
        ("python c.py | lsof -i", "lsof"),
        ("python -c \"open('/proc/meminfo')\"", "/proc/"),
        ("stat /dev/shm", "/dev/shm"),
        ('python -c "import torch; print(torch.cuda.device_count())"', "torch.cuda"),
    ],
)
def test_what_asks_the_machine_says_so(command: str, asks: str) -> None:
    (message,) = found("looks-at-machine", command=command, present="too small")
    assert message == f"{asks} looks at the machine"
    machine = {"command": command, "present": "too small", "looks_at": "machine"}
    assert not found("looks-at-machine", **machine)


@pytest.mark.parametrize(
    "command",
    [
        "cat /proc/self/limits",
        "python ss.py",
        "ls data/dev/shm",
        "grep 'torch.cuda.amp import GradScaler' train.py",
    ],
)
def test_what_asks_the_project_does_not(command: str) -> None:
    assert not found("looks-at-machine", command=command, present="too small")


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("python check.py {file}", ["file"]),
        ("ss -ltn 'sport = :{port}'", ["port"]),
        ('python -c "from {module} import n"', ["module"]),
        ("""python -c "print(f'{n}')" """, []),
        ('python -c "x = {n}; print(x)"', []),
        ("awk '{print}' f", []),
        ("docker ps --format '{{.Names}}'", []),
        ("curl -w '%{http_code}' x", []),
        ("echo ${HOME}", []),
        ("find . -exec file {} +", []),
        ("echo {a,b}", []),
        ("python check.py {module} {file}", ["file"]),
    ],
)
def test_braces_that_are_meant_as_placeholders(command: str, names: list[str]) -> None:
    module = Placeholder(about="a module", pattern="[a-z]+")
    verify = Verify(command=command.strip(), present="x is off", values={"module": module})
    if "from {module}" in command:
        verify = verify.model_copy(update={"values": {}})
    assert list(undeclared(verify)) == names
