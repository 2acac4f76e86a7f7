"""Files as people and their programs write them."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest

from kb.errors import Refused
from kb.exchange.columns import field_of
from kb.exchange.source import read

TABLE = """\
# What we met

Some words, and a table that is about other things:

| Name | Phone |
|---|---|
| Li | 1 |

```
| Symptom | Root cause |
|---|---|
| in a fence | no row |
```

| Symptom | Root-cause pattern | Verification command | Owner |
| :--- | --- | --- | :-: |
| `RuntimeError: CUDA out of memory` | Batch too large | `nvidia-smi | grep python` | li |
| loss is nan<br/>after step 100 | lr too high | `grep nan log`<br>`tail log` | |

> | 症状 | 根因模式 | 验证命令 |
> |---|---|---|
> | 端口被占用 | 旧进程没退出 | `ss -ltn \\| grep 8000` |
"""


def fields(text: str | bytes, how: str | None = None) -> list[dict[str, object]]:
    raw = text.encode() if isinstance(text, str) else text
    return [dict(row.fields) for row in read(raw, format=how).rows]


def one(symptom: str, cause: str, command: str) -> dict[str, object]:
    return {"symptom": {"main": symptom}, "root_cause": cause, "verify": {"command": command}}


def test_a_page_with_tables() -> None:
    reading = read(TABLE.encode(), "faults.md")
    assert [dict(row.fields) for row in reading.rows] == [
        one("RuntimeError: CUDA out of memory", "Batch too large", "nvidia-smi | grep python"),
        one("loss is nan\nafter step 100", "lr too high", "grep nan log\ntail log"),
        one("端口被占用", "旧进程没退出", "ss -ltn | grep 8000"),
    ]
    assert [row.place for row in reading.rows] == ["line 17", "line 18", "line 22"]
    assert reading.unknown == ("Owner",)
    assert [row.fault for row in reading.rows] == ["", "", ""]


def test_a_row_that_is_too_wide_is_told_and_kept() -> None:
    raw = "| a | b | c | d |"
    (row,) = read(f"| symptom | cause | check |\n|--|--|--|\n{raw}\n".encode()).rows
    assert row.fault.startswith("has 4 cells in 3 columns")
    assert row.raw == raw


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("症状", "symptom.main"),
        ("根因模式", "root_cause"),
        ("验证命令", "verify.command"),
        ("**Symptom**", "symptom.main"),
        ("Symptom / 症状", "symptom.main"),
        ("症状（报错原文）", "symptom.main"),
        ("Root-Cause Pattern", "root_cause"),
        ("root_cause", "root_cause"),
        ("verify.looks_at", "verify.looks_at"),
        ("验证命令 Verification command", "verify.command"),
        ("Ｓymptom", "symptom.main"),
        ("报错信息", "symptom.error"),
        ("修复方法", "fix"),
        ("领域", "domain"),
        ("父节点", "parent"),
        ("标题", "title"),
        ("命中输出", "verify.present"),
        ("", None),
        ("Owner", None),
        ("#", None),
    ],
)
def test_headings(heading: str, field: str | None) -> None:
    assert field_of(heading) == field


def test_numbers_are_no_ids() -> None:
    assert [row.id for row in read(b"id,symptom,cause\n1,a,b\nport-in-use,c,d\n").rows] == [
        None,
        "port-in-use",
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "gb18030"])
@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_what_spreadsheets_save(encoding: str, mark: str) -> None:
    text = f'症状{mark}根因模式\r\n"a{mark} ""b""\nc"{mark}原因一\r\n\r\n{mark}\r\nd{mark}e\r\n'
    assert fields(text.encode(encoding), "csv") == [
        {"symptom": {"main": f'a{mark} "b"\nc'}, "root_cause": "原因一"},
        {"symptom": {"main": "d"}, "root_cause": "e"},
    ]
    rows = read(text.encode(encoding), "x.csv").rows
    assert [row.place for row in rows] == ["line 2", "line 6"]


def test_lines_above_the_heading_are_passed_over() -> None:
    assert fields("Faults of 2026\n\nsymptom,cause\na,b\n") == [
        {"symptom": {"main": "a"}, "root_cause": "b"}
    ]


def test_cells_that_a_spreadsheet_would_count() -> None:
    assert fields("symptom,cause\n'=1+1,''@x\n", "csv") == [
        {"symptom": {"main": "=1+1"}, "root_cause": "'@x"}
    ]


@pytest.mark.parametrize(
    "data",
    [
        [{"symptom": "a", "cause": "b", "check": "c"}],
        {"entries": [{"症状": "a", "根因模式": "b", "验证命令": "c"}]},
        {"symptom": "a", "root_cause": "b", "verify.command": "c"},
    ],
)
def test_flat_json_is_a_table(data: object) -> None:
    assert fields(json.dumps(data)) == [one("a", "b", "c")]


def test_what_show_prints_can_be_read() -> None:
    shown = {"id": "x", "status": "proven", "layer": "team", "symptom": {"error": "e"}}
    (row,) = read(json.dumps(shown).encode()).rows
    assert (row.id, row.fields) == ("x", {"symptom": {"error": "e"}})


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "no line names the columns"),
        (b"Name,Phone\nLi,1\n", "no line names the columns"),
        (b"symptom,cause\n", "no row to read"),
        (b"# Title\n\n| Name | Phone |\n|---|---|\n| Li | 1 |\n", "no row to read"),
        (b'symptom,cause\na,b\n"open,b\n', "it is no CSV .*, from line 3 on"),
        (b'{"a": 1, "a": 2}', "'a' is given twice"),
        (b"[1,", "it is no JSON"),
        (b"[" * 100_000, "it is no JSON"),
        (b'{"entries": 3}', "no list of entries"),
        ("symptom,cause\né,b".encode("latin-1"), "save it as UTF-8"),
        (b"\xff\xfe\x00", "save it as UTF-8"),
    ],
)
def test_what_cannot_be_read_says_why(raw: bytes, why: str) -> None:
    with pytest.raises(Refused, match=why):
        read(raw)


def test_half_a_character_gets_a_mark() -> None:
    assert fields(r'{"symptom": {"error": "a\ud800b \ud83d\ude00"}, "verify": {}}') == [
        {"symptom": {"error": "a?b 😀"}, "verify": {}}
    ]


@pytest.mark.parametrize("text", ["(" * 100_000, "a/" * 100_000, "（" * 100_000])
def test_a_long_heading_is_no_name(text: str) -> None:
    assert field_of(text) is None


@pytest.mark.parametrize(
    "item",
    [
        3,
        {"files": {"../x": "y"}, "symptom": {}},
        {"files": {"faulty/x": 3}, "symptom": {}},
        {"z": 1},
    ],
)
def test_items_that_are_no_entries_are_rows_with_a_fault(item: object) -> None:
    good = {"symptom": {"error": "e"}}
    first, second = read(json.dumps([item, good]).encode()).rows
    assert first.fault != ""
    assert (second.fault, second.place) == ("", "item 2")


def test_cells_pasted_into_notes_are_a_table() -> None:
    text = "Symptom\tRoot cause\tCheck\n显存不足\tbatch 太大\tnvidia-smi | grep MiB\n"
    (row,) = read(text.encode(), "notes.md").rows
    assert row.fields == next(iter(read(text.encode(), "notes.tsv").rows)).fields
    with pytest.raises(Refused, match="no row"):
        read(b"Only words, no table.\n", "notes.md")


@pytest.mark.parametrize("at", range(1, 64, 9))
def test_a_stray_zero_makes_no_other_encoding_of_a_file(at: int) -> None:
    text = "| Symptom | Root-cause pattern |\n| --- | --- |\n| Error: é | because |\n".encode()
    damaged = text[:at] + b"\0" + text[at:]
    with suppress(Refused):
        assert read(damaged).rows[-1].fields["root_cause"] == "because"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "text", ["现象,根因\n显存不足,太大\n", "symptom,cause\na,b\n", '[{"symptom": {"error": "e"}}]']
)
def test_utf_16_without_a_mark_is_read(text: str, encoding: str) -> None:
    assert read(text.encode(encoding)) == read(text.encode())


@pytest.mark.parametrize("cell", ["[" * 100_000, '{"a":' * 100_000, "9" * 5000])
def test_a_cell_of_json_that_is_too_deep_or_long_is_text(cell: str) -> None:
    (row,) = read(
        json.dumps([{"symptom": "e", "cause": "c", "minutes_to_fix": cell}]).encode()
    ).rows
    assert row.fields["origin"] == {"minutes_to_fix": cell}


@pytest.mark.parametrize("line", [" ", "> ", "-", "- ", "\t", "\n "])
def test_a_long_line_takes_no_longer_than_it_is_long(line: str) -> None:
    with pytest.raises(Refused):
        read((line * 100_000).encode())


@pytest.mark.parametrize(
    "paths",
    [
        ["faulty/a\0b"],
        ["faulty/a\x1bb"],
        ["faulty/a\nb"],
        ["faulty/" + "x" * 300],
        ["faulty/" + "é" * 130],
        ["faulty/" + "d/" * 3000 + "x"],
        ["faulty/a", "faulty/a/b"],
        ["pastes/a/b", "pastes/a"],
        ["faulty/./x"],
        [r"faulty/..\..\x"],
        ["faulty//x"],
        ["faulty/"],
        ["faulty"],
        ["/faulty/x"],
        ["evidence.json"],
    ],
)
def test_files_that_cannot_lie_beside_an_entry_are_a_fault_of_their_row(paths: list[str]) -> None:
    item = {"symptom": {"error": "e"}, "files": dict.fromkeys(paths, "")}
    (row,) = read(json.dumps([item]).encode()).rows
    assert (row.files, row.fault[:4]) == ({}, "has ")
    good = {**item, "files": {"faulty/a": "1", "faulty/ab/c": "2"}}
    assert not read(json.dumps([good]).encode()).rows[0].fault
