"""Work that is left behind is done, and nobody waits for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kb.child.behind import behind

LEAVES = """
import sys
from kb.child.behind import behind

def work():
    with open(sys.argv[1]) as gate:
        gate.read()
    print("nobody reads this", flush=True)
    with open(sys.argv[2], "w") as done:
        done.write("done")
    raise ValueError("nor this")

behind(work)
print("answer")
"""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a POSIX system")
def test_output_ends_with_the_process_and_the_work_goes_on(tmp_path: Path) -> None:
    gate, done = tmp_path / "gate", tmp_path / "done"
    os.mkfifo(gate)
    os.mkfifo(done)
    command = [sys.executable, "-c", LEAVES, str(gate), str(done)]
    ended = subprocess.run(command, capture_output=True, check=True, text=True)
    assert (ended.stdout, ended.stderr) == ("answer\n", "")
    gate.write_text("go")
    assert done.read_text() == "done"


def test_where_no_copy_can_be_made_it_is_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork", raising=False)
    did = []

    def work() -> None:
        did.append(1)
        raise OSError("a full disk")

    behind(work)
    assert did == [1]
