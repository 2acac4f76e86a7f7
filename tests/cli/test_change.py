import datetime as dt
import os
import shutil
from pathlib import Path

import pytest

from kb.model import Evidence, digest
from kb.store.layers import Layer, untrust
from kb.store.read import load_fault
from kb.store.write import save_evidence
from tests.store.test_write import contents


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


def test_no_secret_is_set(kb, base):
    (base / "redact.yaml").write_text('project: "[Bb]lue[Ww]hale"\n')
    assert kb("edit", "port-taken", "--set", "fix=Ask li at /home/li/bluewhale.").code == 0
    assert "fix: Ask li at /home/<user>/<project>.\n" in entry(base)
    assert kb("retire", "port-taken", "--reason", "BlueWhale is gone").code == 0
    assert "reason: <project> is gone\n" in entry(base)


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
    assert Path(kept).expanduser().read_text() == before.replace("title:", "titel:")
    assert entry(base) == before


def test_a_field_that_is_not_there_is_not_taken_away(kb, base, proven, own):
    before = entry(base)
    for id in ("port-taken", "spoon"):
        said = kb("edit", id, "--unset", "no-field")
        assert (said.code, said.out) == (2, "")
        assert "no such field" in said.err
    assert entry(base) == before
    assert not own.exists()
    assert proven.is_dir()


@pytest.mark.parametrize(("command", "word"), [("retire", "retired"), ("refute", "refuted")])
def test_a_withdrawal_carries_date_and_reason(kb, command, word):
    before = dt.date.today().isoformat()
    assert kb(command, "port-taken", "--reason", "gone: since 2.0").code == 0
    withdrawn = kb("show", "port-taken", "--json").json["withdrawn"]
    assert before <= withdrawn.pop("on") <= dt.date.today().isoformat()
    assert withdrawn == {"as": word, "reason": "gone: since 2.0"}
    again = kb(command, "port-taken", "--reason", "again")
    assert again.code == 2
    assert f"was {word} on" in again.err


def test_what_was_wrong_before_stops_no_correction(kb, base):
    file = base / "port-taken" / "entry.yaml"
    file.write_text(entry(base).replace("parent: ports", "parent: nowhere"))
    assert kb("edit", "port-taken", "--set", "fix=End it.").code == 0
    assert "fix: End it.\n" in entry(base)
    assert kb("edit", "port-taken", "--set", "domain=nowhere").code == 2
    assert kb("retire", "port-taken", "--reason", "gone").code == 0


def test_what_is_proven_is_not_refuted(kb, proven):
    before = contents(proven)
    said = kb("refute", "spoon", "--reason", "no")
    assert said.code == 2
    assert "withdrawn.as: says refuted, and evidence.json proves the entry" in said.err
    assert contents(proven) == before


@pytest.fixture
def proven(base, handbook) -> Path:
    """An entry of the handbook with case, pastes and evidence that fits. Returns its folder."""
    shutil.copy(base / "tree.yaml", handbook)
    folder = handbook / "spoon"
    shutil.copytree(base / "batchnorm-single-sample", folder)
    layer = Layer("handbook", handbook, writable=True, trusted=True)
    evidence = Evidence(
        digest=digest(load_fault(layer, "spoon")),
        outcome="proven",
        recorded=dt.date(2026, 11, 30),
        environment={"python": "3.11"},
        runs=(),
    )
    save_evidence(layer, "spoon", evidence)
    return folder


@pytest.fixture
def own(home) -> Path:
    """Where the person's own entries lie."""
    return home / ".local/share/kb/entries"


def test_an_entry_of_the_handbook_is_corrected_in_a_copy_of_ones_own(kb, proven, own):
    before = contents(proven)
    said = kb("edit", "spoon", "--set", "fix=Use GroupNorm.")
    assert said.code == 0, said.err
    assert said.out == (
        "changed a copy in the personal layer; it stands before that of the handbook layer: "
        "~/.local/share/kb/entries/spoon/entry.yaml\n"
    )
    assert contents(proven) == before
    written = before["entry.yaml"].replace(b"Use drop_last=True, or GroupNorm.", b"Use GroupNorm.")
    assert contents(own / "spoon") == before | {"entry.yaml": written}
    shown = kb("show", "spoon", "--json").json
    assert (shown["fix"], shown["layer"], shown["status"]) == (
        "Use GroupNorm.",
        "personal",
        "proven",
    )
    assert kb("edit", "spoon", "--set", "fix=Or not.").out.startswith("changed ~/")


def test_evidence_that_no_longer_fits_stays_behind(kb, proven, own):
    assert kb("edit", "spoon", "--set", "case.run=python -u train.py").code == 0
    assert set(contents(proven)) - set(contents(own / "spoon")) == {"evidence.json"}


def test_a_copy_that_is_not_changed_or_will_not_do_is_not_made(kb, proven, own, monkeypatch):
    before = contents(proven)
    for editor, told in (("true", "nothing was changed"), ("sed -i s/^title:/titel:/", "title")):
        monkeypatch.setenv("VISUAL", editor)
        said = kb("edit", "spoon")
        assert (said.code, told in said.err) == (2, True)
    assert not (own / "spoon").exists()
    assert contents(proven) == before
    monkeypatch.setenv("VISUAL", "sed -i s/sample/row/g")
    assert kb("edit", "spoon").code == 0
    assert b"one row, so there" in contents(own / "spoon")["entry.yaml"]


@pytest.mark.usefixtures("proven")
def test_a_copy_goes_to_the_team_when_asked(kb, base, own):
    assert kb("retire", "spoon", "--reason", "gone", "--team").code == 0
    assert not own.exists()
    assert "withdrawn:" in entry(base, "spoon")
    assert kb("show", "spoon", "--json").json["layer"] == "team"


@pytest.mark.usefixtures("proven")
def test_a_copy_in_a_team_that_is_not_trusted_says_so(kb, base):
    untrust(base)
    said = kb("retire", "spoon", "--reason", "gone", "--team")
    assert "once you trust it (kb trust entries)" in said.out


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is closed to root")
def test_an_entry_that_the_disk_keeps_closed_is_corrected_in_a_copy(kb, base, own):
    (base / "port-taken").chmod(0o555)
    assert kb("edit", "port-taken", "--set", "fix=End it.").code == 0
    assert b"fix: End it." in contents(own / "port-taken")["entry.yaml"]


@pytest.mark.usefixtures("proven")
def test_without_a_team_there_is_none_to_copy_to(kb, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = kb("retire", "spoon", "--reason", "gone", "--team")
    assert said.code == 2
    assert "there is no team layer here" in said.err


@pytest.mark.parametrize("command", ["retire", "refute"])
def test_an_entry_of_the_handbook_is_withdrawn_in_a_copy(kb, proven, own, command):
    (proven / "evidence.json").unlink()
    before = contents(proven)
    assert kb(command, "spoon", "--reason", "gone").code == 0
    assert contents(proven) == before
    assert b"reason: gone" in contents(own / "spoon")["entry.yaml"]
    assert kb("show", "spoon", "--json").json["withdrawn"]["reason"] == "gone"
