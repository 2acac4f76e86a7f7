"""The smallest check of each domain, as tree.yaml has it: passes on a sound project, fails on one
that is broken in that domain."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kb.model.job import Job
from kb.sandbox import run
from kb.store.read import parse_tree

FILE = Path(__file__).parents[2] / "entries" / "tree.yaml"
TREE = parse_tree(FILE.read_bytes(), FILE)

TRAIN = """\
import logging
import torch
from torch.utils.data import DataLoader, TensorDataset

logging.basicConfig(level=logging.DEBUG)
loader = DataLoader(TensorDataset(torch.randn(8, 3), torch.randint(2, (8,))), batch_size=4)
model = torch.nn.Sequential(torch.nn.Linear(3, 5), torch.nn.Linear(5, 2))
loss_fn = torch.nn.CrossEntropyLoss()
"""

BROKEN = {
    "data-loading": "class Bad:\n    __len__ = lambda s: 8\n    __getitem__ = lambda s, i: 1 / 0\n"
    "loader = DataLoader(Bad(), batch_size=4)\n",
    "model-building": "model = torch.nn.Linear(4, 2)\n",
    "training-loop": "model.spare = torch.nn.Linear(3, 3)\n"
    "model.forward = lambda x: model[1](model[0](x))\n",
    "logging": "logging.disable(logging.CRITICAL)\n",
}

SERVE = """\
from http.server import BaseHTTPRequestHandler, HTTPServer

class Health(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response({code})
        self.end_headers()
        self.wfile.write(b"ok")

server = HTTPServer(("127.0.0.1", 8000), Health)
print("ready", flush=True)
server.serve_forever()
"""


def ended(domain: str, files: dict[str, str], beside: str | None = None) -> int | None:
    check = TREE.nodes[domain].check
    assert check is not None
    contents = {path: text.encode() for path, text in files.items()}
    return run(Job(check, contents, beside=beside)).exit_code


def test_each_domain_of_the_handbook_has_a_check() -> None:
    assert set(TREE.domains()) == {*BROKEN, "serving"}
    assert all(TREE.nodes[domain].check for domain in TREE.domains())


@pytest.mark.sandbox
@pytest.mark.torch
@pytest.mark.slow
@pytest.mark.parametrize("domain", BROKEN)
def test_it_tells_a_sound_project_from_a_broken_one(domain: str) -> None:
    pytest.importorskip("torch")
    assert ended(domain, {"train.py": TRAIN}) == 0
    assert ended(domain, {"train.py": TRAIN + BROKEN[domain]}) == 1


@pytest.mark.sandbox
@pytest.mark.slow
@pytest.mark.skipif(not all(map(shutil.which, ("pgrep", "ss", "curl"))), reason="tools missing")
def test_it_tells_a_server_that_answers_from_one_that_does_not() -> None:
    beside = "python serve.py"
    assert ended("serving", {"serve.py": SERVE.format(code=200)}, beside) == 0
    assert ended("serving", {"serve.py": SERVE.format(code=500)}, beside) != 0
    assert ended("serving", {}) == 1
