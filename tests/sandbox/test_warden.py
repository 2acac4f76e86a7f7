"""The warden: one for each process, replaced when it is gone, and gone with its process."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys

import pytest

from kb.model.job import Job
from kb.sandbox import run, warden

pytestmark = pytest.mark.sandbox

FORKS = """
import os
from kb.sandbox import warden
print(warden.group(), flush=True)
if not os.fork():
    print(warden.group(), flush=True)
    os._exit(0)
os.wait()
print(warden.group(), flush=True)
input()
"""


def gone(pidfd: int) -> bool:
    """Whether the process has ended, within a minute."""
    waiting = select.poll()
    waiting.register(pidfd, select.POLLIN)
    return bool(waiting.poll(60_000))


def test_one_that_was_killed_is_replaced() -> None:
    first = warden.group()
    assert warden.group() == first
    os.killpg(first, signal.SIGKILL)
    warden._wardens[-1].wait()
    assert run(Job("exit 5")).exit_code == 5
    assert warden.group() != first


def test_a_fork_has_its_own_and_each_goes_with_its_process() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", FORKS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        mine, of_fork, still = (int(process.stdout.readline()) for _ in range(3))
        assert mine == still != of_fork
        pidfd = os.pidfd_open(mine)
        process.communicate("\n")
    assert process.returncode == 0
    assert gone(pidfd)
    os.close(pidfd)
    with pytest.raises(ProcessLookupError):
        os.killpg(mine, 0)
