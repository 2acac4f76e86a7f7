"""What to do next about a check that decided nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from planted import PRESENT, fault, ran

from kb.model.job import Ran
from kb.verify.check import check

NAME = "[A-Za-z_][A-Za-z0-9_]*"
VALUES = {
    "module": {"about": "the module", "pattern": "[A-Za-z_][A-Za-z0-9_.]*"},
    "loader": {"about": "the name of the loader in it", "pattern": NAME},
    "train": {"about": "its function that trains", "pattern": NAME},
    "port": {"about": "the port", "pattern": "[0-9]+"},
}
FILE = (
    "in check_me.py import your code and write loader = ..., def train(): ...; "
    "then --set module=check_me --set loader=loader --set train=train"
)


def step(ran: Ran, project: Path, **more: str) -> str:
    """What is told about a run of a check in `project`."""
    given = dict.fromkeys(VALUES, "x") | {"port": "8000"}
    command = "check {module} {loader} {train} {port}"
    known = fault(verify__command=command, verify__values=VALUES, case=None, **more)
    return check(known, given, lambda _: ran, project).next


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("RuntimeError: Found no NVIDIA driver on your system.", "no GPU"),
        ("AssertionError: Torch not compiled with CUDA enabled", "no GPU"),
        ("0 passes - No CUDA GPUs are available", "no GPU"),
        ("<urlopen error [Errno -3] Temporary failure in name resolution>", "no network"),
        ("OSError: We couldn't connect to 'https://huggingface.co' to load", "no network"),
        ("No such file or directory: '/tmp/.cache/x'", "has no home"),
        ("No such file or directory: '../data/x.csv'", "../data/x.csv lies outside"),
        ("No such file or directory: 'data/x.csv'", "data/x.csv lies outside"),
        ("[Errno 30] Read-only file system: '/data'", "/data lies outside"),
        ("cat: /data/x: No such file or directory", "/data/x lies outside"),
        ("[Errno 30] Read-only file system: 'runs'", "kb sandbox doctor says why"),
        ("mkdir: cannot create directory ‘runs’: Read-only file system", "kb sandbox doctor"),
        ("mkdir: cannot create directory ‘/data/a’: No such file or directory", "/data/a lies"),
        ("OSError: [Errno 28] No space left on device", "256 MiB of /tmp"),
        ("ModuleNotFoundError: No module named 'mine'", "--python"),
        ("ImportError: cannot import name 'loader' from 'x' (/p/x.py)", FILE),
    ],
)
def test_what_the_output_shows(tmp_path: Path, said: str, told: str) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "data").symlink_to(tmp_path / "data")
    assert told in step(ran(2, said), project)
    assert told in step(ran(2, "epoch 1", stderr=f"Traceback …\n{said}\n"), project)


@pytest.mark.parametrize(
    "said",
    [
        "ValueError: x",
        "No such file or directory: 'a.pt'",
        "CUDA initialization: Found no NVIDIA driver",
    ],
)
def test_nothing_is_said_where_nothing_shows_it(tmp_path: Path, said: str) -> None:
    assert step(ran(2, stderr=said), tmp_path) == ""


def test_the_last_sign_counts_and_only_of_an_inconclusive_run(tmp_path: Path) -> None:
    said = "No module named 'apex'\nNo CUDA GPUs are available\n"
    assert "no GPU" in step(ran(2, said), tmp_path)
    assert step(ran(0, said), tmp_path) == step(ran(1, said + PRESENT), tmp_path) == ""


@pytest.mark.parametrize(
    ("limit", "told"), [("time", "--timeout SECONDS"), ("memory", "2 GiB"), ("disk", "512 MiB")]
)
def test_a_limit_comes_first(tmp_path: Path, limit: str, told: str) -> None:
    assert told in step(ran(None, "No CUDA GPUs are available", limit=limit), tmp_path)


def test_a_line_that_looks_at_the_machine_lacks_no_gpu(tmp_path: Path) -> None:
    more = {"verify__looks_at": "machine"}
    assert step(ran(2, "No CUDA GPUs are available"), tmp_path, **more) == ""
    assert "--timeout" in step(ran(None, limit="time"), tmp_path, **more)


def test_values_that_are_missing_may_stand_in_a_small_file(tmp_path: Path) -> None:
    command = "check {module} {loader} {train} {port}"
    known = fault(verify__command=command, verify__values=VALUES, case=None)
    assert FILE in check(known, {}, lambda _: ran(), tmp_path).next
    port = fault(verify__command="check {port}", verify__values={"port": VALUES["port"]}, case=None)
    assert check(port, {}, lambda _: ran(), tmp_path).next == ""
