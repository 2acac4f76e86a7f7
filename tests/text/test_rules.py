"""Each rule changes what it must and leaves what it must, with one meaning in both languages."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
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


def each(*sections: str) -> dict[str, dict[str, Any]]:
    """The rules of `sections`, by section and name; those of all without any given."""
    return {
        f"{section} {rule.get('name') or rule['role']} {place}": rule
        for section in sections or [s for s, given in rules().items() if isinstance(given, list)]
        for place, rule in enumerate(rules()[section])
        if isinstance(rule, dict)
    }


def no_hint(given: dict[str, dict[str, Any]], example: Callable[[dict[str, Any]], str]) -> set[str]:
    """The rules whose hints are not in their own example, so that it is never looked at."""
    return {
        name
        for name, rule in given.items()
        if not any(hint in example(rule) for hint in rule.get("hint", [""]))
    }


def test_changes_and_leaves() -> None:
    given = each(*REPLACING)
    assert {name: replaced(rule, rule["changes"][0]) for name, rule in given.items()} == {
        name: rule["changes"][1] for name, rule in given.items()
    }
    assert {name: replaced(rule, rule["leaves"]) for name, rule in given.items()} == {
        name: rule["leaves"] for name, rule in given.items()
    }


def test_takes_off() -> None:
    given = each("prefixes", "noise")
    patterns = {name: compiled(f"^(?:{rule['pattern']})") for name, rule in given.items()}
    assert [name for name in given if not patterns[name].match(given[name]["changes"][0])] == []
    assert [name for name in given if patterns[name].match(given[name]["leaves"])] == []
    assert no_hint(given, lambda rule: rule["changes"][0]) == set()
    given = each("prefixes")
    assert {name: patterns[name].sub("", rule["changes"][0]) for name, rule in given.items()} == {
        name: rule["changes"][1] for name, rule in given.items()
    }


def test_hits_and_leaves() -> None:
    given = each("links", "frames", "roles", "healthy")
    find = {
        name: pattern.match if name.startswith("frames ") else pattern.search
        for name, pattern in ((name, compiled(rule["pattern"])) for name, rule in given.items())
    }
    assert [name for name, rule in given.items() if not find[name](rule["hits"])] == []
    assert [name for name, rule in given.items() if find[name](rule["leaves"])] == []
    assert no_hint(given, lambda rule: rule["hits"]) == set()


def test_numbers() -> None:
    for name, rule in each("numbers").items():
        before, after = rule["changes"]
        found = compiled(rule["pattern"]).search(before)
        assert found, name
        assert (
            rule["put"]
            .replace("$1", found[1] or "")
            .replace("$2", (found.re.groups > 1 and found[2]) or "")
            == after
        ), name
        assert not compiled(rule["pattern"]).search(rule["leaves"]), name


def test_single_patterns() -> None:
    examples = {name: (compiled(rules()[name]), *rules()["examples"][name]) for name in PATTERNS}
    assert [name for name, (pattern, hit, _) in examples.items() if not pattern.search(hit)] == []
    assert [name for name, (pattern, _, leave) in examples.items() if pattern.search(leave)] == []


def test_all_patterns_keep_to_the_shared_syntax() -> None:
    patterns = {name: rule["pattern"] for name, rule in each().items()}
    patterns |= {name: rules()[name] for name in PATTERNS}
    bare = {
        name: re.sub(r"\\[^AZzhRpPsSG]", "_", re.sub(r"\[(?:\\.|[^\]\\])*\]", "[]", pattern))
        for name, pattern in patterns.items()
    }
    assert {name: found for name, text in bare.items() if (found := NOT_SHARED.search(text))} == {}
    assert {name: text for name, text in patterns.items() if re.search(r"\\[sSpP]", text)} == {}


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_javascript_reads_the_same(tmp_path: Path, run_node: Any) -> None:
    texts = sorted(
        {
            piece
            for rule in each().values()
            for piece in (*rule.get("changes", ()), rule["leaves"], rule.get("hits", ""))
        }
    )
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
