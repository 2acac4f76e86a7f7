"""The lists: by library and version, by error type, by age."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from page_values import page_of, proven, with_fault

from kb.model import Fault, KnowledgeBase
from kb.pages import Kept, Settings, stream
from kb.pages.library import libraries


def having(fault: Fault, **fields: object) -> Fault:
    """`fault` with other fields, nested ones as "case.requires"."""
    data = fault.entry.model_dump(by_alias=True)
    for path, value in fields.items():
        *above, last = path.split("__")
        place = data
        for name in above:
            place = place[name]
        place[last] = value
    return replace(fault, entry=type(fault.entry).model_validate(data))


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({}, {}),
        ({"case__requires": ["torch>=2"]}, {"torch": ">=2"}),
        ({"case__requires": ["Pillow[x] >=11; python_version>'3'"]}, {"pillow": ">=11"}),
        ({"case__requires": ["tool:lsof", "device:cuda", "os:windows"]}, {}),
        ({"case__requires": ["torch>=2"], "environment": {"torch": "2.9"}}, {"torch": "2.9"}),
        ({"environment": {"python": "3.11", "huggingface_hub": "2"}}, {"huggingface-hub": "2"}),
        ({"environment": {"| x |": "2"}}, {}),
        ({"symptom__error": "torch.cuda.OutOfMemoryError: no"}, {"torch": ""}),
        ({"symptom__error": "json.decoder.JSONDecodeError: no"}, {}),
        ({"symptom__error": "_pickle.UnpicklingError: no"}, {}),
    ],
)
def test_libraries_come_from_the_data_of_the_entry_alone(fault, fields, found):
    assert libraries(having(fault, **fields)) == found


def test_the_version_of_the_last_run_counts_most(fault):
    met = having(fault, environment={"torch": "2.9"}, case__requires=["torch>=2"])
    assert libraries(proven(met)) == {"torch": "2.13.0"}


def test_a_library_is_listed_with_its_versions_the_newest_first(knowledge, fault):
    old = replace(having(fault, environment={"torch": "2.9.0"}), id="old")
    bare = replace(having(fault, case__requires=["torch"]), id="bare")
    base = with_fault(with_fault(with_fault(knowledge, proven(fault)), old), bare)
    rows = page_of(base, "kb/lists/library-torch.md").find("tr")
    cells = [[cell.text for cell in row.find("td")] for row in rows]
    assert [cell[1] for cell in cells[1:]] == ["2.13.0", "2.9.0", "–"]
    assert [cell.text for cell in rows[0].find("th")] == ["Fault", "Version", "Status"]
    item = [each.text for each in page_of(base, "kb/lists/index.md").find("li")][-1]
    assert item.split() == ["torch", "2.13.0,", "2.9.0", "3"]


def test_silent_faults_and_messages_without_a_type_are_told_apart(knowledge, fault):
    other = replace(having(fault, symptom__error="[CRITICAL] WORKER TIMEOUT"), id="other")
    index = page_of(with_fault(knowledge, other), "kb/lists/index.md")
    links = {a.text: a.attributes["href"] for a in index.find("a")}
    assert links["Other messages"] == "error-other.md"
    assert links["Silent faults"] == "error-none.md"
    assert links["ValueError"] == "error-valueerror.md"


def test_the_newest_are_listed_with_their_day(knowledge, fault):
    settings = Settings(changed={fault.id: dt.date(2026, 12, 24)})
    first = page_of(knowledge, "kb/lists/recent.md", settings).find("tr")[1]
    assert [cell.text for cell in first.find("td")] == [fault.entry.title, "2026-12-24", "claimed"]


def large(knowledge: KnowledgeBase, fault: Fault, size: int) -> KnowledgeBase:
    """A base in which each entry hangs on a node and has an exception and a library of its own."""
    nodes, faults = dict(knowledge.tree.nodes), {}
    for number in range(size):
        node = f"node-{number}"
        above = f"node-{number // 10 - 1}" if number > 9 else "model-building"
        nodes[node] = nodes["normalisation"].model_copy(update={"parent": above})
        symptom = fault.entry.symptom.model_copy(update={"error": f"Odd{number}Error: no"})
        other = {"parent": node, "symptom": symptom, "environment": {f"lib{number}": "1"}}
        entry = fault.entry.model_copy(update=other)
        faults[f"f{number}"] = replace(fault, id=f"f{number}", entry=entry)
    tree = knowledge.tree.model_copy(update={"nodes": nodes})
    return replace(knowledge, tree=tree, faults=faults)


@pytest.mark.slow
def test_no_page_grows_with_the_base(knowledge, fault):
    pages = [
        {
            path: len(text)
            for path, text in stream(large(knowledge, fault, size), Settings(), Kept())
        }
        for size in (500, 1500)
    ]
    small, big = (
        {path: size for path, size in each.items() if path[-3:] == ".md"} for each in pages
    )
    for path in small:
        assert big[path] < 1.2 * max(small[path], 40_000), path
    assert max(big.values()) < 150_000


@pytest.mark.slow
def test_the_longest_lists_are_named_first_and_the_rest_on_pages_of_their_own(knowledge, fault):
    base = large(knowledge, fault, 450)
    overview = page_of(base, "kb/lists/index.md")
    links = [link for link in overview.find("a") if "by-error.md" in link.attributes["href"]]
    assert [link.text for link in links] == ["390 more"]
    first, second = (page_of(base, f"kb/lists/by-error{tail}.md") for tail in ("", "-2"))
    named = [link.text for page in (first, second) for link in page.find("a")]
    assert {name for name in named if name.startswith("Odd")} == {
        f"Odd{n}Error" for n in range(450)
    }
    assert "page 2 of 2" in second.text


@pytest.mark.slow
def test_of_a_large_tree_the_upper_levels_are_shown_and_counted_whole(knowledge, fault):
    page = page_of(large(knowledge, fault, 1500), "kb/tree.md")
    links = {link.attributes["href"] for link in page.find("a")}
    assert "nodes/node-9.md" in links
    assert "nodes/node-1400.md" not in links
    assert any("1500" in each.text for each in page.find("summary"))
