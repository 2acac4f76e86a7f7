"""However a run ends, and however its runner ends, nothing is left."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.model.job import Bounds, Job
from tests.sandbox.leftovers import leftovers, machine
from tests.sandbox.person import Person

pytestmark = pytest.mark.sandbox

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


def eventually(holds: Callable[[], bool]) -> bool:
    """Whether it comes to hold within ten seconds."""
    end = time.monotonic() + 10
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
        runner.send_signal(number)
        began = time.monotonic()
        assert runner.wait(20) == (-number if how == "alone" or number != signal.SIGINT else -2)
        assert time.monotonic() - began < 5
    assert eventually(lambda: [each for each in leftovers(0, mark) if "process" in each] == [])
    assert machine() == before


def test_the_cgroups_of_a_dead_runner_are_swept() -> None:
    mark = f"86400.{uuid.uuid4().int}"
    with subprocess.Popen([sys.executable, "-c", RUNNER, mark, "alone"]) as runner:
        assert eventually(lambda: running(mark) == 2)
        runner.kill()
    assert eventually(lambda: running(mark) == 0)
    next_one = "from kb.sandbox import run; from kb.model.job import Job; run(Job('true'))"
    subprocess.run([sys.executable, "-c", next_one], check=True)
    assert leftovers(runner.pid, mark) == []


def test_a_runner_that_dies_at_the_gate_starts_nothing(tmp_path: Path) -> None:
    program = f"""
import os
from pathlib import Path
from kb.model.job import Job
from kb.sandbox import run, start
start.Child.tell = lambda child, name: os.kill(os.getpid(), 9)
run(Job("sleep 86400.{tmp_path.name}"))
"""
    ended = subprocess.run([sys.executable, "-c", program], check=False)
    assert ended.returncode == -9
    assert eventually(lambda: leftovers(0, tmp_path.name) == [])


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
