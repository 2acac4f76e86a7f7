"""A knowledge base's own redaction patterns, and redaction switched off for oneself."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.usefixtures("no_handbook")

CHECK = 'test "$(ls | wc -l)" -lt 9 || { echo too many are open; exit 1; }'
ROW = f"""\
id,title,parent,symptom,cause,command,present,fix
shards-open,Shards stay open,data-loading,OSError: /data/ACME-17/a,ACME-17 at 10.1.2.3,"{CHECK.replace('"', '""')}",are open,Close
"""  # noqa: E501


def test_own_patterns_are_replaced_and_named(kb, base):
    (base / "redact.yaml").write_text('project: "ACME-[0-9]+"\n')
    said = kb("import", "-", stdin=ROW)
    assert said.code == 0
    assert "kb: <project> stands for AC…\n" in said.err
    entry = kb("show", "shards-open", "--json").json
    assert entry["symptom"]["error"] == "OSError: /data/<project>/a"
    assert entry["root_cause"] == "<project> at <address>"


def test_lint_finds_what_a_pattern_is_for(kb, base):
    assert kb("import", "-", stdin=ROW).code == 0
    assert kb("lint").code == 0
    (base / "redact.yaml").write_text('# ours\nproject: "ACME-[0-9]+"\n')
    said = kb("lint")
    assert said.code == 1
    assert "symptom.error: holds what looks like a real project; write <project>" in said.out


def test_a_pattern_that_cannot_be_used_stops_what_would_write(kb, base):
    (base / "redact.yaml").write_text('fine: "x{3}y"\nproject: "(a+)+"\n')
    said = kb("lint")
    assert said.code == 1
    assert said.out.splitlines()[0] == (
        "entries/redact.yaml:2: project: repeats so much that it can take for ever; "
        "repeat no repeat and no choice, and give bounds, such as {1,20} [own-pattern]"
    )
    said = kb("import", "-", stdin=ROW)
    assert said.code == 2
    assert said.err.startswith("kb: entries/redact.yaml: own pattern 'project' repeats so much")
    assert not (base / "shards-open").exists()


def test_nothing_is_redacted_for_oneself_alone_on_request(kb, base):
    said = kb("import", "-", "--no-redact", stdin=ROW)
    assert (said.code, said.err) == (
        2,
        "kb: --no-redact is for your own layer alone; say --personal too\n",
    )
    (base / "redact.yaml").write_text('project: "ACME-[0-9]+"\n')
    secret = ROW.replace("10.1.2.3", "password=hunter2-and-more")
    assert kb("import", "-", "--no-redact", "--personal", stdin=secret).code == 0
    entry = kb("show", "shards-open", "--json").json
    assert (entry["layer"], entry["root_cause"]) == (
        "personal",
        "ACME-17 at password=hunter2-and-more",
    )
    assert kb("lint", "--all").code == 0
