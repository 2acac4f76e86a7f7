from __future__ import annotations

import re
import string
from importlib.resources import files

import pytest

from kb.pages import LANGUAGES
from kb.pages.words import words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_things_with_the_same_figures(language: str) -> None:
    english, other = words("en"), words(language)
    assert list(other) == list(english)
    for key, text in english.items():
        assert _names(other[key]) == _names(text), key


def _names(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text)} - {None}


def test_every_word_of_a_template_is_there_and_none_is_left_over() -> None:
    folder = files("kb.pages")
    parts = ("templates", ".", "assets/box")
    sources = [each for part in parts for each in folder.joinpath(part).iterdir()]
    text = "".join(
        each.read_text("utf-8") for each in sources if each.name.endswith((".j2", ".py", ".js"))
    )
    asked = set(re.findall(r"""say\(\s*"(\w+)"\s*[,)]""", text)) - {"status_", "means_"}
    assert asked <= set(words("en"))
    spoken = {key for key in words("en") if re.search(rf'"{key}"', text)}
    made = (
        "status_",
        "means_",
        "proof_",
        "side_",
        "run_",
        "file_",
        "verdict_",
        "limit_",
        "dump_",
        "severity_",
        "refuted_on",
        "retired_on",
        "box_match",
        "box_maybe",
    )
    menu = {"site_name", "home", "first_aid", "how_proven", "language", "tools"}
    assert {key for key in set(words("en")) - spoken if not key.startswith(made)} <= menu
