"""The files that a program needs."""

import pytest

from kb.capture.imports import needed

FILES = {
    "train.py": "import os, nets.unet as u\nfrom labels import INDEX\n",
    "labels.py": "from names import *\n",
    "names.py": "",
    "nets/__init__.py": "",
    "nets/unet.py": "from . import blocks\nfrom .parts.conv import Conv\nfrom .. import top\n",
    "nets/blocks.py": "import torch, json\n",
    "nets/parts/__init__.py": "",
    "nets/parts/conv.py": "import nets.unet\n",
    "other.py": "import train\n",
    "broken.py": "import (\n",
    "tools/run.py": "import near\nimport other.thing\n",
    "tools/near.py": "",
    "conftest.py": "import names\n",
    "tests/conftest.py": "",
    "tests/test_one.py": "",
}
ALL = {
    *("train.py", "labels.py", "names.py", "nets/__init__.py", "nets/unet.py", "nets/blocks.py"),
    *("nets/parts/__init__.py", "nets/parts/conv.py"),
}

TESTS = {"conftest.py", "names.py", "tests/conftest.py"}


@pytest.fixture
def folder(tmp_path):
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "paths"),
    [
        ("python train.py --lr 1", ALL),
        ("python -m nets.parts.conv", {path for path in ALL if path.startswith("nets/")}),
        ("python tools/run.py", {"tools/run.py", "tools/near.py"}),
        ("pytest tests/test_one.py::test_one", {*TESTS, "tests/test_one.py"}),
        ("/usr/bin/python -m pytest -x tests/test_one.py", {*TESTS, "tests/test_one.py"}),
        ("python tests/test_one.py", {"tests/test_one.py"}),
        ("python broken.py", {"broken.py"}),
        ("python gone.py", set()),
        ("python ../train.py", set()),
        ("make train", set()),
        ("python -c 1", set()),
    ],
)
def test_what_a_command_needs(folder, command, paths):
    found = needed(command.split(), folder, {})
    assert set(found) == paths
    assert all(found[path] == FILES[path] for path in paths)


def test_a_known_text_counts_instead_of_the_one_on_disk(folder):
    known = {"train.py": "import other\n", "other.py": "import names\n"}
    assert needed(["python", "train.py"], folder, known) == known | {"names.py": ""}


def test_what_reaches_out_of_the_folder_is_not_read(folder, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "secret.py"
    outside.write_text("x = 1\n")
    (folder / "secret.py").symlink_to(outside)
    (folder / "start.py").write_text("import secret\nfrom ...... import secret\n")
    assert set(needed(["python", "start.py"], folder, {})) == {"start.py"}


READS = """\
import json, pathlib, pandas, torch
rows = [json.loads(line) for line in open("rows.jsonl")]
conf = pathlib.Path(__file__).parent / "conf.yaml"
pandas.read_csv("data/train.csv")
open(".env"); open("/etc/hostname"); open("../secret.txt"); open("gone.json"); print("rows")
open("made.json", "w"); open(file="log.txt", mode="ab"); pathlib.Path("out.txt").write_text("x")
torch.save({}, "model.pt"); frame.to_csv("table.csv")
"""


def test_the_data_that_a_program_names_is_needed_too(tmp_path):
    work = tmp_path / "work"
    read = ["rows.jsonl", "src/conf.yaml", "data/train.csv", "args.toml", "lr.json"]
    made = ["made.json", "log.txt", "out.txt", "model.pt", "table.csv"]
    for path in [*read, *made, ".env", "../secret.txt", "rows", "other.csv"]:
        (work / path).parent.mkdir(parents=True, exist_ok=True)
        (work / path).write_text(f"{path}\n")
    (work / "src/prep.py").write_text(READS)
    found = needed(["python", "src/prep.py", "args.toml", "--conf=lr.json"], work, {})
    assert set(found) == {"src/prep.py", *read}
    assert found["rows.jsonl"] == "rows.jsonl\n"
