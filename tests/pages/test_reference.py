"""The reference names every field of the models and every rule of the linter."""

from __future__ import annotations

import pytest
from page_values import page_of

from kb.lint import RULES
from kb.model import Entry
from kb.pages import LANGUAGES, Settings
from kb.pages.reference import entry_fields

PAGE = "kb/reference.md"


def test_parts_in_maps_and_lists_come_below_what_holds_them():
    names = list(entry_fields())
    assert names[names.index("corrects") + 1] == "corrects[].claim"
    assert names[names.index("verify.values") + 1] == "verify.values.NAME.about"
    assert {name.split(".")[0].split("[")[0] for name in names} == {
        field.alias or name for name, field in Entry.model_fields.items()
    }
    assert all(entry_fields().values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_shown_with_both_examples(knowledge, language):
    page = page_of(knowledge, PAGE, Settings(language=language))
    rules = page.find("details", "kb-rule")
    assert {rule.find("code")[0].text for rule in rules} == {rule.name for rule in RULES}
    for rule in rules:
        bad, good = rule.find("pre")
        assert bad.text.strip()
        assert good.text.strip() not in {"", bad.text.strip()}


def test_only_tables_in_english_are_headed_as_such_in_chinese(knowledge):
    page = page_of(knowledge, PAGE, Settings(language="zh"))
    tables = page.find("table")
    assert len(tables) == 3
    for table in tables:
        meanings = [cell.text for cell in table.find("td")][1::2]
        chinese = any("\u4e00" <= letter <= "\u9fff" for letter in meanings[0])
        assert ("英文" in table.find("th")[1].text) is not chinese
