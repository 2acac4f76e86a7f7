import datetime as dt
from pathlib import Path

import pytest


def entry(base, id="port-taken"):
    return (base / id / "entry.yaml").read_text()


def test_set_changes_one_field_and_no_other_line(kb, base):
    before = entry(base, "batchnorm-single-sample").splitlines()
    said = kb("edit", "batchnorm-single-sample", "--set", "fix=Use GroupNorm.")
    assert said.code == 0
    after = entry(base, "batchnorm-single-sample").splitlines()
    assert [(a, b) for a, b in zip(before, after, strict=True) if a != b] == [
        ("fix: Use drop_last=True, or GroupNorm.", "fix: Use GroupNorm.")
    ]


@pytest.mark.parametrize("given", ["fix", "=x", ""])
def test_set_wants_field_and_text(kb, base, given):
    before = entry(base)
    said = kb("edit", "port-taken", "--set", given)
    assert said.code == 2
    assert "--set takes FIELD=TEXT" in said.err
    assert entry(base) == before


def test_a_change_that_breaks_the_schema_is_refused(kb, base):
    before = entry(base)
    said = kb("edit", "port-taken", "--set", "verify.command=one\ntwo")
    assert said.code == 2
    assert "entry.yaml" in said.err
    assert "must be one line" in said.err
    assert entry(base) == before


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("parent=nowhere", "parent: there is no node 'nowhere'"),
        ("parent=normalisation", "normalisation lies under model-building, not under serving"),
        ("domain=cooking", "domain: there is no domain 'cooking'"),
        ("parent=../up", "'../up' is no id"),
    ],
)
def test_a_place_that_is_not_in_the_tree_is_refused(kb, base, monkeypatch, given, told):
    before = entry(base)
    said = kb("edit", "port-taken", "--set", given)
    assert said.code == 2
    assert "port-taken/entry.yaml:" in said.err
    assert told in said.err
    name, _, value = given.partition("=")
    monkeypatch.setenv("VISUAL", f"sed -i 's|^{name}:.*|{name}: {value}|'")
    assert kb("edit", "port-taken").code == 2
    assert entry(base) == before


def test_the_editor_leaves_line_ends_and_byte_order_mark(kb, base, monkeypatch):
    file = base / "port-taken" / "entry.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    before = file.read_bytes()
    monkeypatch.setenv("VISUAL", "sed -i s/earlier/older/")
    assert kb("edit", "port-taken").code == 0
    assert file.read_bytes() == before.replace(b"earlier", b"older")


def test_the_editor_gets_the_entry_and_its_text_is_checked(kb, base, monkeypatch):
    monkeypatch.setenv("VISUAL", "sed -i s/process/server/g")
    assert kb("edit", "port-taken").code == 0
    assert "fix: End the earlier server." in entry(base)


def test_text_that_is_refused_after_the_editor_is_kept(kb, base, monkeypatch):
    before = entry(base)
    monkeypatch.setenv("VISUAL", "sed -i s/^title:/titel:/")
    said = kb("edit", "port-taken")
    assert said.code == 2
    assert "did you mean `title`?" in said.err
    kept = said.err.split("your text is kept in ")[1].split(";")[0]
    assert "entry.yaml, then: kb lint\n" in said.err
    assert Path(kept).read_text() == before.replace("title:", "titel:")
    assert entry(base) == before


@pytest.mark.parametrize(("command", "word"), [("retire", "retired"), ("refute", "refuted")])
def test_a_withdrawal_carries_date_and_reason(kb, command, word):
    assert kb(command, "port-taken", "--reason", "gone: since 2.0").code == 0
    withdrawn = kb("show", "port-taken", "--json").json["withdrawn"]
    assert withdrawn == {"as": word, "on": dt.date.today().isoformat(), "reason": "gone: since 2.0"}
    again = kb(command, "port-taken", "--reason", "again")
    assert again.code == 2
    assert f"was {word} on" in again.err
