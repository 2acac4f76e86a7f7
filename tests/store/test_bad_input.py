"""Each broken file gives one clear error with its file and line, and the disk stays as it was."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.errors import InvalidFiles, NotFound, Refused
from kb.store.layers import Layer
from kb.store.read import load, load_fault
from kb.store.write import create
from tests.conftest import ENTRY

ID = "batchnorm-single-sample"


def _swap(old: str, new: str) -> bytes:
    assert ENTRY.count(old) == 1
    return ENTRY.replace(old, new).encode()


def _bomb() -> bytes:
    lines = ["bomb:", "  - &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"  - &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    return (ENTRY + "\n".join(lines) + "\n").encode()


ERROR = ENTRY.splitlines(keepends=True)[4]
ALSO = ENTRY.splitlines(keepends=True)[6]
FIX = "fix: Use drop_last=True, or GroupNorm.\n"
BROKEN = {
    "empty": (b"", None, "is empty"),
    "blank": (b" \n\n", None, "is empty"),
    "comments alone": (b"# nothing\n", None, "only comments"),
    "binary": (b"\x7fELF\x02\x01\x01\x00\x00\xff\xfe", 1, "not UTF-8"),
    "NUL bytes": (_swap(FIX, "fix: a\x00b\n"), 14, "control character (U+0000)"),
    "latin-1": (ENTRY.encode().replace(b"GroupNorm.", b"GroupNorm\xe9"), 14, "byte 0xe9"),
    "UTF-16 with mark": (ENTRY.encode("utf-16"), None, "UTF-16"),
    "UTF-16 without mark": (ENTRY.encode("utf-16-le"), None, "UTF-16"),
    "UTF-32": (ENTRY.encode("utf-32"), None, "UTF-32"),
    "tab": (_swap("  present:", "\tpresent:"), 12, "has a tab"),
    "no YAML": (_swap(FIX, "fix: a: b\n"), 14, "is not YAML"),
    "open quote": (_swap(FIX, 'fix: "open\n'), 14, "is not YAML"),
    "open bracket": (_swap(FIX, "fix: [open\n"), 15, "is not YAML"),
    "open bracket at the end": (ENTRY.encode() + b"fresh: [a,\n", 19, "is not YAML"),
    "a list": (b"- a\n- b\n", 1, "no mapping"),
    "a word": (b"hello\n", 1, "no mapping"),
    "two documents": (ENTRY.encode() + b"---\ntitle: x\n", 19, "second document"),
    "directive": (b"%YAML 1.1\n---\n" + ENTRY.encode(), 1, "% directive"),
    "duplicate key": (_swap(FIX, FIX + FIX), 15, "`fix` is given twice (first on line 14)"),
    "duplicate key below": (
        _swap("  present:", "  command: x\n  present:"),
        12,
        "`command` is given twice (first on line 11)",
    ),
    "key that is a list": (_swap(FIX, "? [a]\n: b\n" + FIX), 14, "no plain word"),
    "Python object": (_swap(FIX, "fix: !!python/object:os.system {}\n"), 14, "YAML tag"),
    "Python call": (_swap(FIX, "fix: !!python/object/apply:os.system [id]\n"), 14, "YAML tag"),
    "harmless tag": (_swap(FIX, "fix: !!str 5\n"), 14, "YAML tag"),
    "alias bomb": (_bomb(), 24, "expands to more than"),
    "alias to itself": (_swap(FIX, "fix: &a [*a]\n"), 14, "no anchor before it"),
    "nested too deep": (_swap(FIX, "fix: " + "[" * 50 + "]" * 50 + "\n"), 14, "nested too deep"),
    "nested far too deep": (_swap(FIX, "fix: " + "[" * 90_000 + "\n"), 14, "nest"),
    "merge conflict": (
        _swap(FIX, f"<<<<<<< HEAD\n{FIX}=======\nfix: other\n>>>>>>> theirs\n"),
        14,
        "merge-conflict marker",
    ),
    "unknown key": (_swap(FIX, FIX + "fixx: y\n"), 15, "unknown key; did you mean `fix`?"),
    "unknown key below": (_swap("  present:", "  presents:"), 12, "did you mean `present`?"),
    "missing key": (_swap(FIX, ""), 1, "fix: is missing; add it: what to change"),
    "number for text": (_swap(FIX, "fix: 3.10\n"), 14, "must be text, not a number; put it in q"),
    "list for text": (_swap(FIX, "fix: [a]\n"), 14, "must be text, not a list"),
    "nothing for text": (_swap(FIX, "fix:\n"), 14, "must be text, not nothing"),
    "text for truth": (
        _swap("  run:", "  alone: 'yes'\n  run:"),
        16,
        "must be true or false, not text",
    ),
    "text for list": (
        _swap("  run:", "  requires: torch\n  run:"),
        16,
        "must be a list, not text; write it in brackets",
    ),
    "text for number": (
        _swap("{kind: handbook}", "{kind: handbook, minutes_to_fix: '5'}"),
        18,
        "a whole number, not text",
    ),
    "date that is none": (
        _swap("{kind: handbook}", "{kind: handbook, met: 2026-02-30}"),
        18,
        "as 2026-11-30",
    ),
    "unknown choice": (_swap("{kind: handbook}", "{kind: tale}"), 18, "'incident' or 'handbook'"),
    "two-line command": (
        _swap("  present: a", "  looks_at: project\n  present: a").replace(
            b"command: python -c", b"command: |-\n    true\n    python -c"
        ),
        11,
        "must be one line; wanted: one line; exit 0",
    ),
    "title too long": (_swap("title: BatchNorm", "title: " + "x" * 120), 1, "is longer than 120"),
    "too many wordings": (
        ENTRY.replace(ALSO, "".join(f"    - w{n}\n" for n in range(201))).encode(),
        6,
        "also: holds more than 200; keep those that differ most",
    ),
    "a log for a wording": (
        ENTRY.replace(ALSO, f"    - {'x' * 1001}\n").encode(),
        7,
        "is longer than 1000 characters; shorten it",
    ),
    "id of a node": (
        _swap("parent: normalisation", "parent: Out Of Memory"),
        3,
        "'Out Of Memory' is no id",
    ),
    "neither error nor observed": (
        ENTRY.replace(ERROR, "").encode(),
        4,
        "write either `error` (the message) or `observed`",
    ),
    **{
        f"regex that {how}": (
            _swap('"[A-Za-z_][A-Za-z0-9_.]*"', f'"{regex}"'),
            13,
            "is no regular expression that can be used",
        )
        for how, regex in {
            "is none": "[",
            "is nested too deep": "(" * 3000 + ")" * 3000,
            "counts too far": "a{99999999999999999999}",
            "will mean something else": "[[x]]",
        }.items()
    },
    "case path outside": (_swap("  run:", "  removes: [../x]\n  run:"), 16, "inside the case"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_entry_is_told_with_file_and_line(layer: Layer, name: str) -> None:
    content, line, message = BROKEN[name]
    (layer.root / ID / "entry.yaml").write_bytes(content)
    _refused(layer, line, message)


def test_an_entry_of_50_megabytes_is_told(layer: Layer) -> None:
    os.truncate(layer.root / ID / "entry.yaml", 50_000_000)
    _refused(layer, None, "is 47.7 MiB, more than 1")


def _refused(layer: Layer, line: int | None, message: str) -> None:
    """The entry is told with its place, the other one is usable, and nothing is changed."""
    file = layer.root / ID / "entry.yaml"
    before = _snapshot(layer.root)
    base = load(layer)
    told = base.problems[0]
    assert told.file == file
    assert told.line == line
    assert message in str(told)
    assert told.remedy
    assert "\n" not in str(told)
    assert list(base.faults) == ["port-taken"], "the other entry is still usable"
    with pytest.raises(InvalidFiles) as raised:
        load_fault(layer, ID)
    with pytest.raises(InvalidFiles):
        base.fault(ID)
    assert raised.value.exit_code == 2
    assert raised.value.problems == base.problems
    assert _snapshot(layer.root) == before


def test_all_problems_of_all_files_are_told_at_once(layer: Layer) -> None:
    (layer.root / ID / "entry.yaml").write_bytes(
        _swap(FIX, "fixx: y\n").replace(b"title: Batch", b"titel: Batch")
    )
    (layer.root / "port-taken" / "entry.yaml").write_bytes(b"\t")
    (layer.root / "tree.yaml").write_text("title: x\nnodes: []\n")
    told = [
        (problem.file.parent.name, problem.line, problem.field) for problem in load(layer).problems
    ]
    assert told == [
        ("entries", 2, "nodes"),
        (ID, 1, "titel"),
        (ID, 14, "fixx"),
        ("port-taken", None, ""),
    ]


@pytest.mark.parametrize(
    "id",
    [
        "..",
        "../out",
        "a/b",
        "/abs",
        "Upper",
        "中文",
        "a--b",
        "-a",
        "a-",
        "",
        "a b",
        "x" * 300,
        "a\n",
    ],
)
def test_an_id_that_is_none_is_refused(layer: Layer, id: str) -> None:
    before = _snapshot(layer.root.parent)
    with pytest.raises(Refused, match="is no id"):
        create(layer, id, ENTRY)
    with pytest.raises(NotFound):
        load_fault(layer, id)
    assert {path for path in _snapshot(layer.root.parent) if ".kb-lock" not in path} == set(before)


@pytest.mark.parametrize("name", ["Upper", "中文", "a b", "x" * 100])
def test_a_folder_whose_name_is_no_id(layer: Layer, name: str) -> None:
    (layer.root / name).mkdir()
    (told,) = load(layer).problems
    assert told.file == layer.root / name
    assert "is no id" in str(told)


def test_a_folder_without_an_entry(layer: Layer) -> None:
    (layer.root / "nothing").mkdir()
    (told,) = load(layer).problems
    assert (told.file, told.message) == (layer.root / "nothing" / "entry.yaml", "is missing")


@pytest.mark.parametrize(
    "place",
    [
        "entry.yaml",
        "evidence.json",
        "faulty",
        "faulty/data.csv",
        "fixed/deep/er.py",
        "pastes",
        "note",
    ],
)
def test_no_symlink_anywhere_in_an_entry(layer: Layer, tmp_path: Path, place: str) -> None:
    target = tmp_path / "secret"
    target.write_text("secret")
    link = layer.root / "port-taken" / place
    link.parent.mkdir(parents=True, exist_ok=True)
    link.unlink(missing_ok=True)
    link.symlink_to(target)
    (told,) = load(layer).problems
    assert (told.file, told.rule) == (link, "symlink")
    assert "secret" not in str(told)


def test_a_folder_that_is_a_symlink(layer: Layer, tmp_path: Path) -> None:
    (tmp_path / "else").mkdir()
    (layer.root / "linked").symlink_to(tmp_path / "else")
    (told,) = load(layer).problems
    assert (told.file, told.rule) == (layer.root / "linked", "symlink")


def test_a_tree_that_is_a_symlink(layer: Layer, tmp_path: Path) -> None:
    (layer.root / "tree.yaml").rename(tmp_path / "tree.yaml")
    (layer.root / "tree.yaml").symlink_to(tmp_path / "tree.yaml")
    (told,) = load(layer).problems
    assert told.rule == "symlink"


def test_a_case_of_folders_in_folders_without_end(layer: Layer) -> None:
    (layer.root / "port-taken" / "faulty" / "/".join("d" * 32)).mkdir(parents=True)
    (told,) = load(layer).problems
    assert (told.rule, told.message) == ("too-large", "lies more than 30 folders deep")


def test_a_pipe_in_a_case_does_not_block(layer: Layer) -> None:
    os.mkfifo(layer.root / ID / "faulty" / "pipe")
    (told,) = load(layer).problems
    assert told.message == "is no ordinary file"


@pytest.fixture
def open_layer() -> Iterator[Layer]:
    """A layer that another user can reach, for tests that give up root."""
    with tempfile.TemporaryDirectory() as made:
        root = Path(made) / "entries"
        (root / ID).mkdir(parents=True)
        (root / ID / "entry.yaml").write_text(ENTRY)
        Path(made).chmod(0o755)
        yield Layer("team", root, writable=True, trusted=True)


@pytest.fixture
def nobody(open_layer: Layer) -> Iterator[Layer]:
    """That layer, while the test runs as a user who owns nothing."""
    if os.geteuid() != 0:
        yield open_layer
        return
    os.seteuid(65534)
    yield open_layer
    os.seteuid(0)


def test_an_unreadable_file(nobody: Layer) -> None:
    file = nobody.root / ID / "entry.yaml"
    if os.getuid() == 0:
        os.seteuid(0)
        file.chmod(0)
        os.seteuid(65534)
    else:
        file.chmod(0)
    (told,) = load(nobody).problems
    assert told.file == file
    assert told.message == "cannot be read (Permission denied)"
    assert told.remedy == "make it readable: chmod u+r"


def test_evidence_that_was_edited_by_hand(layer: Layer) -> None:
    file = layer.root / ID / "evidence.json"
    file.write_text('{"outcome": "proven"}')
    (told,) = load(layer).problems
    assert told.file == file
    assert "schema" in told.message or "digest" in told.message
    assert f"kb verify --record {ID}" in told.remedy


def test_a_case_that_is_too_large(layer: Layer) -> None:
    (layer.root / ID / "faulty" / "weights.bin").write_bytes(b"x" * (9 * 1024 * 1024))
    (told,) = load(layer).problems
    assert told.rule == "too-large"


def test_a_case_of_too_many_files(layer: Layer) -> None:
    for number in range(201):
        (layer.root / ID / "faulty" / f"{number}.txt").touch()
    (told,) = load(layer).problems
    assert told.message == "holds more than 200 files"


def _snapshot(root: Path) -> dict[str, tuple[int, int]]:
    return {
        str(path): (path.lstat().st_size, path.lstat().st_mtime_ns)
        for path in root.rglob("*")
        if not path.is_dir()
    }
