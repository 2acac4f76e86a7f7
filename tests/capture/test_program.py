"""What the same program is."""

from __future__ import annotations

import pytest

from kb.capture.program import program


@pytest.mark.parametrize(
    ("command", "same"),
    [
        ("python train.py --lr 0.1", "python train.py"),
        ("/opt/venv/bin/python3.11 -u ./train.py", "python train.py"),
        ("python /work/proj/src/train.py", "python src/train.py"),
        ("python -m app.train --lr 1", "python -m app.train"),
        ("./train.py --fast", "train.py"),
        ("torchrun --nproc_per_node 4 train.py --lr 1", "torchrun train.py"),
        ("accelerate launch --num_processes 2 train.py", "accelerate train.py"),
        ("pytest -x tests/test_a.py", "pytest"),
        ("python -m pytest tests/test_a.py", "python -m pytest"),
        ("pytest -x", "pytest"),
        ("make -j2 train", "make train"),
        ("uv run train.py", "uv train.py"),
        ("bash -c ./go", "bash -c ./go"),
        ("nvidia-smi -L", "nvidia-smi"),
        ("true", "true"),
    ],
)
def test_arguments_are_left_out(command: str, same: str) -> None:
    assert program(command.split(), "/work/proj") == same


def test_what_is_done_makes_a_difference() -> None:
    assert program(["make", "train"], "/w") != program(["make", "test"], "/w")


def test_a_secret_in_code_is_no_part_of_it() -> None:
    code = "login(password='hunter2hunter2')"
    assert "hunter2" not in program(["python", "-c", code], "/w")
