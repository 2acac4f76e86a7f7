"""Every kind of bad file: one clear error with file and line, exit 2, nothing changed on disk."""

import os
from pathlib import Path

import pytest

GOOD = """\
title: A port is taken
domain: serving
parent: ports
symptom: {error: "OSError: [Errno 98] Address already in use"}
root_cause: An earlier process holds it.
verify:
  command: ss -ltn | grep ':8000 ' && exit 1 || exit 0
  present: LISTEN
fix: End it.
origin: {kind: handbook}
"""
BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
KINDS = {
    "empty file": (b"", "empty"),
    "binary file": (bytes(range(256)), ""),
    "UTF-16": (GOOD.encode("utf-16"), "UTF-8"),
    "tabs": (GOOD.replace("  command", "\tcommand").encode(), "tab"),
    "a key given twice": ((GOOD + "fix: again\n").encode(), "twice"),
    "an unknown key": ((GOOD + "fixx: again\n").encode(), "did you mean `fix`?"),
    "a wrong type": (GOOD.replace("End it.", "[End, it]").encode(), "must be text"),
    "merge-conflict markers": (
        GOOD.replace(
            "fix: End it.\n", "<<<<<<< ours\nfix: a\n=======\nfix: b\n>>>>>>> x\n"
        ).encode(),
        "merge",
    ),
    "an alias bomb": ((BOMB + GOOD).encode(), "alias"),
    "a Python object": (GOOD.replace("End it.", "!!python/object:os.system x").encode(), "tag"),
    "50 MB": (b"# x\n" * (50 * 2**20 // 4), "MiB"),
    "a command of two lines": (
        GOOD.replace("  command: ss", "  command: |\n    true\n    ss").encode(),
        "one line",
    ),
    "an unknown parent": (GOOD.replace("parent: ports", "parent: prots").encode(), "prots"),
    "a parent of another domain": (
        GOOD.replace("domain: serving", "domain: logging").encode(),
        "logging",
    ),
}


def everything(root: Path) -> dict[str, tuple[int, bytes]]:
    """When each file was written, and what it holds as far as it may be read."""
    files = (path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    return {
        str(path.relative_to(root)): (
            path.lstat().st_mtime_ns,
            path.read_bytes() if os.access(path, os.R_OK) else b"",
        )
        for path in files
    }


def lint_says(kb, base: Path, where: str) -> str:
    """The one line about `where`, after asserting exit 2 and a disk that is as before."""
    before = everything(base)
    said = kb("lint")
    assert said.code == 2, said.out
    assert everything(base) == before
    about = [line for line in said.out.splitlines() if where in line and "warning]" not in line]
    assert len(about) == 1, said.out
    assert "Traceback" not in said.err
    return about[0]


@pytest.mark.parametrize("kind", KINDS)
def test_a_bad_entry_is_told_with_file_and_remedy(kb, base, kind):
    content, words = KINDS[kind]
    (base / "port-taken" / "entry.yaml").write_bytes(content)
    line = lint_says(kb, base, "entries/port-taken/entry.yaml")
    assert words in line
    assert "; " in line


@pytest.mark.parametrize("kind", ["a key given twice", "an unknown key", "tabs", "a wrong type"])
def test_the_line_is_named(kb, base, kind):
    content, _ = KINDS[kind]
    (base / "port-taken" / "entry.yaml").write_bytes(content)
    number = int(lint_says(kb, base, "port-taken/entry.yaml").split(":")[1])
    wanted = {"a key given twice": 11, "an unknown key": 11, "tabs": 7, "a wrong type": 9}
    assert number == wanted[kind]


@pytest.mark.parametrize("kind", ["BOM", "CRLF"])
def test_what_editors_on_windows_write_is_accepted(kb, base, kind):
    made = {"BOM": b"\xef\xbb\xbf" + GOOD.encode(), "CRLF": GOOD.replace("\n", "\r\n").encode()}
    (base / "port-taken" / "entry.yaml").write_bytes(made[kind])
    assert kb("lint").code == 0


@pytest.mark.parametrize("id", ["Upper", "端口", "a" * 200, "a--b", "a_b", "-a"])
def test_a_folder_whose_name_is_no_id(kb, base, id):
    (base / "port-taken").rename(base / id)
    assert "is no id" in lint_says(kb, base, f"entries/{id}:")


@pytest.mark.parametrize("id", ["../x", "a/b", "x" * 300, "..", ""])
def test_an_id_that_would_leave_the_folder(kb, base, id):
    before = everything(base.parent)
    for words in (("show", id), ("edit", id, "--set", "fix=x"), ("verify", id), ("check", id)):
        said = kb(*words)
        assert said.code == 2
        assert said.err.startswith(("kb: ", "Usage"))
    assert everything(base.parent) == before


def test_a_tree_with_a_cycle(kb, base):
    tree = base / "tree.yaml"
    tree.write_text(
        tree.read_text().replace("parent: model-building", "parent: ports").replace(
            "parent: serving", "parent: normalisation"
        )
    )  # fmt: skip
    before = everything(base)
    said = kb("lint")
    assert said.code == 2
    assert "tree-cycle" in said.out
    assert everything(base) == before


def test_a_folder_without_an_entry(kb, base):
    (base / "port-taken" / "entry.yaml").unlink()
    assert "is missing" in lint_says(kb, base, "port-taken/entry.yaml")


@pytest.mark.parametrize("place", ["entry.yaml", "faulty/x.py", "pastes/x.txt", "evidence.json"])
def test_any_symlink_in_an_entry(kb, base, place):
    link = base / "port-taken" / place
    link.parent.mkdir(exist_ok=True)
    link.unlink(missing_ok=True)
    link.symlink_to("/etc/hostname")
    assert "symlink" in lint_says(kb, base, f"port-taken/{place}")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file(kb, base):
    (base / "port-taken" / "entry.yaml").chmod(0)
    assert "chmod u+r" in lint_says(kb, base, "port-taken/entry.yaml")
