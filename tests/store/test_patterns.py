"""`redact.yaml`: what is read of it, and what is said when it is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.errors import InvalidFiles
from kb.store.layers import Layer
from kb.store.patterns import patterns_of, read_patterns
from kb.store.read import load


def test_none_is_fine(layer: Layer) -> None:
    patterns, problems = read_patterns(layer)
    assert (patterns.listed, problems) == ({}, ())
    assert patterns_of([layer]) == []


def test_names_regexes_and_their_lines(layer: Layer, base: Path) -> None:
    (base / "redact.yaml").write_text('# ours\nproject: "ACME-[0-9]+"\ncustomer: K[0-9]{6}\n')
    patterns, problems = read_patterns(layer)
    assert patterns.listed == {"project": "ACME-[0-9]+", "customer": "K[0-9]{6}"}
    assert patterns.lines["customer"] == 3
    assert problems == ()
    assert patterns_of([layer]) == [patterns]
    loaded = load(layer)
    assert loaded.patterns == patterns
    assert loaded.problems == ()


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("- a\n", 1, "is no mapping"),
        ("a: x\nb: 3\n", 2, "is no text"),
        ("a: x\na: y\n", 2, "is given twice"),
        ("a: !!python/object x\n", 1, "YAML tag"),
    ],
)
def test_what_is_no_pattern(layer: Layer, base: Path, text: str, line: int, said: str) -> None:
    (base / "redact.yaml").write_text(text)
    (problem,) = read_patterns(layer)[1]
    assert (problem.line, said in problem.message) == (line, True)
    assert problem in load(layer).problems
    with pytest.raises(InvalidFiles):
        patterns_of([layer])


def test_no_symlink_is_followed(layer: Layer, base: Path, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("a: b\n")
    (base / "redact.yaml").symlink_to(tmp_path / "x")
    (problem,) = read_patterns(layer)[1]
    assert problem.rule == "symlink"
