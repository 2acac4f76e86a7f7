from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from page_dom import by_mkdocs
from page_values import page_of, proven, run, text_of, with_fault, withdrawn

from kb.model import Limits
from kb.pages import Kept, Settings, pages
from kb.pages.box import packed
from kb.pages.branch import grow
from kb.pages.draw import fit
from kb.pages.dump import dump
from kb.pages.lists import list_pages
from kb.pages.standing import standing
from kb.pages.view import view
from kb.pages.words import words

pytestmark = pytest.mark.journey

ENTRY = "kb/entries/batchnorm-single-sample.md"


def test_paths_are_permalinks_under_kb_and_one_home(knowledge):
    paths = set(pages(knowledge))
    assert {"index.md", "kb/tree.md", "kb/entries.json", ENTRY, "kb/nodes/ports.md"} <= paths
    assert {path for path in paths if not path.startswith("kb/")} == {"index.md"}


def test_the_paste_box_knows_the_domains_that_have_no_entry_yet(knowledge):
    told = packed(view(knowledge, Settings(), Kept()), {})["domains"]
    assert sorted(told) == sorted(knowledge.tree.domains())
    assert told["logging"]["page"] == "../nodes/logging.html"


def test_no_template_syntax_is_left_over_on_any_page(knowledge, fault):
    made = pages(with_fault(knowledge, proven(fault)), Settings(repository="https://x.org/a"))
    for path, text in made.items():
        if path.endswith(".md"):
            page = by_mkdocs(str(text))
            assert not re.search(r"\{[:%#{]|\]\(|None|Markup", page.text), path
            assert page.find("h1"), path
            for each in page.every():
                assert re.fullmatch(r"[\w-]+", each.attributes.get("id") or "x"), path


def test_the_answer_comes_before_the_proof(knowledge, fault):
    page = page_of(with_fault(knowledge, proven(fault)), ENTRY)
    assert [each.text.rstrip("¶") for each in page.find("h2")] == [
        "What you see",
        "Why it happens",
        "Check it here",
        "Fix it",
        "When it is not this fault",
        "The proof",
        "What the fix changes",
        "About this entry",
    ]


def test_placeholders_are_marked_and_the_command_copies_whole(knowledge, fault):
    code = page_of(knowledge, ENTRY).find("div", "kb-command")[0].find("code")[0]
    assert code.text == fault.entry.verify.command
    assert [each.text for each in code.find("var")] == ["{module}"]


def test_a_proof_shows_its_runs_with_figures_and_marks_the_deciding_line(knowledge, fault):
    page = page_of(with_fault(knowledge, proven(fault)), ENTRY)
    red, green = page.find("section", "kb-side")
    assert [each.text for each in red.find("mark")] == ["here is a batch of one"]
    assert green.find("mark") == []
    assert "exit 1 · 1.23 s · 210 MiB" in red.text
    assert page.find("div", "kb-under")[0].find("span")[0].text == "proven"


@pytest.mark.parametrize(
    ("found", "chinese"),
    [
        ("exit 1, shows the symptom", "退出码 1，出现症状"),
        ("exit 0, the symptom gone", "退出码 0，症状消失"),
        (
            "inconclusive: exit code 1, but no line of stdout contains 'a {b}'",
            "无法判定（inconclusive）：退出码 1，但标准输出中没有一行含有 'a {b}'",
        ),
        ("inconclusive: not found: ss", "无法判定（inconclusive）: not found: ss"),
        ("absent", "不在（absent）"),
    ],
)
def test_what_a_run_found_is_said_in_the_language_of_the_site(knowledge, fault, found, chinese):
    base = with_fault(knowledge, proven(fault, runs=(run("faulty-check", found, ""),)))
    for language, said in (("en", found), ("zh", chinese)):
        page = page_of(base, ENTRY, Settings(language=language))
        assert page.find("p", "kb-run-found")[0].text == said


def test_a_failed_run_says_what_was_expected(knowledge, fault):
    runs = (run("faulty-check", "absent", "", passed=False),)
    broken = proven(fault, outcome="broken", runs=runs)
    page = page_of(with_fault(knowledge, broken), ENTRY)
    assert page.find("div", "kb-run-failed")[0].text.startswith("the check runsnot as expected")
    assert "expected: present" in page.find("div", "kb-run-failed")[0].text
    assert page.find("span", "kb-broken")


@pytest.mark.parametrize("how", ["refuted", "retired"])
def test_a_withdrawal_stands_first_whatever_the_evidence_says(knowledge, fault, how):
    gone = withdrawn(proven(fault), how)
    assert standing(gone) == how
    page = page_of(with_fault(knowledge, gone), ENTRY)
    assert page.find("div", "kb-note")[0].text.endswith("on 2026-12-01It raises.")
    assert page.find("div", "kb-under")[0].find("span")[0].text == how


def test_a_refuted_claim_is_not_one_that_nobody_has_run(knowledge, fault):
    page = page_of(with_fault(knowledge, withdrawn(fault, "refuted")), ENTRY)
    assert page.find("span", "kb-claimed") == []
    assert words("en")["proof_refuted"] in page.text
    assert words("en")["proof_claimed"] not in page.text


def test_a_stale_proof_is_not_called_proven(knowledge, fault):
    stale = proven(fault, digest="other")
    page = page_of(with_fault(knowledge, stale), ENTRY)
    assert page.find("span", "kb-proven") == []
    assert "changed since" in page.text


def test_a_node_lists_its_children_in_the_order_of_the_tree(knowledge):
    nodes = dict(knowledge.tree.nodes)
    nodes["model-building"] = nodes["model-building"].model_copy(
        update={"order": ("late", "normalisation")}
    )
    nodes["late"] = nodes["ports"].model_copy(update={"parent": "model-building", "title": "Late"})
    tree = knowledge.tree.model_copy(update={"nodes": nodes})
    page = page_of(replace(knowledge, tree=tree), "kb/nodes/model-building.md")
    rows = page.find("div", "kb-checks")[0].find("tr")[1:]
    assert [row.find("a")[0].text for row in rows] == ["Late", "Normalisation"]


def test_an_entry_outside_the_tree_still_has_a_page(knowledge, fault):
    lost = replace(
        fault, entry=fault.entry.model_copy(update={"parent": "nowhere", "domain": "gone"})
    )
    made = pages(with_fault(knowledge, lost))
    assert ENTRY in made
    assert "batchnorm" not in str(made["kb/tree.md"])


def test_a_limit_that_names_another_entry_links_to_it(knowledge, fault):
    symptom = fault.entry.symptom.model_copy(update={"limit": "See port-taken, not b-c."})
    other = replace(fault, entry=fault.entry.model_copy(update={"symptom": symptom}))
    page = page_of(with_fault(knowledge, other), ENTRY)
    assert [a.attributes["href"] for a in page.find("a") if "port" in a.text] == ["port-taken.md"]


def test_repository_links_only_when_there_is_a_repository(knowledge):
    assert "edit" not in {a.text for a in page_of(knowledge, ENTRY).find("a")}
    page = page_of(knowledge, ENTRY, Settings(repository="https://gitlab.com/a/b/"))
    hrefs = [a.attributes["href"] for a in page.find("div", "kb-actions")[0].find("a")]
    assert (
        hrefs[1] == "https://gitlab.com/a/b/-/edit/main/entries/batchnorm-single-sample/entry.yaml"
    )


def test_an_entry_of_another_layer_has_no_links_into_the_repository(knowledge, fault):
    for layer, texts in ((fault.layer, {"Edit this entry"}), ("other", set())):
        settings = Settings(repository="https://x.org/a", layer=layer)
        page = page_of(knowledge, ENTRY, settings)
        links = {a.text for a in page.find("div", "kb-actions")[0].find("a")}
        assert links & {"Edit this entry"} == texts


def test_chinese_pages_use_the_chinese_titles_of_nodes(knowledge):
    nodes = dict(knowledge.tree.nodes)
    nodes["ports"] = nodes["ports"].model_copy(update={"zh": "端口"})
    chinese = replace(knowledge, tree=knowledge.tree.model_copy(update={"nodes": nodes}))
    page = page_of(chinese, "kb/entries/port-taken.md", Settings(language="zh"))
    assert "端口" in page.find("div", "kb-under")[0].text
    assert page.find("h2")[0].text.startswith("你看到的")


def test_a_long_list_runs_over_several_pages(knowledge, fault):
    many = {f"f{number}": replace(fault, id=f"f{number}") for number in range(401)}
    seen = view(replace(knowledge, faults=many), Settings(), Kept())
    made = dict(list_pages(seen, grow(seen.base)))
    assert {f"kb/lists/recent{tail}.md" for tail in ("", "-2", "-3")} <= set(made)
    assert "kb/lists/recent-4.md" not in made
    last = by_mkdocs(made["kb/lists/recent-3.md"])
    assert [a.attributes["href"] for a in last.find("a")][-1] == "recent-2.md"
    assert len(json.loads(dump(seen)[1])) == 401


def test_an_empty_base_says_how_to_begin(knowledge):
    home = page_of(replace(knowledge, faults={}), "index.md")
    assert "kb add" in home.text
    assert home.find("ul", "kb-tiles") == []


@pytest.mark.parametrize(
    ("directory_urls", "page", "target", "address"),
    [
        (False, "kb/tree.md", "kb/nodes/a.md", "nodes/a.html"),
        (False, "kb/nodes/a.md", "kb/entries/b.md", "../entries/b.html"),
        (True, "kb/tree.md", "kb/nodes/a.md", "../nodes/a"),
        (True, "index.md", "kb/lists/index.md", "kb/lists"),
    ],
)
def test_addresses_in_pictures_fit_the_generator(directory_urls, page, target, address):
    assert Settings(directory_urls=directory_urls).href(page, target) == address


def test_text_in_a_box_takes_two_lines_at_most():
    assert fit("short", 100) == ["short"]
    assert fit("two words here", 60) == ["two words", "here"]
    assert fit("工作进程启动失败或共享了不该共享的状态", 60) == ["工作进程", "启动失…"]
    assert fit("x" * 500, 60) == ["x" * 9, "x" * 8 + "…"]


def test_pages_are_the_same_for_the_same_base(knowledge):
    assert pages(knowledge) == pages(knowledge)


def test_no_file_of_the_room_reads_the_disk_but_for_its_own_data():
    room = Path(__file__).resolve().parents[2] / "kb/pages"
    readers = {
        file.name
        for file in room.glob("*.py")
        if re.search(r"\bopen\(|read_(?:text|bytes)|import yaml|mkdocs\.", file.read_text())
    }
    assert readers == {"__init__.py", "box.py", "words.py", "starter.py"}


def test_an_entry_of_many_long_wordings_keeps_its_page_small(knowledge, fault):
    symptom = fault.entry.symptom.model_copy(update={"also": ("<" * 9_000,) * 30})
    long = replace(fault, entry=fault.entry.model_copy(update={"symptom": symptom}))
    long = replace(long, faulty={"a.py": b"{}\n" * 90_000}, fixed={"b.py": b"<" * 90_000})
    long = proven(long, runs=tuple(run("faulty-run", "x", "<" * 90_000) for _ in range(5)))
    text = text_of(with_fault(knowledge, long), ENTRY)
    assert len(text) < 300_000
    assert "28 more" in text


def test_error_types_that_share_a_file_share_a_list(knowledge, fault):
    def raises(id, name):
        symptom = fault.entry.symptom.model_copy(update={"error": f"x.{name}: no"})
        return replace(fault, id=id, entry=fault.entry.model_copy(update={"symptom": symptom}))

    faults = {"a": raises("a", "CudaError"), "b": raises("b", "CUDAError")}
    page = page_of(replace(knowledge, faults=faults), "kb/lists/error-cudaerror.md")
    assert len(page.find("tr")) == 3


def test_a_machine_made_small_is_told(knowledge, fault):
    case = fault.entry.case.model_copy(update={"limits": Limits(shm=64, seconds=2.5)})
    small = replace(fault, entry=fault.entry.model_copy(update={"case": case}))
    facts = page_of(with_fault(knowledge, small), ENTRY).find("p", "kb-facts")[0]
    chips = [chip.text for chip in facts.find("span", "kb-chip")]
    assert chips == ["/dev/shm 64 MiB", "2.5 s of time"]


def test_every_limit_has_its_words():
    assert {f"limit_{name}" for name in Limits.model_fields} <= set(words("en"))
