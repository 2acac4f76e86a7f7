"""People who run the sandbox: whoever runs the tests, and under root an ordinary user too."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sandbox.person import ORDINARY, Person, may_run, readable_python, showing_my_python


def people() -> list[str]:
    """Root runs every test twice: as itself, and as an ordinary user."""
    return ["root", "user"] if os.geteuid() == 0 else ["user"]


@pytest.fixture(scope="session", params=people())
def person(request: pytest.FixtureRequest) -> Iterator[Person]:
    """Somebody who runs jobs, in a world of secrets."""
    if request.param == "root" or os.geteuid() != 0:
        someone = Person(None, Path(sys.executable))
    else:
        python = readable_python()
        if python is None:
            pytest.skip("no Python here that an ordinary user may read")
        someone = Person(ORDINARY, python)
    yield someone
    someone.leave()


@pytest.fixture(scope="session")
def bystander() -> Iterator[Person]:
    """Somebody whose world may be harmed: nobody asks for it."""
    someone = Person(None, Path(sys.executable))
    yield someone
    someone.leave()


@pytest.fixture(scope="session", params=people())
def scientist(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Person]:
    """Somebody who runs jobs by this very interpreter, with all that is installed for it."""
    before: list[str] = []
    if request.param == "user" and os.geteuid() == 0:
        before = showing_my_python(tmp_path_factory.mktemp("spare"))
        if not may_run(before):
            pytest.skip("an ordinary user cannot be given this Python here")
        before = showing_my_python(tmp_path_factory.mktemp("spare"))
        someone = Person(ORDINARY, Path(sys.executable), before)
    else:
        someone = Person(None, Path(sys.executable))
    yield someone
    someone.leave()
