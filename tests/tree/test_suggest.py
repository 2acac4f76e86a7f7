from __future__ import annotations

from pathlib import Path

import pytest
from growing import make_base, make_fault
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import NotFound
from kb.model import KnowledgeBase, Node, Tree
from kb.tree import split, suggest
from kb.tree.suggest import holds
from kb.tree.terms import terms

TREE = Tree(
    title="It fails",
    nodes={
        "serving": Node(title="Serving", keywords=("uvicorn", "HTTP")),
        "ports": Node(
            title="Ports", parent="serving", keywords=("Address already in use", "端口被占用")
        ),
        "slow": Node(title="Slow", parent="serving", keywords=("timed out",)),
        "training-loop": Node(title="Training", keywords=("loss",)),
        "memory": Node(title="Memory", parent="training-loop", keywords=("out of memory", "CUDA")),
    },
)
EMPTY = KnowledgeBase(TREE, {})
FULL = KnowledgeBase(
    TREE,
    {
        "too-many-files": make_fault(
            "too-many-files", "serving", "slow", "File descriptors leak until ulimit is reached."
        ),
        "batch": make_fault("batch", "training-loop", "memory", "The batch needs too many blocks."),
    },
)


def test_a_keyword_points_to_its_node_with_the_reason() -> None:
    best = suggest(EMPTY, "[Errno 98] address already in use: ('0.0.0.0', 8000)")[0]
    assert (best.node, best.domain) == ("ports", "serving")
    assert best.reasons == ("the text says “Address already in use”",)


def test_a_chinese_keyword_points_too() -> None:
    assert suggest(EMPTY, "启动失败，端口被占用了")[0].node == "ports"


def test_of_a_long_log_the_end_counts() -> None:
    log = "uvicorn\n" + "x" * 200_000 + "\nAddress already in use"
    assert [made.node for made in suggest(EMPTY, log)] == ["ports"]


def test_a_longer_keyword_outweighs_a_shorter() -> None:
    found = [
        made.node for made in suggest(EMPTY, "uvicorn: out of memory after a request timed out")
    ]
    assert found.index("memory") < found.index("slow") < found.index("serving")


def test_near_entries_point_to_their_node_with_the_shared_terms() -> None:
    best = suggest(FULL, "our file descriptors leak")[0]
    assert best.node == "slow"
    assert best.reasons == ("shares descriptor, leak with too-many-files",)


@pytest.mark.parametrize("text", ["", "   ", "qwertz", "…", "the and for"])
def test_nothing_is_proposed_when_nothing_points_anywhere(text: str) -> None:
    assert suggest(FULL, text) == ()


@given(st.text(max_size=300))
def test_any_text_gets_known_nodes_in_order(text: str) -> None:
    found = suggest(FULL, text)
    assert all(made.node in TREE.nodes and made.reasons for made in found)
    assert [made.score for made in found] == sorted((made.score for made in found), reverse=True)


@pytest.mark.parametrize(
    ("text", "keyword", "expected"),
    [
        ("the shm is full", "shm", True),
        ("cashmere", "shm", False),
        ("under /dev/shm now", "/dev/shm", True),
        ("CUDA OUT OF MEMORY", "out of memory", True),
        ("x.item() each step", ".item()", True),
        ("错误：编码不对", "编码", True),
    ],
)
def test_a_keyword_is_found_whole(text: str, keyword: str, expected: bool) -> None:
    assert holds(text, keyword) is expected


def test_terms_join_plurals_and_pair_chinese() -> None:
    assert terms("Workers and worker: 端口被占") == {"worker", "端口", "口被", "被占"}


def crowded() -> KnowledgeBase:
    causes = {
        "a": "The tokenizer splits twice.",
        "b": "The tokenizer pads on the wrong side.",
        "c": "The tokenizer vocabulary was changed.",
        "d": "A socket stays open.",
        "e": "A socket is bound to loopback.",
        "f": "Rounding.",
    }
    base = make_base({"serving": None})
    faults = {id: make_fault(id, "serving", "serving", cause) for id, cause in causes.items()}
    return KnowledgeBase(base.tree, faults)


def test_a_crowded_node_is_parted_by_what_its_causes_share() -> None:
    found = split(crowded(), "serving")
    assert [(group.faults, group.terms) for group in found] == [
        (("a", "b", "c"), ("tokenizer",)),
        (("d", "e"), ("socket",)),
    ]


def test_causes_that_share_nothing_stay_together() -> None:
    base = make_base({"serving": None})
    faults = {
        "a": make_fault("a", "serving", "serving", "Rounding."),
        "b": make_fault("b", "serving", "serving", "Overflow."),
    }
    assert split(KnowledgeBase(base.tree, faults), "serving") == ()
    with pytest.raises(NotFound):
        split(base, "zzz")


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=4), max_size=14))
def test_groups_never_overlap_and_are_held_together(words: list[list[str]]) -> None:
    base = make_base({"serving": None})
    faults = {
        f"f{n}": make_fault(f"f{n}", "serving", "serving", " ".join(w * 5 for w in some))
        for n, some in enumerate(words)
    }
    found = split(KnowledgeBase(base.tree, faults), "serving")
    listed = [id for group in found for id in group.faults]
    assert len(listed) == len(set(listed))
    for group in found:
        assert 2 <= len(group.faults) <= 6
        for id in group.faults:
            assert set(group.terms) <= terms(faults[id].entry.root_cause)


def test_the_handbook_tree_places_plain_messages() -> None:
    from kb.store.read import parse_tree

    file = Path(__file__).parents[2] / "entries" / "tree.yaml"
    base = KnowledgeBase(parse_tree(file.read_bytes(), file), {})
    wanted = {
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB": "out-of-memory",
        "OSError: [Errno 98] Address already in use": "connection-refused",
        "ValueError: Expected more than 1 value per channel when training": "layer-input",
        "RuntimeError: Expected all tensors to be on the same device, but found at least two "
        "devices, cuda:0 and cpu!": "devices-differ",
        "RuntimeError: DataLoader worker (pid 7) is killed by signal: Bus error. It is possible "
        "that dataloader's workers are out of shared memory.": "worker-memory",
        "训练时损失为 nan": "loss-not-finite",
    }
    assert {text: suggest(base, text)[0].node for text in wanted} == wanted
