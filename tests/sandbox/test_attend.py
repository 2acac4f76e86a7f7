"""What counts when the one who watches is held up himself."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import Any

import pytest

from kb.sandbox.attend import _watched
from kb.sandbox.pipes import Pipes


@pytest.mark.parametrize(
    ("said", "ended"), [(b'{ "exit-code": 0 }', None), (b"", ("time", "more than 0 s"))]
)
def test_an_end_that_lies_in_the_pipe_came_in_time(said: bytes, ended: object) -> None:
    read, write = os.pipe()
    os.write(write, said)
    pipes = Pipes({"status": read})
    child: Any = SimpleNamespace(pipes=pipes)
    watch: Any = None
    try:
        assert _watched(child, watch, lambda: pipes.said("status") != b"", 0.0) == ended
    finally:
        pipes.close()
        os.close(read)
        os.close(write)
