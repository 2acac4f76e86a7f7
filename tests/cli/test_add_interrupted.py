"""Ctrl-C, kill -9, a full disk, two terminals: no answer is lost, nothing is half-written."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
import yaml
from at_terminal import Terminal, asleep
from incidents import incident
from test_interrupted import dying, in_child

from kb.capture import keeping
from kb.store import incidents
from kb.store.layers import trust

pytestmark = pytest.mark.usefixtures("no_handbook")

CHECK = "test -f labels.py || exit 2; grep -q fox labels.py || { echo 'no fox'; exit 1; }"
ANSWERS = ["Labels lack a class", "They are made by hand.", "Add it.", CHECK, "no fox", "ports"]
QUESTIONS = ("Title", "Root cause", "Fix", "Check", "Text of", "Node")
WRITES = ("fsync", "replace", "rename", "mkdir", "unlink", "rmdir", "write", "ftruncate")
ALONE = (
    "from pathlib import Path; from kb.store import layers; from kb.__main__ import main; "
    "layers.handbook_root = lambda: Path('/nonexistent'); main()"
)
KB = [sys.executable, "-c", ALONE]
"""`kb` without its handbook."""


def seen():
    now = time.time()
    times = {"started": now - 700, "ended": now - 690, "first": now - 690, "fixed": now - 60}
    return incidents.keep(incident(symptom="KeyError: 'fox'", tail="KeyError: 'fox'\n", **times))


def typed(*words: str) -> str:
    return "".join(f"{word}\n" for word in words)


def ids(base) -> set[str]:
    return {folder.name for folder in base.iterdir() if folder.is_dir() and folder.name[0] != "."}


def is_whole(base) -> None:
    made = yaml.safe_load((base / "labels-lack-class" / "entry.yaml").read_text())
    assert made["title"] == ANSWERS[0]
    assert (made["root_cause"], made["fix"], made["parent"]) == (ANSWERS[1], ANSWERS[2], "ports")
    assert made["verify"] == {"command": CHECK, "present": "no fox"}
    assert made["symptom"] == {"error": "KeyError: 'fox'"}


@pytest.mark.parametrize("count", range(1, len(ANSWERS)))
def test_what_was_answered_is_not_asked_again(kb, base, count):
    seen()
    cut = kb("add", stdin=typed(*ANSWERS[:count]), typed=True)
    assert cut.code == 130
    assert cut.err.endswith("kb: your answers are kept; go on with: kb add\n")
    said = kb("add", stdin=typed("y", *ANSWERS[count:]), typed=True)
    assert said.code == 0, said.err
    assert re.search(r"^Begun \d+ s ago: Labels lack a class$", said.err, re.MULTILINE)
    is_whole(base)
    assert keeping.left() == []
    assert incidents.every()[0] == []


def test_status_tells_of_what_was_begun(kb):
    kb("add", "--error", "E: x", stdin=typed(ANSWERS[0]), typed=True)
    said = kb("status")
    assert said.code == 0
    assert said.out.endswith("\nBegun; go on with: kb add\n  Labels lack a class\n")
    assert kb("status", "--json").json == {"fixed": [], "open": [], "begun": [ANSWERS[0]]}
    kb("add", stdin=typed("drop"), typed=True)
    assert kb("status").code == 1


def test_nothing_is_left_of_what_was_not_begun(kb):
    seen()
    said = kb("add", stdin="", typed=True)
    assert said.code == 130
    assert "kept" not in said.err
    assert keeping.left() == []
    assert len(incidents.every()[0]) == 1


@pytest.mark.parametrize(("answer", "kept"), [("n", 1), ("drop", 0)])
def test_what_was_begun_may_wait_or_go(kb, answer, kept):
    seen()
    kb("add", stdin=typed(ANSWERS[0]), typed=True)
    kb("add", stdin=typed(answer), typed=True)
    assert len(keeping.left()) == kept


def test_what_was_begun_like_an_entry_that_is_there_is_not_taken_for_it(kb):
    seen()
    assert kb("add", stdin=typed(*ANSWERS), typed=True).code == 0
    seen()
    kb("add", stdin=typed("n", *ANSWERS[:3]), typed=True)
    said = kb("add", stdin=typed("drop"), typed=True)
    assert "Labels lack a class" in said.err
    assert keeping.left() == []


def test_a_paste_from_a_pipe_is_kept_too(kb, base):
    (base.parent / "run.log").write_text("noise\nKeyError: 'fox'\n")
    kb("add", "run.log", stdin=typed(*ANSWERS[:2]), typed=True)
    assert kb("add", stdin=typed("y", *ANSWERS[2:]), typed=True).code == 0
    is_whole(base)
    paste = base / "labels-lack-class" / "pastes" / "first.txt"
    assert paste.read_text() == "noise\nKeyError: 'fox'\n"


def test_no_secret_of_an_answer_is_kept(kb, home):
    token = "hf_" + "aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD2f"
    seen()
    kb("add", stdin=typed(ANSWERS[0], f"the token {token} had run out"), typed=True)
    state = home / ".local" / "state"
    files = [file for file in state.rglob("*") if file.is_file()]
    assert any("had run out" in file.read_text() for file in files)
    assert all(token not in file.read_text() for file in files)


def test_where_no_answer_can_be_kept_it_is_told_once_and_the_entry_made(kb, base, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", "/proc/none")
    said = kb("add", "--error", "KeyError: 'fox'", stdin=typed(*ANSWERS), typed=True)
    assert said.code == 0, said.err
    assert said.err.count("answers cannot be kept in /proc/none/kb/drafts") == 1
    is_whole(base)


def test_answers_that_could_not_be_kept_are_handed_back(kb, base, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", "/proc/none")
    cut = kb("add", "--error", "KeyError: 'fox'", stdin=typed(*ANSWERS[:3]), typed=True)
    assert "your answers could not be kept; here they are:" in cut.err
    (tmp_path / "mine.yaml").write_text(cut.out)
    rest = typed(*ANSWERS[3:])
    assert kb("add", "--draft", str(tmp_path / "mine.yaml"), stdin=rest, typed=True).code == 0
    is_whole(base)


def test_a_full_disk_costs_no_answer(kb, base):
    """Files may not grow over 1500 bytes: room for the first answers, not for the long one."""
    seen()

    def add() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))
        long = [ANSWERS[0], "They are made by hand. " * 60, *ANSWERS[2:]]
        said = kb("add", stdin=typed(*long), typed=True)
        assert said.code == 2
        assert "No space" in said.err or "File too large" in said.err
        assert "They are made by hand. They are" in said.out
        os._exit(0)

    before = ids(base)
    assert in_child(add) == 0
    assert ids(base) == before
    assert len(incidents.every()[0]) == 1


@pytest.mark.slow
def test_killed_at_any_moment(kb, base):
    """At every write that is to come; then the person comes back."""
    seen_codes = set()
    for step in range(1, 200):
        one = seen()

        def add() -> None:
            assert kb("add", stdin=typed(*ANSWERS), typed=True).code == 0

        code = in_child(dying(step, add, WRITES))
        made = "labels-lack-class" in ids(base)
        begun = [draft for _, draft in keeping.left()]
        if made:
            is_whole(base)
        else:
            assert [each.id for each in incidents.every()[0]] == [one.id]
        seen_codes.add((code, made, len(begun)))
        if not made:
            answered = [each.values.get("title") for each in begun] == [ANSWERS[0]]
            rest = [name for name in MISSING if not begun or name not in begun[0].values]
            words = [*(["y"] if begun else []), *(ANSWERS[MISSING.index(name)] for name in rest)]
            assert answered == ("title" not in rest)
            assert kb("add", stdin=typed(*words), typed=True).code == 0
            is_whole(base)
        elif code:
            kb("add", stdin="", typed=True)
        assert keeping.left() == []
        if not made or not code:
            assert incidents.every()[0] == []
        assert ids(base) == {"batchnorm-single-sample", "port-taken", "labels-lack-class"}
        for each in incidents.every()[0]:
            incidents.drop(each.id)
        subprocess.run(["rm", "-r", base / "labels-lack-class"], check=True)
        if code == 0:
            break
    assert {(-9, False, 0), (-9, False, 1), (-9, True, 1), (0, True, 0)} <= seen_codes


MISSING = ["title", "root_cause", "fix", "verify.command", "verify.present", "parent"]


class Add(Terminal):
    """`kb add` at a terminal; `text` is all that it showed."""

    def __init__(self, cwd: Path, *words: str) -> None:
        self.text = ""
        super().__init__(["sh", "-c", 'cd "$0"; exec "$@"', str(cwd), *KB, "add", *words])

    def answer(self, question: str, words: str) -> None:
        self.until(question.encode())
        self.type(f"{words}\r".encode())

    def interrupt(self) -> None:
        self.until(b"> ")
        asleep(self.pid)
        self.type(b"\x03")

    def end(self) -> int:
        self.rest()
        return self.status()

    def _read(self) -> bytes:
        piece = super()._read()
        self.text += piece.decode(errors="replace")
        return piece


@pytest.fixture
def work(team, monkeypatch):
    """A trusted team whose handbook is out of the way."""
    trust(team)
    monkeypatch.setenv("INPUTRC", "/dev/null")
    monkeypatch.setenv("TERM", "xterm")
    return team


@pytest.fixture
def add(work):
    """Starts `kb add` with more words at a terminal of its own."""
    with ExitStack() as stack:
        yield lambda *words: stack.enter_context(Add(work, *words))


@pytest.mark.slow
@pytest.mark.parametrize("how", ["ctrl-c", "kill", "hangup"])
def test_in_a_terminal_that_ends(add, base, how):
    seen()
    first = add()
    first.answer("Title", ANSWERS[0])
    first.answer("Root cause", ANSWERS[1])
    first.until(b"Fix")
    if how == "ctrl-c":
        first.interrupt()
    else:
        os.kill(first.pid, signal.SIGKILL if how == "kill" else signal.SIGHUP)
    code = first.end()
    assert code == {"ctrl-c": 130, "kill": -9, "hangup": -1}[how]
    assert ("your answers are kept; go on with: kb add" in first.text) == (how == "ctrl-c")
    again = add()
    again.answer("Go on with it?", "")
    for question, answer in zip(("Fix", "Check", "Text of", "Node"), ANSWERS[2:], strict=True):
        again.answer(question, answer)
    assert again.end() == 0, again.text
    is_whole(base)


@pytest.mark.slow
def test_two_terminals_at_once(add, base):
    """The second does not take what the first has in hand; both are recorded."""
    seen()
    first = add()
    first.until(b"Title")
    second = add("--error", "OSError: quite another")
    second.until(b"Title")
    third = add()
    third.until(b"Error")
    assert "KeyError" not in third.text
    third.interrupt()
    assert third.end() == 130
    for terminal in (first, second):
        terminal.type(f"{ANSWERS[0]}\r".encode())
    questions = ("Root cause", "Fix", "Check", "Text of", "Node")
    for question, answer in zip(questions, ANSWERS[1:], strict=True):
        for terminal in (first, second):
            terminal.answer(question, answer)
    assert (first.end(), second.end()) == (0, 0), first.text + second.text
    assert ids(base) >= {"labels-lack-class", "labels-lack-class-2"}
    assert keeping.left() == []
    assert incidents.every()[0] == []


@pytest.mark.slow
def test_many_at_once_from_scripts_and_each_is_committed(work, base, monkeypatch):
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "K")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "k@example.org")
    words = ["--title", ANSWERS[0], "--cause", "c", "--fix", "f", "--check", CHECK]
    words += ["--present", "no fox", "--parent", "ports", "--commit", "--yes"]
    running = [
        subprocess.Popen(
            [*KB, "add", "--error", f"E: {number}", *words],
            cwd=work,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(4)
    ]
    said = [one.communicate() for one in running]
    assert [one.returncode for one in running] == [0] * 4, said
    made = {"labels-lack-class", *(f"labels-lack-class-{number}" for number in (2, 3, 4))}
    assert ids(base) >= made
    log = subprocess.check_output(["git", "-C", work, "log", "--format=%s"], text=True)
    assert {line.removeprefix("Record ") for line in log.splitlines()} == made


@pytest.mark.slow
def test_a_traceback_pasted_in_a_terminal_is_one_answer(add, base):
    log = "Traceback (most recent call last):\n\tmain()\nValueError: three tines, expected four"
    one = add()
    one.until(b"\x1b[?2004h")
    one.type(f"\x1b[200~{log}\x1b[201~\r".encode())
    one.until(b"The error: ValueError: three tines, expected four")
    for question, answer in zip(QUESTIONS, ANSWERS, strict=True):
        one.answer(question, answer)
    assert one.end() == 0, one.text
    paste = base / "labels-lack-class" / "pastes" / "first.txt"
    assert paste.read_text() == log + "\n"
