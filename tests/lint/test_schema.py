"""The JSON Schemas say what the models say, for every field a person writes."""

from __future__ import annotations

from typing import Any

import pytest

from kb.errors import NotFound
from kb.lint import SCHEMAS, schema
from kb.model import Entry, Tree


def objects(made: dict[str, Any]) -> list[dict[str, Any]]:
    return [made, *made.get("$defs", {}).values()]


@pytest.mark.parametrize("what", SCHEMAS)
def test_every_field_is_described_and_strange_keys_are_refused(what: str) -> None:
    for part in objects(schema(what)):
        assert part["additionalProperties"] is False
        for name, field in part["properties"].items():
            assert field.get("description"), name


@pytest.mark.parametrize("what", SCHEMAS)
def test_the_example_is_valid(what: str) -> None:
    made = schema(what)
    model, _ = SCHEMAS[what]
    (example,) = made["examples"]
    assert model.model_validate(example)
    assert example.keys() <= made["properties"].keys()
    assert set(made["required"]) <= example.keys()


def test_names_are_those_of_the_file() -> None:
    made = schema("entry")
    assert "schema" in made["properties"]
    assert "as" in made["$defs"]["Withdrawal"]["properties"]
    assert made["properties"].keys() == {
        info.alias or name for name, info in Entry.model_fields.items()
    }
    assert schema("tree")["properties"].keys() == {
        info.alias or name for name, info in Tree.model_fields.items()
    }


def test_a_symptom_is_an_error_or_an_observation() -> None:
    assert schema()["$defs"]["Symptom"]["oneOf"] == [
        {"required": ["error"]},
        {"required": ["observed"]},
    ]


def test_another_file_has_no_schema() -> None:
    with pytest.raises(NotFound, match="entry, tree"):
        schema("evidence")
