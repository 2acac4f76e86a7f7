"""What speaks against a candidate: a message that any program prints, an entry that says much."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kb.match import Answer
from kb.search.answer import consider
from kb.store.layers import Layer
from tests.conftest import ENTRY, write

Ask = Callable[[str], Answer]

OF_ANY_PROGRAM = [
    "FileNotFoundError: [Errno 2] No such file or directory: 'run.yaml'",
    "PermissionError: [Errno 13] Permission denied: 'out.bin'",
    "IndexError: index 7 is out of bounds for axis 0 with size 5",
    "IndexError: list index out of range",
    "RuntimeError: The size of tensor a (4) must match the size of tensor b (3) at dimension 1",
    "ImportError: libxyz.so.1: cannot open shared object file: No such file or directory",
    "AttributeError: 'NoneType' object has no attribute 'run'",
]


@pytest.mark.handbook
@pytest.mark.parametrize("message", OF_ANY_PROGRAM)
def test_a_message_that_any_program_prints_is_no_entry(message: str, ask: Ask) -> None:
    answer = ask(message)
    assert answer.verdict == "none", answer.matches[0].id


def test_of_two_entries_that_share_the_same_the_one_that_says_less_weighs_more(
    tmp_path: Path,
) -> None:
    words = (f"word{n:03}" for n in range(600))
    many = "\n".join(f"    - {' '.join(next(words) for _ in range(6))}" for _ in range(100))
    long = ENTRY.replace("  also:          # other wordings\n", f"  also:\n{many}\n")
    write(tmp_path / "short" / "entry.yaml", ENTRY)
    write(tmp_path / "long" / "entry.yaml", long)
    layer = Layer("team", tmp_path, writable=False, trusted=True)
    ranked = consider("the variance of one sample in the last batch", [layer], None).ranked
    mass = {one.found.id: one.mass for one in ranked}
    assert [one.found.id for one in ranked] == ["short", "long"]
    assert mass["short"] > 1.2 * mass["long"]


def test_what_a_limit_names_counts_less_on_another_line(ask: Ask) -> None:
    bound = "The server socket has failed to bind (errno: 98 - Address already in use)."
    other = "Failed to connect (errno: 99 - Cannot assign requested address)."
    assert ask(other).verdict == "none"
    assert ask(f"{other}\n{bound}").matches[0].id == "port-in-use"
    assert ask(f"{other}\n{bound}").verdict == "maybe"


def test_what_failed_outweighs_what_was_printed_before(ask: Ask) -> None:
    said = "Special tokens have been added in the vocabulary, make sure the associated word "
    failed = "RuntimeError: Error(s) in loading state_dict for PeftModelForCausalLM:"
    why = (
        "size mismatch for lm_head.weight: copying a param with shape torch.Size([32008, 4096]) "
        "from checkpoint, the shape in current model is torch.Size([32001, 4096])."
    )
    log = (
        f"{said}embeddings are fine-tuned or trained.\nLoading the lora model...\n{failed}\n{why}\n"
    )
    assert ask(log).matches[0].id == "checkpoint-size-mismatch"
