import shlex
import sys
from pathlib import Path

import pytest

from kb.capture.draft import Draft
from kb.cli.adding.questions import _guess
from kb.errors import NoSandbox

pytestmark = pytest.mark.usefixtures("no_handbook")

LOG = """\
epoch 1  45%|####5     | 45/100 [00:10<00:12,  4.4it/s]
Traceback (most recent call last):
  File "/home/li/proj/train.py", line 10, in <module>
    x = lut[k]
KeyError: 'resnet-18b'
"""
FLAGS = {
    "--title": "The label map misses a class",
    "--cause": "It is built from the train split alone.",
    "--check": "grep -q resnet-18b labels.txt || { echo 'label is missing'; exit 1; }",
    "--present": "label is missing",
    "--fix": "Build it from all splits.",
    "--parent": "data-loading",
}
TOKEN = "hf_" + "aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD2f"


def flags(**other):
    given = FLAGS | {f"--{name}": value for name, value in other.items()}
    return [word for name, value in given.items() if value is not None for word in (name, value)]


def ids(base: Path) -> set[str]:
    return {folder.name for folder in base.iterdir() if folder.is_dir()}


def test_from_a_paste_and_flags_alone(kb, base):
    said = kb("add", "-", "--yes", *flags(), stdin=LOG)
    assert (said.code, said.out.split()[:2]) == (0, ["recorded", "label-map-misses-class"])
    entry = kb("show", "label-map-misses-class", "--json").json
    assert entry["symptom"] == {"error": "KeyError: 'resnet-18b'", "also": []}
    assert (entry["domain"], entry["parent"]) == ("data-loading", "data-loading")
    assert entry["origin"]["kind"] == "incident"
    assert (base / "label-map-misses-class" / "pastes" / "first.txt").read_text() == (
        LOG.replace("/home/li/", "/home/<user>/")
    )


PRIVATE = "FileNotFoundError: [Errno 2] No such file or directory: '/home/ann/x/run7.json'\n"


@pytest.mark.parametrize("log", [LOG, PRIVATE], ids=["plain", "private"])
@pytest.mark.parametrize("before", ["--nothing", "port-taken"])
@pytest.mark.parametrize("words", [flags(), ["--same", "batchnorm-single-sample"]])
def test_what_was_said_of_a_paste_before_holds_no_longer(kb, before, words, log):
    assert kb("wrong", before, stdin=log).code == 0
    assert kb("add", "-", "--yes", *words, stdin=log).code == 0
    (found, *_) = kb("search", "-", "--json", stdin=log).json["matches"]
    assert found["id"] in ("label-map-misses-class", "batchnorm-single-sample")
    assert kb("search", "-", stdin=log).code == 0


def test_a_file_is_read_like_a_pipe(kb, base, tmp_path):
    (tmp_path / "run.log").write_text(LOG)
    assert kb("add", str(tmp_path / "run.log"), "--yes", *flags()).code == 0
    assert "label-map-misses-class" in ids(base)


def test_a_long_log_is_read_whole_and_kept_without_its_noise(kb, base):
    noise = "".join(f"step {number} loss 0.{number}\n" for number in range(20_000))
    assert kb("add", "-", "--yes", *flags(), stdin=noise + LOG + noise).code == 0
    assert kb("show", "label-map-misses-class", "--json").json["symptom"]["error"] == (
        "KeyError: 'resnet-18b'"
    )
    paste = (base / "label-map-misses-class" / "pastes" / "first.txt").read_text()
    assert len(paste) < 200_003
    assert "KeyError: 'resnet-18b'" in paste


def test_the_parent_is_proposed_when_none_is_given(kb):
    words = flags(parent=None, error="OSError: held", title="Ports are held by an earlier process")
    assert kb("add", "--yes", "--id", "held", *words).code == 0
    assert kb("show", "held", "--json").json["parent"] == "ports"


def test_what_is_missing_is_named_by_its_flag(kb, base):
    before = ids(base)
    said = kb("add", "-", "--yes", *flags(fix=None, title=None), stdin=LOG)
    assert said.code == 2
    assert "give --title, --fix" in said.err
    assert ids(base) == before


def test_no_secret_reaches_a_file(kb, base):
    said = kb(
        "add", "-", "--yes", *flags(cause=f"The token {TOKEN} had run out."),
        stdin=f"token={TOKEN}\n{LOG}",
    )  # fmt: skip
    assert said.code == 0
    assert TOKEN not in said.out + said.err
    assert "kb: <token> stands for hf_aB3…" in said.err
    folder = base / "label-map-misses-class"
    assert all(TOKEN not in file.read_text() for file in folder.rglob("*") if file.is_file())


def test_own_patterns_count_in_answers_and_what_is_kept(kb, base, home):
    (base / "redact.yaml").write_text('project: "[Bb]lue[Ww]hale"\n')
    given = flags(error="E: x", fix=None, parent=None, cause="BlueWhale was at it.")
    kb("add", *given, stdin="let bluewhale go\n", typed=True)
    kept = [file.read_text() for file in (home / ".local/state").rglob("*.jsonl")]
    assert [("<project> was" in text, "hale" in text) for text in kept] == [(True, False)]


def test_secrets_stay_for_oneself_alone_on_request(kb, home):
    words = flags(cause=f"The token {TOKEN} had run out.", error="E: x")
    said = kb("add", "--yes", "--no-redact", *words)
    assert said.code == 2
    assert "--no-redact is for your own layer alone" in said.err
    assert kb("add", "--yes", "--no-redact", "--personal", *words).code == 0
    own = home / ".local/share/kb/entries/label-map-misses-class/entry.yaml"
    assert TOKEN in own.read_text()


def test_a_check_that_cannot_fail_is_refused_and_nothing_is_written(kb, base):
    before = ids(base)
    said = kb("add", "--yes", *flags(error="E: x", check="echo label is missing; exit 1"))
    assert said.code == 2
    assert "verify.command" in said.err
    assert ids(base) == before


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"parent": "no-such"}, "no-such"),
        ({"domain": "serving"}, "serving"),
        ({"check": "one\ntwo"}, "must be one line"),
        ({"id": "../x"}, "is no id"),
        ({"id": "端口"}, "is no id"),
        ({"id": "Upper"}, "is no id"),
        ({"id": "port-taken"}, "already there"),
        ({"title": "端口被占用"}, "--id"),
        ({"looks-at": "moon"}, "looks_at"),
    ],
)
def test_bad_input_is_one_error_and_nothing_is_written(kb, base, other, words):
    before = ids(base)
    said = kb("add", "--yes", *flags(error="E: x", **other))
    assert said.code == 2
    assert words in said.err
    assert "Traceback" not in said.err
    assert ids(base) == before


def test_an_unreadable_log_says_what_to_give(kb):
    said = kb("add", "no-such.log", "--yes", *flags())
    assert said.code == 2
    assert "give a log file or -" in said.err


def test_dry_run_prints_the_entry_alone(kb, base):
    before = ids(base)
    said = kb("add", "--yes", "--dry-run", *flags(error="E: x"))
    assert said.code == 0
    assert said.out.startswith("title: The label map misses a class\ndomain: data-loading\n")
    assert ids(base) == before


@pytest.fixture
def case(tmp_path) -> Path:
    """A folder with a program that lacks a label, and the same mended."""
    for part, labels in (("faulty", "resnet-18"), ("fixed", "resnet-18 resnet-18b")):
        (tmp_path / "case" / part).mkdir(parents=True)
        (tmp_path / "case" / part / "labels.txt").write_text(labels)
    program = (
        "if 'resnet-18b' not in open('labels.txt').read():\n    raise KeyError('resnet-18b')\n"
    )
    (tmp_path / "case" / "faulty" / "train.py").write_text(program)
    return tmp_path / "case"


def case_flags(case, **other):
    check = f"test -f labels.txt || exit 2; {FLAGS['--check']}"
    words = {"error": "KeyError: 'resnet-18b'", "case": str(case), "run": "python train.py"}
    return flags(**words, check=check, **other)


@pytest.mark.sandbox
def test_a_case_comes_along_and_is_proven(kb, base, case):
    said = kb("add", "--yes", *case_flags(case))
    assert said.code == 0, said.err
    assert said.out.splitlines()[1:] == ["proven; look at it with: kb show label-map-misses-class"]
    assert (base / "label-map-misses-class" / "fixed" / "labels.txt").read_text() == (
        "resnet-18 resnet-18b"
    )
    assert kb("show", "label-map-misses-class", "--json").json["status"] == "proven"


@pytest.mark.sandbox
def test_a_case_that_proves_nothing_is_recorded_and_told(kb, case):
    (case / "fixed" / "labels.txt").write_text("resnet-34")
    said = kb("add", "--json", *case_flags(case))
    assert said.code == 0, said.err
    assert (said.code, said.json["id"], said.json["result"]) == (
        0,
        "label-map-misses-class",
        "broken",
    )
    assert "the command always fails" in said.json["why"][0]


def test_without_a_sandbox_the_entry_stays_claimed(kb, case, monkeypatch):
    monkeypatch.setattr("kb.sandbox.run", no_sandbox)
    said = kb("add", "--yes", *case_flags(case))
    assert said.code == 0, said.err
    assert said.out.splitlines()[1:] == [
        "not proven: no user namespaces; set a sysctl",
        "it stays claimed; where there is a sandbox: kb verify label-map-misses-class --record",
    ]
    assert kb("show", "label-map-misses-class", "--json").json["status"] == "claimed"


def no_sandbox(_):
    raise NoSandbox("no user namespaces; set a sysctl")


def test_a_case_without_its_parts_is_refused(kb, base, tmp_path):
    before = ids(base)
    said = kb("add", "--yes", *flags(error="E: x", case=str(tmp_path / "none"), run="true"))
    assert said.code == 2
    assert "faulty" in said.err
    assert ids(base) == before


def test_answers_fill_what_flags_leave_open(kb):
    words = flags(cause=None, fix=None, parent=None, error="E: quite new")
    said = kb("add", *words, stdin="no map\nmake one\nports\n", typed=True)
    assert said.code == 0, said.err
    entry = kb("show", "label-map-misses-class", "--json").json
    assert (entry["root_cause"], entry["fix"], entry["parent"]) == ("no map", "make one", "ports")
    assert entry["domain"] == "serving"


def test_a_wrong_answer_is_asked_once_more(kb):
    words = flags(check=None, error="E: quite new")
    right = FLAGS["--check"]
    said = kb("add", *words, stdin=f"echo label is missing; exit 1\n{right}\n", typed=True)
    assert said.code == 0, said.err
    shown = kb("show", "label-map-misses-class", "--json").json
    assert shown["verify"]["command"] == right


def test_one_can_go_back_to_an_earlier_question(kb):
    there = [
        *("Labels lack a clas", "Made by hand.", "<", "<", "Labels lack a class", ""),
        "Add it.",
    ]
    check = "grep -q fox labels.py || { echo 'no fox'; exit 1; }"
    again = ["<", "<", check.replace("no fox", "a fox is missing"), "", "ports"]
    lines = [*there, check, "", *again]
    said = kb("add", "--error", "E: new", stdin="\n".join([*lines, ""]), typed=True)
    assert said.code == 0, said.err
    shown = kb("show", "labels-lack-class", "--json").json
    assert (shown["root_cause"], shown["fix"]) == ("Made by hand.", "Add it.")
    assert shown["verify"]["present"] == "a fox is missing"
    assert said.err.count("< goes back") == 1


def test_so_one_can_when_it_goes_on_after_a_cut(kb):
    kb("add", "--error", "E: new", stdin="Labels lack a clas\nMade by hand.\n", typed=True)
    lines = ["y", "<", "<", "<", "<", "E: newer", "Labels lack a class", ""]
    rest = ["Add it.", "grep -q fox f || { echo 'no fox'; exit 1; }", "", "ports"]
    said = kb("add", stdin="\n".join([*lines, *rest, ""]), typed=True)
    assert said.code == 0, said.err
    shown = kb("show", "labels-lack-class", "--json").json
    assert (shown["symptom"]["error"], shown["root_cause"]) == ("E: newer", "Made by hand.")


def test_the_same_fault_keeps_the_paste_and_makes_no_entry(kb, base):
    log = (
        "ValueError: Expected more than 1 value per channel when training, "
        "got input size torch.Size([1, 16])\n"
    )
    before = ids(base)
    (base.parent / "run.log").write_text(log)
    said = kb("add", "run.log", stdin="1\n", typed=True)
    assert said.code == 0, said.err
    assert "batchnorm-single-sample" in said.out
    assert ids(base) == before
    pastes = base / "batchnorm-single-sample" / "pastes"
    assert log in [file.read_text() for file in pastes.iterdir()]


def test_the_editor_gets_a_skeleton_in_the_words_of_the_model(kb, base, tmp_path, monkeypatch):
    script = tmp_path / "fill.py"
    script.write_text(
        "import sys\n"
        "path = sys.argv[1]\n"
        "text = open(path).read()\n"
        "open('seen.yaml', 'w').write(text)\n"
        "for field, value in {'title': 'A port', 'root_cause': 'It is held.', 'fix': 'End it.',\n"
        "        'command': 'ss -ltn | grep :80 && exit 1 || exit 0', 'present': 'LISTEN',\n"
        "        'parent': 'ports', 'domain': 'serving'}.items():\n"
        "    text = text.replace(f'{field}:\\n', f'{field}: {value}\\n')\n"
        "open(path, 'w').write(text)\n"
    )
    monkeypatch.setenv("VISUAL", shlex.join([sys.executable, str(script)]))
    said = kb("add", "--edit", "--error", "OSError: in use", "--id", "a-port")
    assert said.code == 0, said.err
    seen = (base.parent / "seen.yaml").read_text()
    assert "# the pattern behind it, in one or two sentences\nroot_cause:\n" in seen
    written = (base / "a-port" / "entry.yaml").read_text()
    assert "#" not in written
    assert "root_cause: It is held.\n" in written


def test_a_text_of_the_editor_that_will_not_do_is_kept_with_the_way_on(kb, base, monkeypatch):
    monkeypatch.setenv("VISUAL", "sed -i s/^title:/title:\\ Spoon/")
    said = kb("add", "--edit")
    assert said.code == 2
    kept, way = said.err.splitlines()[0].split("; mend it there, ")
    told = kept.removeprefix("kb: your text is kept in ")
    assert way == f"then: kb add --draft {told}"
    file = str(Path(told).expanduser())
    assert "title: Spoon\n" in Path(file).read_text()
    assert "spoon" not in ids(base)
    draft = flags(title=None, error="OSError: bent")
    said = kb("add", "--draft", file, "--yes", *draft)
    assert said.code == 0, said.err
    assert "spoon" in ids(base)
    assert not Path(file).exists()


@pytest.mark.usefixtures("base")
def test_bytes_that_are_no_text_become_marks(kb):
    made = flags(cause="It is built from \udcff\ud800 alone.", title="Labels \udc80 lack a class")
    said = kb("add", "--yes", *made, "--error", "KeyError: \udcfe", "--id", "labels")
    assert said.code == 0
    entry = kb("show", "labels", "--json").json
    assert entry["root_cause"] == "It is built from \ufffd\ufffd alone."
    assert entry["symptom"]["error"] == "KeyError: \ufffd"


@pytest.mark.parametrize(
    ("check", "text"),
    [
        ("grep -q x y || { echo 'no x'; exit 1; }", "no x"),
        ("""python -c 'print("no x" if n else "fine")'""", "no x"),
        (r"""python -c "print(\"no x\" if n else \"fine\")" """, "no x"),
        ("python -c 'print(n)'", ""),
    ],
)
def test_the_text_of_a_check_is_proposed(check, text):
    assert _guess("verify.present", Draft({"verify.command": check})) == text
