"""Hostile programs, as root and as an ordinary user, and what must hold, seen from outside."""

from __future__ import annotations

import os
import subprocess
import sys
import uuid
from dataclasses import replace
from pathlib import Path

import pytest

from kb.model.job import Job
from tests.sandbox.attack import Attack
from tests.sandbox.attacks_bombs import BOMBS, FORGERIES, SURVIVORS
from tests.sandbox.attacks_kernel import KERNEL, NAMESPACES, PROCESSES
from tests.sandbox.attacks_reading import NETWORK, READING
from tests.sandbox.leftovers import leftovers, machine
from tests.sandbox.person import Person

pytestmark = pytest.mark.sandbox

ATTACKS = (
    *(*READING, *NETWORK, *PROCESSES, *NAMESPACES),
    *(*KERNEL, *BOMBS, *SURVIVORS, *FORGERIES),
)


def test_there_are_enough_of_them() -> None:
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS) >= 50


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_an_attack_is_held(attack: Attack, person: Person) -> None:
    mark = f"86400.{uuid.uuid4().int}"
    assert_held(attack, person, attack.job(person.facts, mark), mark)


COPY = "cp -r $([[ -d /work/case ]] && echo /work/case || echo /work)/. ."


@pytest.mark.parametrize(
    "attack", [*READING, *PROCESSES, *NAMESPACES], ids=lambda attack: attack.name
)
def test_an_attack_from_a_project_that_takes_writes_is_held(attack: Attack, person: Person) -> None:
    mark = f"86400.{uuid.uuid4().int}"
    project = person.home / "project"
    project.mkdir(exist_ok=True)
    if person.user is not None:
        os.chown(project, person.user, person.user)
    job = attack.job(person.facts, mark)
    command = f"{COPY} && touch layered || exit 77; {job.command}"
    assert_held(attack, person, replace(job, project=project, command=command), mark)
    assert list(project.iterdir()) == []


def assert_held(attack: Attack, person: Person, job: Job, mark: str) -> None:
    """Run the attack, and look from outside at what it did."""
    before = machine()
    ran = person.run(job)
    said = (ran.stdout + ran.stderr).decode("utf-8", "replace")
    seen = said[-3000:], ran.exit_code, ran.limit, ran.detail
    assert ran.exit_code != 77, seen
    assert "BREACH" not in said, seen
    assert str(person.facts["secret"]) not in said
    assert (ran.limit or "") in (attack.ends or ("",)), seen
    assert attack.says in said, seen
    assert attack.holds(ran), seen
    assert person.harm() == []
    assert leftovers(person.pid, mark) == []
    assert machine() == before


@pytest.mark.parametrize(
    "attack", [each for each in ATTACKS if each.bare], ids=lambda attack: attack.name
)
def test_without_a_sandbox_it_would_succeed(
    attack: Attack, bystander: Person, tmp_path: Path
) -> None:
    for name, content in attack.layout(bystander.facts).items():
        (tmp_path / name).write_bytes(content)
    ran = subprocess.run(
        [sys.executable, "program.py"],
        cwd=tmp_path,
        env={**os.environ, "KB_TEST_SECRET": str(bystander.facts["secret"])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "BREACH" in ran.stdout, ran.stderr
