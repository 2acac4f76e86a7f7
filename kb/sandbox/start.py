"""Starts bubblewrap for one job, and ends it for good."""

from __future__ import annotations

import contextlib
import os
import re
import select
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NoReturn

from kb.errors import NoSandbox
from kb.model.job import Job
from kb.sandbox import live, orphans, policy, refusal, seccomp, warden
from kb.sandbox.engine import Engine
from kb.sandbox.inputs import archive
from kb.sandbox.limits import ulimits
from kb.sandbox.pipes import Pipes
from kb.sandbox.policy import Argument, View
from kb.sandbox.wires import Wires

_HERE = Path(__file__).parent
_START_SECONDS, _END_SECONDS = 60.0, 60.0


@dataclass(slots=True)
class Child:
    """One bubblewrap that has been started. `pid` and `pidfd` are of the first process inside."""

    process: subprocess.Popen[bytes]
    pipes: Pipes
    wires: Wires
    pid: int = 0
    pidfd: int = -1
    gone: bool = False

    def status(self, name: str) -> int | None:
        """A number that bubblewrap has told: `child-pid` or `exit-code`."""
        found = re.search(rf'"{name}": *(\d+)'.encode(), self.pipes.said("status"))
        return int(found.group(1)) if found else None

    def hold(self) -> None:
        """Take hold of the first process inside. Raises `NoSandbox` if there comes none."""
        if not self._grasped(_START_SECONDS):
            self.refuse()
        with contextlib.suppress(OSError):
            Path(f"/proc/{self.pid}/oom_score_adj").write_text("1000", "ascii")

    def wait_until_it_holds(self) -> None:
        """Wait for the word from inside. Raises `NoSandbox` if it does not come."""
        if not self._until(lambda: self.pipes.said("held") != b"", _START_SECONDS):
            self.refuse()

    def tell(self, name: str) -> None:
        """One byte down the pipe of that name: go on."""
        with contextlib.suppress(BrokenPipeError):
            self.wires.told[name].write(b".")

    def end(self) -> None:
        """SIGKILL everything inside, wait until it is gone, read what is left in the pipes."""
        if self.gone:
            return
        # the inner one first: bubblewrap, killed before it tells its number, would leave it
        if self._grasped(_END_SECONDS):
            live.kill(self.pidfd)
            _wait_for_end(self.pidfd)
        self.process.kill()
        self.process.wait()
        if self.pidfd >= 0:
            orphans.reap(self.pidfd)
        self.pipes.drain()
        self.gone = True

    def let_go(self) -> None:
        """Close what is held of its processes."""
        if self.pidfd >= 0:
            os.close(self.pidfd)

    def refuse(self) -> NoReturn:
        """Raise `NoSandbox` with what bubblewrap said."""
        self.end()
        raise NoSandbox(refusal.words(self.pipes.said("stderr")))

    def _grasped(self, seconds: float) -> bool:
        """Whether the first process inside is in our hand, once bubblewrap has told its number."""
        if self.pidfd < 0 and self._until(lambda: self.status("child-pid") is not None, seconds):
            self.pid = self.status("child-pid") or 0
            with contextlib.suppress(OSError):
                self.pidfd = os.pidfd_open(self.pid)
        return self.pidfd >= 0

    def _until(self, come: Callable[[], bool], seconds: float) -> bool:
        self.pipes.until(lambda: come() or "status" not in self.pipes.open, seconds)
        return come()


def _wait_for_end(pidfd: int) -> None:
    """Until the process, and with it its whole namespace, is gone."""
    waiting = select.poll()
    waiting.register(pidfd, select.POLLIN)
    waiting.poll(1000 * _END_SECONDS)


@contextlib.contextmanager
def started(
    engine: Engine, job: Job, view: View, guest: int | None, *, counted: bool
) -> Iterator[Child]:
    """bubblewrap, waiting at its gate; ended and cleared away on leaving.

    `counted` says that a memory cgroup will count its memory.
    """
    with orphans.adopted(), ExitStack() as stack:
        wires = _wires(job, stack)
        if view.copy:
            wires.give("copy", view.copy)
        if guest is not None:
            wires.chown(guest)
        filter = seccomp.program(counted=counted)
        outer = policy.arguments(view, job.bounds, guest, _text("notice.bash").encode(), filter)
        outer += ["--json-status-fd", str(wires.number("status"))]
        outer += ["--block-fd", str(wires.number("gate"))]
        wires.give("arguments", "\0".join(_words(outer, wires)).encode())
        inner = [*_change(guest), *_gate(job, view, guest, wires)]
        words = [str(engine.path), "--args", str(wires.number("arguments")), "--", *inner]
        process = _process(words, policy.environment(view), wires)
        wires.hand_over()
        pipes = Pipes({name: end.fileno() for name, end in wires.heard.items()})
        stack.callback(pipes.close)
        child = Child(process, pipes, wires)
        try:
            yield child
        finally:
            child.end()
            child.let_go()


def _process(
    words: list[str], environment: dict[str, str], wires: Wires
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(  # noqa: S603 - the sandbox's own argument list
            words,
            env=environment,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=wires.theirs["stdout"],
            stderr=wires.theirs["stderr"],
            pass_fds=wires.numbers(),
            process_group=warden.group(),
        )
    except OSError as error:
        raise NoSandbox(refusal.words(f"{words[0]}: {error.strerror}".encode())) from error


def _wires(job: Job, stack: ExitStack) -> Wires:
    wires = Wires(stack)
    for name in ("stdout", "stderr", "status", "held", "missing"):
        wires.hear(name)
    wires.tell("gate")
    wires.tell("go")
    if job.beside:
        wires.hear("beside")
    if job.files:
        wires.give("files", archive(job.files))
    return wires


def _words(arguments: list[Argument], wires: Wires) -> Iterator[str]:
    """The arguments as words, each content put behind a descriptor of its own."""
    for place, argument in enumerate(arguments):
        if isinstance(argument, bytes):
            name = f"content-{place}"
            wires.give(name, argument)
            yield str(wires.number(name))
        else:
            yield argument


def _change(guest: int | None) -> list[str]:
    if guest is None:
        return []
    change = [_program("setpriv"), f"--reuid={guest}", f"--regid={guest}", "--clear-groups"]
    return [*change, "--bounding-set=-all", "--inh-caps=-all", "--"]


def _gate(job: Job, view: View, guest: int | None, wires: Wires) -> list[str]:
    """The first program inside; `gate.bash` says what its arguments are."""
    bash = _program("bash")
    ends = [str(wires.number(name)) for name in ("files", "beside", "go", "held", "missing")]
    return [
        *(bash, "--norc", "-c", _text("gate.bash"), "gate"),
        *(str(policy.user_of(guest)), bash, _program("tar"), view.files, policy.NOTICE, *ends),
        *(ulimits(job.bounds, guest), job.command, job.beside or ""),
        *(str(wires.number("copy")), view.layer),
    ]


@lru_cache(maxsize=8)
def _text(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


@lru_cache(maxsize=8)
def _program(name: str) -> str:
    for folder in ("/usr/bin", "/bin"):
        if os.access(f"{folder}/{name}", os.X_OK):
            return f"{folder}/{name}"
    raise NoSandbox(f"the sandbox needs {name} in /usr/bin or /bin; install it")
