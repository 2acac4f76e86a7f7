from __future__ import annotations

import json
import re

import pytest
from growing import make_base, make_fault
from hypothesis import given
from hypothesis import strategies as st

from kb.model import KnowledgeBase, Node, Tree
from kb.tree import FORMATS, Branch, as_data, branch

HOSTILE = [
    'a "quoted" title',
    "back\\slash at the end\\",
    '"]; click n0 "javascript:alert(1)"',
    "<img src=x onerror=alert(1)>",
    "%%{init: {'theme': 'dark'}}%%",
    "`markdown` **bold** #quot;",
    "$$\\text{math}$$",
    "red \x1b[31m bell \x07",
    "right to left \u202eevil",
    'end\\" ]; x -> y; "',
    "subgraph end graph style",
]


def base_of(title: str) -> KnowledgeBase:
    tree = Tree(title="Top", nodes={"end": Node(title=title), "sub": Node(title="S", parent="end")})
    fault = make_fault("class", "end", "sub", title=title[:120])
    return KnowledgeBase(tree, {"class": fault})


def labels_of_dot(text: str) -> list[str]:
    """Read the labels as Graphviz's own grammar does: quotes and backslashes are escaped."""
    found = re.findall(r'\[label="((?:[^"\\]|\\["\\])*)"(?:, shape=\w+)?\];', text)
    return [re.sub(r'\\(["\\])', r"\1", label) for label in found]


def labels_of_mermaid(text: str) -> list[str]:
    found = re.findall(r'^  n\d+(?:\["([^"]*)"\]|\(\["([^"]*)"\]\))$', text, re.M)
    return [
        re.sub(r"#(\d+);", lambda code: chr(int(code[1])), one or other) for one, other in found
    ]


@pytest.mark.parametrize("title", HOSTILE)
def test_a_hostile_title_stays_a_title(title: str) -> None:
    top = branch(base_of(title))
    for read, name in ((labels_of_dot, "dot"), (labels_of_mermaid, "mermaid")):
        labels = read(FORMATS[name](top))
        assert len(labels) == 4
        assert labels[0] == "Top"
        assert labels[1].startswith("end: ")
        assert not re.search("[\x00-\x1f\u202e]", "".join(labels))
        if title.isprintable():
            assert labels[1] == f"end: {title}"


@given(st.text(min_size=1, max_size=60).filter(lambda text: text.strip() and text.isprintable()))
def test_no_title_adds_a_line_or_a_statement(title: str) -> None:
    top = branch(base_of(title))
    plain = branch(base_of("plain"))
    for write in (FORMATS["dot"], FORMATS["mermaid"]):
        ours = [re.sub(r'".*"', '""', line) for line in write(top).split("\n")]
        assert ours == [re.sub(r'".*"', '""', line) for line in write(plain).split("\n")]
    assert not re.search(r'[<>&%`$"\\;#](?!\d+;)', re.sub(r"#\d+;", "", mermaid_labels(top)))


def mermaid_labels(top: Branch) -> str:
    return "".join(re.findall(r'"(.*)"', FORMATS["mermaid"](top)))


def test_mermaid_of_a_small_tree() -> None:
    base = make_base({"serving": None}, {"port-in-use": "serving"})
    assert FORMATS["mermaid"](branch(base)) == (
        "flowchart LR\n"
        '  n0["It fails"]\n'
        '  n1["serving: serving"]\n'
        "  n0 --> n1\n"
        '  n2(["port-in-use: port-in-use"])\n'
        "  n1 --> n2\n"
    )


def test_a_node_and_an_entry_of_one_id_stay_two() -> None:
    base = make_base({"ports": None}, {"ports": "ports"})
    assert FORMATS["dot"](branch(base)).count("->") == 2
    assert "n1 -> n2;" in FORMATS["dot"](branch(base))


def test_json_holds_the_whole_tree() -> None:
    base = make_base({"serving": None, "ports": "serving"}, {"port-in-use": "ports"})
    data = json.loads(FORMATS["json"](branch(base)))
    assert data == as_data(branch(base))
    ports = data["children"][0]["children"][0]
    assert (ports["id"], ports["counts"]) == ("ports", {"claimed": 1})
    assert ports["children"] == [
        {"id": "port-in-use", "title": "port-in-use", "kind": "fault", "status": "claimed"}
    ]
