"""However a run ends, and however its runner ends, nothing is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
from at_terminal import asleep

from kb.errors import NoSandbox
from kb.model.job import Bounds, Job
from kb.sandbox import run, stop
from kb.sandbox.start import Child
from kb.sandbox.wires import Wires
from tests.sandbox.leftovers import children, leftovers, machine
from tests.sandbox.moments import MOMENTS, act_at, first_inside
from tests.sandbox.person import Person

pytestmark = pytest.mark.sandbox

ROOT = Path(__file__).parents[2]

STUBBORN = b"""
import os, signal, sys
for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
for _ in range(3):
    if not os.fork():
        os.setsid()
        if not os.fork():
            os.execvp("sleep", ["sleep", sys.argv[1]])
        os._exit(0)
open("/tmp/x", "w").write("x" * 9999)
os.execvp("sleep", ["sleep", sys.argv[1]])
"""

RUNNER = """
import sys
from kb.model.job import Bounds, Job
from kb.sandbox import run
line = f"trap '' INT TERM HUP; (setsid sleep {sys.argv[1]} &); sleep {sys.argv[1]}"
print("about to", flush=True)
if sys.argv[2] == "threads":
    from concurrent.futures import ThreadPoolExecutor
    from kb.sandbox import stop
    pool = ThreadPoolExecutor(4)
    try:
        for _ in range(12):
            pool.submit(run, Job(line, bounds=Bounds(seconds=600)))
        pool.shutdown()
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        stop()
        raise
else:
    run(Job(line, bounds=Bounds(seconds=600)))
"""


SWEEP = """
import os, random, sys, time
from kb.model.job import Bounds, Job
from kb.sandbox import run
run(Job("true"))
for _ in range(int(sys.argv[2])):
    read, write = os.pipe()
    runner = os.fork()
    if not runner:
        os.write(write, b".")
        run(Job("sleep " + sys.argv[1], bounds=Bounds(seconds=600)))
    os.read(read, 1)
    time.sleep(random.random() * 0.04)
    os.kill(runner, 9)
    os.waitpid(runner, 0)
    os.close(read), os.close(write)
"""
"""Forks that run a sandbox each; killed before it stands, while it starts, and after."""


def keep_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever `act_at` changes is undone after the test."""
    for name in ("hold", "tell", "wait_until_it_holds"):
        monkeypatch.setattr(Child, name, getattr(Child, name))
    monkeypatch.setattr(Wires, "hear", Wires.hear)


def eventually(holds: Callable[[], bool]) -> bool:
    """Whether it comes to hold within two minutes."""
    end = time.monotonic() + 120
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def running(mark: str) -> int:
    """How many processes have `mark` in their command line as an argument of `sleep`."""
    count = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            count += (process / "cmdline").read_bytes() == f"sleep\0{mark}\0".encode()
        except OSError:
            continue
    return count


@pytest.mark.parametrize("how", ["alone", "threads"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_outlives_the_runner(number: signal.Signals, how: str) -> None:
    mark = f"86400.{uuid.uuid4().int}"
    before = machine()
    wanted = 2 if how == "alone" else 8
    with subprocess.Popen(
        [sys.executable, "-c", RUNNER, mark, how], stderr=subprocess.DEVNULL
    ) as runner:
        assert eventually(lambda: running(mark) >= wanted)
        asleep(runner.pid)
        runner.send_signal(number)
        assert runner.wait(120) == -number
    assert eventually(lambda: [each for each in leftovers(0, mark) if "process" in each] == [])
    assert machine() == before


def test_the_cgroups_of_a_dead_runner_are_swept() -> None:
    mark = f"86400.{uuid.uuid4().int}"
    with subprocess.Popen([sys.executable, "-c", RUNNER, mark, "alone"]) as runner:
        assert eventually(lambda: running(mark) == 2)
        runner.kill()
    next_one = "from kb.sandbox import run; from kb.model.job import Job; run(Job('true'))"

    def swept() -> bool:
        """A process that dies is in its cgroup until its end, which then is not yet empty."""
        subprocess.run([sys.executable, "-c", next_one], check=True)
        return leftovers(runner.pid, mark) == []

    assert eventually(swept)


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_runner_that_is_killed_while_it_starts_one_leaves_nothing(moment: str) -> None:
    mark = f"86400.{uuid.uuid4().int}"
    program = [sys.executable, "-m", "tests.sandbox.moments", moment, mark]
    assert subprocess.run(program, cwd=ROOT, check=False).returncode == -9
    assert eventually(lambda: leftovers(0, mark) == [])


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("how", ["stop", "interrupt"])
def test_a_start_that_is_broken_off_leaves_nothing(
    how: str, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def act(_: Child) -> None:
        if how == "interrupt":
            raise KeyboardInterrupt
        stop()

    mark = f"86400.{uuid.uuid4().int}"
    keep_as_it_is(monkeypatch)
    known = children(os.getpid())
    act_at(moment, act)
    with pytest.raises(KeyboardInterrupt):
        run(Job(f"sleep {mark}", bounds=Bounds(seconds=600)))
    assert leftovers(os.getpid(), mark, known) == []


@pytest.mark.parametrize("moment", MOMENTS[1:])
def test_a_sandbox_that_is_killed_from_outside_is_no_result(
    moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = f"86400.{uuid.uuid4().int}"
    keep_as_it_is(monkeypatch)
    known = children(os.getpid())
    act_at(moment, lambda child: os.kill(first_inside(child), 9))
    job = Job(f"sleep {mark}", bounds=Bounds(seconds=600))
    try:
        ran = run(job)
    except NoSandbox:
        assert moment != "go"
    else:
        # bubblewrap tells of a signal as a shell does
        assert moment in ("held", "go")
        assert (ran.exit_code, ran.limit) in ((None, "machine"), (137, None))
    assert leftovers(os.getpid(), mark, known) == []


@pytest.mark.slow
def test_two_hundred_runners_that_are_killed_at_any_moment_leave_nothing() -> None:
    mark = f"86400.{uuid.uuid4().int}"
    subprocess.run([sys.executable, "-c", SWEEP, mark, "200"], check=True)
    assert eventually(lambda: leftovers(0, mark) == [])


@pytest.mark.slow
def test_three_hundred_time_outs_leave_nothing(person: Person) -> None:
    mark = f"86400.{uuid.uuid4().int}"
    before = machine()
    job = Job(f"python a.py {mark}", {"a.py": STUBBORN}, bounds=Bounds(seconds=0.1))
    for _ in range(300):
        assert person.run(job).limit == "time"
    assert leftovers(person.pid, mark) == []
    assert machine() == before
    assert person.harm() == []
    open_files = len(list(Path(f"/proc/{person.pid}/fd").iterdir()))
    assert open_files < 30
