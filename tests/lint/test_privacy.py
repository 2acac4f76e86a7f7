from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from world import world

from kb.lint import lint
from kb.model import KnowledgeBase

TOKEN = "hf_" + "aB3dE5gH7jK9mN1pQ2sT4vW6xY8zAcDeFg"


def test_every_place_is_told_and_the_value_never() -> None:
    base, _ = world("")
    fault = base.faults["some-fault"]
    fault = replace(
        fault,
        entry=fault.entry.model_copy(update={"fix": f"Set HF_TOKEN={TOKEN}"}),
        faulty={"train.py": f"import os\n\nos.environ['T'] = '{TOKEN}'\n".encode()},
        pastes={"one.txt": f"first\nlogin with {TOKEN}\n", "two.txt": "nothing here"},
        lines={"fix": 12},
    )
    base = KnowledgeBase(base.tree, {**base.faults, fault.id: fault})
    found = [problem for problem in lint(base) if problem.rule == "secret"]
    assert [(problem.file, problem.line, problem.field) for problem in found] == [
        (Path("entries/some-fault/entry.yaml"), 12, "fix"),
        (Path("entries/some-fault/faulty/train.py"), 3, ""),
        (Path("entries/some-fault/pastes/one.txt"), 2, ""),
    ]
    assert TOKEN not in "".join(map(str, found))


def test_the_tree_is_read_too() -> None:
    base, _ = world("")
    node = base.tree.nodes["out-of-memory"]
    node = node.model_copy(update={"keywords": ("oom", f"HF_TOKEN={TOKEN}")})
    nodes = {**base.tree.nodes, "out-of-memory": node}
    tree = base.tree.model_copy(update={"nodes": nodes, "zh": "见 /home/karin/x"})
    base = replace(base, tree=tree, tree_lines={"nodes.out-of-memory.keywords": 7})
    told = [
        (one.rule, one.line, one.field) for one in lint(base) if one.rule in ("secret", "person")
    ]
    assert sorted(told) == [
        ("person", None, "zh"),
        ("secret", 7, "nodes.out-of-memory.keywords.1"),
    ]


def test_a_short_name_is_found_where_it_stands_and_not_in_words() -> None:
    base, _ = world("")
    fault = base.faults["some-fault"]
    text = "the sandman mans the man page\n/home/man/train.py\n"
    fault = replace(fault, pastes={"one.txt": text})
    base = KnowledgeBase(base.tree, {**base.faults, fault.id: fault})
    found = [problem for problem in lint(base) if problem.rule == "person"]
    assert [(problem.file.name, problem.line) for problem in found] == [("one.txt", 2)]


def test_files_that_are_no_text_are_left_alone() -> None:
    base, _ = world("")
    fault = base.faults["some-fault"]
    fault = replace(fault, faulty={**fault.faulty, "w.pt": b"\0\xff" + TOKEN.encode()})
    base = KnowledgeBase(base.tree, {**base.faults, fault.id: fault})
    assert [problem for problem in lint(base) if problem.rule == "secret"] == []
