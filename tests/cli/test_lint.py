import pytest

from kb.lint import RULES

PRESENT = "  present: LISTEN"


def spoil(base, old: str, new: str) -> None:
    file = base / "port-taken" / "entry.yaml"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))


def test_a_sound_base_is_clean_with_warnings(kb):
    said = kb("lint")
    assert said.code == 0
    assert said.err.startswith("2 entries and 7 nodes: 0 problems, ")
    assert all(line.endswith((", warning]", ", note]")) for line in said.out.splitlines())


def test_strict_counts_warnings(kb):
    assert kb("lint", "--strict").code == 1


def test_all_problems_come_at_once_sorted_by_file_and_line(kb, base):
    spoil(base, PRESENT, "  present: '1'")
    spoil(base, "ss -ltn", "fuser -k {prot}/tcp; ss -ltn")
    spoil(base, "parent: ports", "parent: prots")
    (base / "batchnorm-single-sample" / "fixed" / "train.py").unlink()
    said = kb("lint")
    errors = [line for line in said.out.splitlines() if not line.endswith(("warning]", "note]"))]
    assert said.code == 2
    assert errors == [
        "entries/batchnorm-single-sample/entry.yaml:15: case: has no fix in fixed/; "
        "put there the files that the fix changes [case-without-fix]",
        "entries/port-taken/entry.yaml:3: parent: there is no node 'prots'; did you mean ports? "
        "[unknown-parent]",
        "entries/port-taken/entry.yaml:8: verify.command: `fuser` ends the processes it finds; "
        "only look here, and write in `fix` what to change [harmful-command]",
        "entries/port-taken/entry.yaml:8: verify.command: {prot} is declared nowhere; "
        "declare it: values: {prot: {about: …, pattern: …}} [undeclared-placeholder]",
        "entries/port-taken/entry.yaml:9: verify.present: '1' could stand in any output; "
        "print and expect words that say the finding [trivial-present]",
    ]


def test_a_broken_file_is_told_with_the_rest(kb, base):
    spoil(base, PRESENT, "  present: '1'")
    (base / "batchnorm-single-sample" / "entry.yaml").write_text("title: [")
    said = kb("lint", "--json")
    assert said.code == 2
    found = [(one["rule"], one["line"]) for one in said.json if one["severity"] == "error"]
    assert ("trivial-present", 9) in found
    assert ("yaml", 2) in found or ("yaml", 1) in found


def test_control_characters_in_a_message_are_shown(kb, base):
    spoil(base, "title: The port", 'title: "\\e[31mThe port')
    spoil(base, "earlier server\ndomain", 'earlier server"\ndomain')
    twin = base / "port-taken-twice" / "entry.yaml"
    twin.parent.mkdir()
    twin.write_text((base / "port-taken" / "entry.yaml").read_text())
    said = kb("lint")
    assert "similar-title" in said.out
    assert "\x1b" not in said.out


@pytest.mark.parametrize("what", ["entry", "tree"])
def test_the_schema_is_printed_for_editors(kb, what):
    schema = kb("lint", "--schema", what).json
    assert schema["$schema"].startswith("https://json-schema.org/")
    assert schema["title"] == f"{what}.yaml"


def test_rules_are_listed_and_explained(kb):
    listed = kb("lint", "--rules").out.splitlines()
    assert len(listed) == len(RULES)
    assert [rule["name"] for rule in kb("lint", "--rules", "--json").json] == [
        rule.name for rule in RULES
    ]
    said = kb("lint", "--explain", "harmful-command")
    assert said.out.startswith("## harmful-command\n")
    assert "fuser -k 8000/tcp" in said.out


@pytest.mark.parametrize("words", [("--schema", "site"), ("--explain", "no-such"), ("--kb", "no")])
def test_what_is_not_there_is_an_error(kb, words):
    said = kb("lint", *words)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("kb: ")


def test_all_layers_are_checked_when_asked(kb):
    near, whole = kb("lint"), kb("lint", "--all")
    assert near.err.startswith("2 entries and 7 nodes")
    assert int(whole.err.split()[3]) > 7
