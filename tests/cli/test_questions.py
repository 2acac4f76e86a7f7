"""The questions of `kb add`, as a person at a keyboard meets them."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import replace

import pytest

from kb.capture.draft import Draft
from kb.cli.adding.asking import Same, the_same, the_symptom
from kb.cli.adding.keyboard import ask, confirm, put
from kb.cli.adding.questions import EXAMPLE, QUESTIONS, another_check
from kb.cli.adding.resuming import go_on
from kb.match import Answer, Match

WORDS = "a question that goes on for so long that no line of a terminal can ever hold all of it"


class Keyboard(io.StringIO):
    """What is typed, in place of a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def typed(monkeypatch):
    return lambda *lines: monkeypatch.setattr(
        sys, "stdin", Keyboard("".join(f"{line}\n" for line in lines))
    )


def test_a_check_is_asked_for_with_one_to_copy(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    put(*QUESTIONS["verify.command"])
    *asked, example = capsys.readouterr().err.splitlines()
    assert example == f"  {EXAMPLE}"
    assert max(map(len, asked)) <= 40


@pytest.mark.skipif(sys.platform == "win32", reason="checks are run by bash")
@pytest.mark.parametrize(("text", "code"), [(None, 2), ("shuffle=False\n", 1), ("pass\n", 0)])
def test_that_one_keeps_the_contract(tmp_path, text, code):
    if text:
        (tmp_path / "train.py").write_text(text)
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", EXAMPLE], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, "shuffle=False" in done.stdout) == (code, code == 1)


@pytest.mark.parametrize(
    ("question", "hint"),
    [("Fix", ""), ("Fix", "what to change"), ("Fix", WORDS), (WORDS, ""), (WORDS, WORDS)],
)
def test_a_question_is_put_once(capsys, question, hint):
    put(question, hint)
    told = capsys.readouterr().err
    assert told.split() == (f"{question}: {hint}" if hint else question).split()
    assert max(map(len, told.splitlines())) <= 80


@pytest.mark.parametrize(
    ("answers", "fields"),
    [
        ([""], ()),
        (["<"], ()),
        (["true", "taken"], ("true", "taken")),
        (["true", ""], ("true", "before")),
        (["treu", "<", "true", "taken"], ("true", "taken")),
        (["treu", "<", "<"], ()),
    ],
)
def test_another_check_goes_back_as_other_questions_do(typed, answers, fields):
    typed(*answers)
    assert tuple(another_check("before").values()) == fields


def test_an_empty_answer_is_asked_for_again(typed, capsys):
    typed("", "  ", "drop_last=True")
    assert ask("Fix") == "drop_last=True"
    assert capsys.readouterr().err.count("an entry needs this") == 2


def test_an_answer_that_says_neither_yes_nor_no_is_none(typed, capsys):
    typed("maybe", "1", "YES")
    assert confirm("Is it fixed?", default=False)
    assert capsys.readouterr().err.count("answer y or n") == 2


MATCHES = tuple(
    Match(id, "A title", "serving", "ports", "proven", 0.5, "cause", "check", "fix", (), "team")
    for id in ("port-in-use", "port-refused")
)


@pytest.mark.parametrize(
    ("lines", "field", "said"),
    [
        (["<", " < ", "RuntimeError: x"], "symptom.error", "RuntimeError: x"),
        (["", "<", "RuntimeError: x"], "symptom.error", "RuntimeError: x"),
        (["<", "", "<", "", "it hangs"], "symptom.observed", "it hangs"),
    ],
)
def test_who_goes_back_while_the_symptom_is_asked_begins_anew(typed, lines, field, said):
    typed(*lines)
    assert the_symptom(Draft()).values == {field: said}


@pytest.mark.parametrize(
    ("lines", "same"),
    [
        (["2"], Same("port-refused")),
        ([""], None),
        (["No"], None),
        (["Close the port.", "0", "3", "²", "-1", "1"], Same("port-in-use")),
    ],
)
def test_what_names_no_entry_is_asked_again(typed, lines, same):
    typed(*lines)
    assert the_same(Answer("maybe", MATCHES, 1.0)) == same


def test_what_is_hardly_meant_is_not_offered_as_known(typed, capsys):
    typed("n")
    hardly = replace(MATCHES[1], confidence=0.03)
    the_same(Answer("maybe", (MATCHES[0], hardly), 1.0))
    told = capsys.readouterr().err
    assert "port-in-use" in told
    assert "port-refused" not in told


@pytest.mark.parametrize(
    ("lines", "answer"),
    [([""], "y"), (["Yes"], "y"), (["later"], "n"), (["Close it.", "d"], "drop"), (["N"], "n")],
)
def test_what_is_begun_goes_on_or_not_as_it_is_said(typed, lines, answer):
    typed(*lines)
    assert go_on(Draft({"title": "A title"}), 0.0) == answer
