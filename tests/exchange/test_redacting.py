"""What an import may write holds no secret, wherever the item held it."""

from __future__ import annotations

import json

import pytest

from kb.exchange.redacting import redacted
from kb.exchange.source import read

TOKEN = "ghp_" + "a1B2" * 9
GOOD = {"symptom": {"error": "e"}, "root_cause": "c"}


@pytest.mark.parametrize(
    "item",
    [
        {"files": {"faulty/train.py": f"token = '{TOKEN}'\n"}},
        {"files": {"fixed/deep/conf.ini": f"token={TOKEN}"}},
        {"files": {"pastes/a.txt": TOKEN}},
        {"files": {"faulty/a.bin": {"base64": "/w" + "=="}, "faulty/b": f"x\udc80 {TOKEN}"}},
        {"files": {f"../{TOKEN}": ""}},
        {TOKEN: "a field of their own"},
        {"fix": [{"a": TOKEN}]},
        {"environment": {TOKEN: "1"}},
    ],
)
def test_no_part_of_an_item_keeps_a_token(item: dict[str, object]) -> None:
    reading = read(json.dumps([{**GOOD, **item}]).encode())
    assert TOKEN in repr(reading.rows)
    rows, replaced = redacted(reading.rows)
    assert TOKEN not in repr(rows)
    assert "token" in {one.kind for one in replaced}


def test_a_case_keeps_its_addresses_and_its_bytes() -> None:
    files = {"faulty/run.sh": "curl 10.3.14.15:8000\n", "fixed/a": {"base64": "/wD+"}}
    rows = read(json.dumps([{**GOOD, "files": files}]).encode()).rows
    assert redacted(rows) == (list(rows), [])
