"""The moments of a start, each with something done at it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from kb.sandbox.start import Child
from kb.sandbox.wires import Wires

MOMENTS = ("spawned", "forked", "told", "gate", "held", "go")
"""bubblewrap is spawned; it has made the first process inside but may not tell its number yet
nor let it go on; the number is told; the gate is open; it holds; the command goes."""

Act = Callable[[Child], None]


def act_at(moment: str, act: Act) -> None:
    """From now on `act` is called, with the child, at that moment of each start."""
    if moment == "forked":
        _stall()
    if moment in ("spawned", "forked"):
        _before("hold", lambda child: (_forked(child) if moment == "forked" else None, act(child)))
    elif moment == "told":
        _after("hold", act)
    elif moment == "held":
        _after("wait_until_it_holds", act)
    else:
        _after("tell", act, moment)


def die(_: Child) -> None:
    """As `kill -9` of the runner does."""
    os.kill(os.getpid(), 9)


def first_inside(child: Child) -> int:
    """The first process inside, once bubblewrap has made it and while bubblewrap lives."""
    outer = child.process.pid
    children = Path(f"/proc/{outer}/task/{outer}/children")
    while not (first := children.read_text()):
        assert child.process.poll() is None, "bubblewrap has ended"
        time.sleep(0.001)
    return int(first)


def _stall() -> None:
    """A full pipe: bubblewrap is held up in telling the number, until somebody reads."""
    hear = Wires.hear

    def full(wires: Wires, name: str) -> None:
        hear(wires, name)
        end = wires.theirs[name].fileno()
        if name == "status":
            os.set_blocking(end, False)
            while wires.theirs[name].write(b" " * 4096):
                pass
            os.set_blocking(end, True)

    Wires.hear = full  # type: ignore[method-assign]


def _forked(child: Child) -> None:
    first_inside(child)
    stat = Path(f"/proc/{child.process.pid}/stat")
    while stat.read_text().rpartition(")")[2].split()[0] != "S":
        time.sleep(0.001)


def _before(name: str, act: Callable[[Child], object]) -> None:
    real = getattr(Child, name)
    setattr(Child, name, lambda child, *words: (act(child), real(child, *words))[1])


def _after(name: str, act: Act, word: str = "") -> None:
    real = getattr(Child, name)

    def then(child: Child, *words: str) -> None:
        real(child, *words)
        if word in ("", *words):
            act(child)

    setattr(Child, name, then)


if __name__ == "__main__":
    from kb.model.job import Bounds, Job
    from kb.sandbox import run

    act_at(sys.argv[1], die)
    run(Job(f"(setsid sleep {sys.argv[2]} &); sleep {sys.argv[2]}", bounds=Bounds(seconds=600)))
