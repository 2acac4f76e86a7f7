"""A command is followed as if nobody followed it: at real terminals, with real signals."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from at_terminal import FOLLOWED, TOP, Held, Terminal, seen_and_ended

pytestmark = pytest.mark.terminal

PYTHON = [sys.executable, "-S", "-c"]

# Python misses a signal that comes right before it begins to wait, but for one that wakes it;
# and lines are written by `os.write`, for no handler may print where `print` is interrupted
WAITS = """\
import os, select, signal, sys
told, bell = os.pipe()
os.set_blocking(bell, False)
signal.set_wakeup_fd(bell)
def line():
    while 0 not in select.select([0, told], [], [])[0]:
        os.read(told, 99)
    return sys.stdin.readline()
"""

SAME_AT_A_TERMINAL = {
    "terminals": ("import os; print([os.isatty(n) for n in range(3)])", b""),
    "size": ("import os; print(os.get_terminal_size(1), os.get_terminal_size(2))", b""),
    "bytes": (
        r"import os, sys; sys.stdout.buffer.write(bytes(range(256)) * 40); sys.stdout.flush(); "
        r"os.write(2, b'\x1b[31mred\x1b[0m\r\n')",
        b"",
    ),
    "order": ("import os; [os.write(1 + n % 2, b'%d\\n' % n) for n in range(500)]", b""),
    "bar": ("print(*(f'\\r{n}%' for n in range(100)), end='')", b""),
    "prompt": ("print('you said', input('ready? '))", b"yes\n"),
    "edited": ("print('you said', input('ready? '))", b"yes\x7f\x7f\x7fno\n"),
    "end of input": (
        "import sys; print('ready', end='', flush=True); sys.stdin.read()",
        b"text\n\x04",
    ),
    "no echo": ("import getpass; print(len(getpass.getpass('ready? ')))", b"secret\n"),
    "one key": (
        "import sys, tty, termios; old = termios.tcgetattr(0); tty.setraw(0); "
        "print('ready', end='', flush=True); key = sys.stdin.read(1); "
        "termios.tcsetattr(0, 0, old); print(repr(key))",
        b"\x03",
    ),
    "curses": (
        "import curses; screen = curses.initscr(); curses.noecho(); curses.raw(); "
        "screen.addstr('ready'); screen.refresh(); key = screen.getch(); curses.endwin(); "
        "print(repr(key))",
        b"\x03",
    ),
    "keys from stderr's terminal": (
        "import os, sys, tty, termios; fd = os.open(os.ttyname(2), os.O_RDONLY); "
        "old = termios.tcgetattr(fd); tty.setraw(fd); print('ready', end='', flush=True); "
        "key = os.read(fd, 9); termios.tcsetattr(fd, termios.TCSANOW, old); print(repr(key))",
        b"\x03",
    ),
    # no line of the traceback, for it may be here or there when it is interrupted
    "Ctrl-C": (f"{WAITS}sys.tracebacklimit = 0; os.write(1, b'ready'); line()", b"\x03"),
    "Ctrl-\\": ("import time; print('ready', end='', flush=True); time.sleep(1000)", b"\x1c"),
    "code": ("import sys; sys.exit('no')", b""),
    "killed": ("import os; os.kill(os.getpid(), 9)", b""),
    "aborted": ("import os; os.abort()", b""),
    "ignored": (
        "import signal; names = ['SIGPIPE', 'SIGINT', 'SIGHUP', 'SIGCHLD', 'SIGXFSZ']; "
        "print([signal.getsignal(getattr(signal, n)) for n in names], "
        "signal.pthread_sigmask(signal.SIG_BLOCK, []))",
        b"",
    ),
}


@pytest.mark.parametrize("name", SAME_AT_A_TERMINAL)
def test_it_is_as_if_nobody_followed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    source, keys = SAME_AT_A_TERMINAL[name]
    command = [*PYTHON, source]
    bare, followed = (seen_and_ended([*way, *command], keys) for way in ([], FOLLOWED))
    assert echo_apart(followed, keys) == echo_apart(bare, keys)


def echo_apart(ended: tuple[bytes, int], keys: bytes) -> tuple[bytes, int, int]:
    """The kernel echoes a key that interrupts beside what is said of it: before it or after."""
    shown, status = ended
    echo = {b"\x03": b"^C", b"\x1c": b"^\\"}.get(keys, b"no echo")
    return shown.replace(echo, b""), shown.count(echo), status


@pytest.mark.parametrize(
    "name", ["no echo", "curses", "keys from stderr's terminal", "Ctrl-C", "killed"]
)
def test_the_terminal_is_as_it_was(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    source, keys = SAME_AT_A_TERMINAL[name]
    with Terminal([*FOLLOWED, *PYTHON, source]) as terminal:
        if keys:
            terminal.until(b"ready")
            terminal.type(keys)
        terminal.status()
        assert terminal.mode() == terminal.found


SIZES = f"""{WAITS}
def tell(*_): os.write(1, f"{{os.get_terminal_size(1)}}\\n".encode())
signal.signal(signal.SIGWINCH, tell)
os.write(1, b"ready\\n")
line()
"""


def test_a_new_size_of_the_window() -> None:
    with Terminal([*FOLLOWED, *PYTHON, SIZES]) as terminal:
        terminal.until(b"ready")
        terminal.resize(50, 132)
        terminal.until(b"columns=132, lines=50")


COUNTS = f"""{WAITS}
seen = []
def note(number, _): seen.append(number); os.write(1, b"seen\\n")
for each in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1, signal.SIGHUP):
    signal.signal(each, note)
os.write(1, b"ready\\n")
while line() != "end\\n":
    pass
print(sorted(seen))
"""


def test_ctrl_c_comes_once() -> None:
    with Terminal([*FOLLOWED, *PYTHON, COUNTS]) as terminal:
        terminal.until(b"ready")
        terminal.type(b"\x03end\n")
        terminal.until(b"[2]")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGUSR1])
def test_a_signal_to_us_alone_is_passed_on(number: signal.Signals) -> None:
    with Terminal([*FOLLOWED, *PYTHON, COUNTS]) as terminal:
        terminal.until(b"ready")
        os.kill(terminal.pid, number)
        terminal.until(b"seen")
        terminal.type(b"end\n")
        terminal.until(f"[{int(number)}]".encode())


# the signal may come twice
STOPS = f"""{WAITS}
signal.signal(signal.SIGCONT, lambda *_: os.write(1, b"gone on\\n"))
os.write(1, b"ready\\n")
os.write(1, f"got {{line()}}".encode())
"""


def test_ctrl_z_and_fg(tmp_path: Path) -> None:
    script = tmp_path / "work.py"
    script.write_text(STOPS)
    with Terminal(["bash", "--norc", "--noprofile", "-i"]) as shell:
        words = " ".join(f"'{word}'" for word in [*FOLLOWED, sys.executable, "-S", str(script)])
        shell.type(words.encode() + b"\n")
        shell.until(b"ready\r\n")
        shell.type(b"\x1a")
        shell.until(b"Stopped")
        shell.type(b"echo the shell $((20 + 3)) is back\n")
        shell.until(b"the shell 23 is back")
        shell.type(b"fg\n")
        shell.until(b"gone on")
        shell.type(b"a line\n")
        shell.until(b"got a line")
        shell.type(b"exit 7\n")
        assert shell.status() == 7


def test_a_shell_in_it_has_its_job_control() -> None:
    with Terminal([*FOLLOWED, "bash", "--norc", "--noprofile"]) as terminal:
        terminal.type(b"sh -c 'echo rea''dy; exec sleep 1000'\n")
        terminal.until(b"ready\r\n")
        terminal.type(b"\x1a")
        terminal.until(b"Stopped")
        # `wait` does not wait for a stopped one, which bash would not leave behind
        terminal.type(b"kill -9 %1; fg; echo it was ki''lled\n")
        assert b"no job control" not in terminal.until(b"it was killed")
        terminal.type(b"exit 5\n")
        assert terminal.status() == 5


LEAVES = {
    "a child that ignores Ctrl-C": "sleep 1000 &",
    "a session of its own": "setsid sleep 1000 &",
    "an orphan": "(sleep 1000 &);",
    "a stopped one": "sleep 1000 & kill -STOP $!;",
}


@pytest.mark.parametrize("way", ["Ctrl-C", "SIGINT", "SIGTERM", "closed terminal"])
@pytest.mark.parametrize("kind", LEAVES)
def test_nothing_is_left(kind: str, way: str, tmp_path: Path) -> None:
    held = Held(tmp_path)
    line = f"exec 9>{held.path}; {LEAVES[kind]} echo ready; exec sleep 1000"
    with Terminal([*FOLLOWED, "sh", "-c", line]) as terminal:
        terminal.until(b"ready")
        if way == "Ctrl-C":
            terminal.type(b"\x03")
        elif way == "closed terminal":
            terminal.hang_up()
        else:
            os.kill(terminal.pid, signal.Signals[way])
        assert held.gone()


@pytest.mark.slow
def test_not_even_what_ignores_all_signals_is_left(tmp_path: Path) -> None:
    held = Held(tmp_path)
    line = f"exec 9>{held.path}; (trap '' INT TERM HUP; sleep 1000) & echo ready; exec sleep 1000"
    with Terminal([*FOLLOWED, "sh", "-c", line]) as terminal:
        terminal.until(b"ready")
        terminal.type(b"\x03")
        assert held.gone()


def test_what_outlives_a_run_that_ended_well_goes_on(tmp_path: Path) -> None:
    held = Held(tmp_path)
    line = f"exec 9<>{held.path}; sleep 1000 >&- 2>&- & echo $!"
    done = subprocess.run([*FOLLOWED, "sh", "-c", line], capture_output=True, check=False)
    assert done.returncode == 0
    os.kill(int(done.stdout), signal.SIGKILL)  # ProcessLookupError, were it gone


def test_children_of_a_shell_that_became_us_are_not_ours() -> None:
    words = " ".join(f"'{word}'" for word in [*FOLLOWED, "sh", "-c", "kill -TERM $PPID; sleep 100"])
    done = subprocess.run(
        ["sh", "-c", f"sleep 1000 >&- 2>&- & echo $!; exec {words}"],
        capture_output=True,
        check=False,
    )
    assert done.returncode == -signal.SIGTERM
    os.kill(int(done.stdout), signal.SIGKILL)


ENDINGS = """\
import sys
from kb.child.foreground import follow
for code in range(256):
    ended = follow(["sh", "-c", f"exit {code}"])
    assert (ended.exit_code, ended.signal) == (code, None), (code, ended)
for number in (1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 31):
    ended = follow(["sh", "-c", f"ulimit -c 0; kill -{number} $$"])
    assert (ended.exit_code, ended.signal) == (None, number), (number, ended)
"""


def test_every_exit_code_and_signal() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDINGS], cwd=TOP, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


ALARMS = """\
import os
from kb.child.foreground import follow
read, write = os.pipe()
def first(): raise OSError("no more processes")
def second(): os.write(write, b"go on\\n")
os.dup2(read, 0)
print(follow(["sh", "-c", "read line; echo $line"], [(0.0, first), (0.0, second)]).exit_code)
"""


def test_an_alarm_that_fails_changes_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ALARMS], cwd=TOP, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("go on\n0\n", "")


@pytest.mark.parametrize("number", [2, 6, 9, 11, 13, 15])
def test_it_dies_as_the_command_died(number: int) -> None:
    line = f"ulimit -c 0; kill -{number} $$"
    assert subprocess.run([*FOLLOWED, "sh", "-c", line], check=False).returncode == -number


def test_pipes_stay_apart() -> None:
    line = "echo out; echo err >&2; echo more; exit 3"
    done = subprocess.run([*FOLLOWED, "sh", "-c", line], capture_output=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == (b"out\nmore\n", b"err\n", 3)


def test_one_pipe_for_both_keeps_the_order() -> None:
    source = "import os; [os.write(1 + n % 2, b'%d\\n' % n) for n in range(2000)]"
    done = subprocess.run(
        [*FOLLOWED, *PYTHON, source], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True
    )
    assert done.stdout == b"".join(b"%d\n" % n for n in range(2000))


def test_what_is_piped_in_reaches_it_and_ends() -> None:
    given = os.urandom(3_000_000)
    done = subprocess.run([*FOLLOWED, "cat"], input=given, capture_output=True, check=True)
    assert hashlib.sha256(done.stdout).digest() == hashlib.sha256(given).digest()


def test_a_reader_that_has_enough_ends_it() -> None:
    line = " ".join(f"'{word}'" for word in [*FOLLOWED, "yes"])
    done = subprocess.run(
        ["bash", "-c", f"{line} | head -1; echo ${{PIPESTATUS[0]}}"],
        capture_output=True,
        check=True,
    )
    assert (done.stdout, done.stderr) == (b"y\n141\n", b"")


@pytest.mark.parametrize(("redirect", "terminals"), [("", "False True"), ("2>&1", "False False")])
def test_a_pipe_beside_a_terminal(redirect: str, terminals: str) -> None:
    # one piece each: what comes by two ways may fall between two pieces
    source = "import os; os.write(1, b'%r %r' % (os.isatty(1), os.isatty(2))); os.write(2, b'err')"
    words = " ".join(f'"{word}"' for word in [*FOLLOWED, *PYTHON, source])
    with Terminal(["sh", "-c", f"{words} {redirect} | cat"]) as terminal:
        shown = terminal.rest().decode()
    assert terminals in shown
    assert "err" in shown


def test_a_script_without_a_first_line(tmp_path: Path) -> None:
    script = tmp_path / "go"
    script.write_text('echo "gone $1"\n')
    script.chmod(0o755)
    done = subprocess.run([*FOLLOWED, str(script), "there"], capture_output=True, check=True)
    assert done.stdout == b"gone there\n"
