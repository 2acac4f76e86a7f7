"""Each rule changes what it must and leaves what it must, with one meaning in both languages."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from kb import text
from kb.text.rules import compiled, replaced, rules

FILE = Path(text.__file__).with_name("rules.json")
REPLACING = ("plain", "splits", "masks")
PATTERNS = [name for name, given in rules().items() if isinstance(given, str)]
PATTERNS = [name for name in PATTERNS if name not in ("stop", "known-names", "dtypes")]

NOT_SHARED = re.compile(r"\(\?P|\(\?<|\(\?[aiLmsux]|\(\?\(|\(\?>|[*+?}]\+|\\[AZzhRpPsSG]|\.")
"""Syntax that Python and JavaScript do not share, or read differently."""


def each(*sections: str) -> list[Any]:
    found = []
    for section in sections or [s for s, given in rules().items() if isinstance(given, list)]:
        for place, rule in enumerate(rules()[section]):
            if isinstance(rule, dict):
                name = rule.get("name") or f"{rule['role']}-{place}"
                found.append(pytest.param(section, rule, id=f"{section}-{name}"))
    return found


@pytest.mark.parametrize(("section", "rule"), each(*REPLACING))
def test_changes_and_leaves(section: str, rule: dict[str, Any]) -> None:
    assert section
    before, after = rule["changes"]
    assert replaced(rule, before) == after
    assert replaced(rule, rule["leaves"]) == rule["leaves"]


@pytest.mark.parametrize(("section", "rule"), each("prefixes", "noise"))
def test_takes_off(section: str, rule: dict[str, Any]) -> None:
    before, after = rule["changes"]
    pattern = compiled(f"^(?:{rule['pattern']})")
    assert pattern.match(before)
    assert section == "noise" or pattern.sub("", before) == after
    assert not pattern.match(rule["leaves"])
    assert any(hint in before for hint in rule.get("hint", [""]))


@pytest.mark.parametrize(("section", "rule"), each("links", "frames", "roles", "healthy"))
def test_hits_and_leaves(section: str, rule: dict[str, Any]) -> None:
    pattern = compiled(rule["pattern"])
    find = pattern.match if section == "frames" else pattern.search
    assert find(rule["hits"])
    assert not find(rule["leaves"])
    assert any(hint in rule["hits"] for hint in rule.get("hint", [""]))


@pytest.mark.parametrize(("section", "rule"), each("numbers"))
def test_numbers(section: str, rule: dict[str, Any]) -> None:
    assert section
    before, after = rule["changes"]
    found = compiled(rule["pattern"]).search(before)
    assert found
    assert (
        rule["put"]
        .replace("$1", found[1] or "")
        .replace("$2", (found.re.groups > 1 and found[2]) or "")
        == after
    )
    assert not compiled(rule["pattern"]).search(rule["leaves"])


@pytest.mark.parametrize("name", PATTERNS)
def test_single_patterns(name: str) -> None:
    hit, leave = rules()["examples"][name]
    assert compiled(rules()[name]).search(hit)
    assert not compiled(rules()[name]).search(leave)


def all_patterns() -> list[Any]:
    rules_of = [pytest.param(p.values[1]["pattern"], id=str(p.id)) for p in each()]
    return rules_of + [pytest.param(rules()[name], id=name) for name in PATTERNS]


@pytest.mark.parametrize("pattern", all_patterns())
def test_keeps_to_the_shared_syntax(pattern: str) -> None:
    bare = re.sub(r"\[(?:\\.|[^\]\\])*\]", "[]", pattern)
    bare = re.sub(r"\\[^AZzhRpPsSG]", "_", bare)
    assert not NOT_SHARED.search(bare), NOT_SHARED.search(bare)
    assert not re.search(r"\\[sSpP]", pattern)


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_javascript_reads_the_same(tmp_path: Path, run_node: Any) -> None:
    texts = sorted(
        {
            piece
            for param in each()
            for piece in (*param.values[1].get("changes", ()), param.values[1]["leaves"],
                          param.values[1].get("hits", ""))
        }
    )  # fmt: skip
    texts += ["错误98 in /tmp/x.py: 3.5e-4 ſK", "x" * 50 + " 1:2:3", "a\u2028b", "\U0001f600 [0;1m"]
    (tmp_path / "texts.json").write_text(json.dumps(texts))
    applied = run_node(Path(__file__).with_name("rules.mjs"), FILE, tmp_path / "texts.json")
    assert len(applied) > 70
    for name, results in applied.items():
        section, _, place = name.partition(" ")
        for line, result in zip(texts, results, strict=True):
            assert result == _in_python(section, place, line), (name, line)


def _in_python(section: str, place: str, line: str) -> object:
    if not place:
        return [found[0] for found in compiled(rules()[section]).finditer(line)]
    rule = rules()[section][int(place)]
    if "put" in rule and section != "numbers":
        return replaced({key: rule[key] for key in rule if key != "hint"}, line)
    return [found[0] for found in compiled(rule["pattern"]).finditer(line)]
