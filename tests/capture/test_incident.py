"""What is captured of a failing run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kb.capture import sources
from kb.capture.incident import captured, redacted
from kb.capture.life import mended
from kb.store import layers
from kb.store.incidents import keep
from kb.store.layers import trust
from kb.text import clean, report

pytestmark = pytest.mark.journey

BATCH = "ValueError: Expected more than 1 value per channel when training, got input size [1, 16]"
SECRET = "hunter2hunter2"


def tail(folder: Path) -> str:
    site = Path(sys.prefix, "lib/python3/site-packages/torch/nn/functional.py")
    return (
        "\x1b[31mTraceback (most recent call last):\x1b[0m\n"
        f'  File "{folder}/train.py", line 3, in <module>\n    main()\n'
        f'  File "{site}", line 9, in batch_norm\n    check()\n'
        f"{BATCH}\npassword={SECRET}\n"
    )


@pytest.fixture(autouse=True)
def no_handbook(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(layers, "handbook_root", lambda: tmp_path / "none")


@pytest.fixture(autouse=True)
def quick_python(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The `python` of the commands, which is asked for its packages, starts at once."""
    python = home / "bin" / "python"
    python.parent.mkdir()
    python.write_text("#!/bin/sh\necho 3.12.0\n")
    python.chmod(0o755)
    monkeypatch.setenv("PATH", str(python.parent), prepend=":")


@pytest.fixture
def work(team: Path) -> Path:
    """A repository with one commit, a changed file, a new one, and the small knowledge base."""
    trust(team)
    (team / "train.py").write_text(f"main()\npassword = '{SECRET}'\n")
    (team / "loader.py").write_text("size = 16\n")
    git = ["git", "-C", str(team), "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git, "add", "train.py", "loader.py"], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "first"], check=True)
    (team / "loader.py").write_text("size = 1\n")
    (team / "weights.bin").write_bytes(b"\0" * 100)
    return team


def capture(folder: Path, text: str | None = None):
    command = ["python", "train.py", "--password", SECRET]
    text = tail(folder) if text is None else text
    return captured(command, folder, 100.0, 160.0, 1, None, text)


def test_the_symptom_and_the_answer(work: Path) -> None:
    incident, answer, trouble = capture(work)
    assert (incident.symptom, trouble) == (BATCH, None)
    assert answer.matches[0].id == "batchnorm-single-sample"
    assert incident.matched[0][0] == "batchnorm-single-sample"
    assert incident.verdict == answer.verdict
    assert (incident.program, incident.folder) == ("python train.py", str(work))
    assert (incident.started, incident.ended, incident.first) == (100.0, 160.0, 160.0)
    assert incident.id.endswith("-train")
    assert "\x1b" not in incident.tail


def test_the_tree_at_the_failure(work: Path) -> None:
    incident = capture(work).incident
    assert incident.rev is not None
    assert len(incident.rev) == 40
    assert "-size = 16\n+size = 1\n" in incident.diff
    assert incident.sources["loader.py"] == "size = 1\n"
    assert next(iter(incident.sources)) == "train.py"  # named by the traceback comes first
    assert "weights.bin" not in incident.sources
    assert not any(path.startswith("entries/") for path in incident.sources)


def test_what_the_program_imports_is_kept_without_git_too(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("import loader\nimport torch\n")
    (tmp_path / "loader.py").write_text("size = 1\n")
    (tmp_path / "other.py").write_text("x = 1\n")
    assert capture(tmp_path, "KeyError: 1\n").incident.sources == {
        "train.py": "import loader\nimport torch\n",
        "loader.py": "size = 1\n",
    }


def test_no_secret_gets_in(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HOME", f"https://me:{SECRET}@example.org/x")
    monkeypatch.setenv("HF_TOKEN", SECRET)
    monkeypatch.setenv("MASTER_ADDR", "gpu07")
    incident = capture(work).incident
    assert incident.variables["MASTER_ADDR"] == "<host>"
    assert SECRET not in repr(incident)
    assert "HF_HOME" in incident.variables
    assert "HF_TOKEN" not in incident.variables


def test_what_the_knowledge_base_redacts_gets_in_nowhere(work: Path) -> None:
    patterns = work / "entries" / "redact.yaml"
    patterns.write_text('bad: "(a+)+"\nproject: "zebra-[0-9]+"\n')  # a bad one stops no other
    (work / "loader.py").write_text("path = '/data/zebra-17'\n")
    command = ["python", "train.py", "zebra-17"]
    incident = captured(command, work, 0.0, 1.0, 1, None, f"{tail(work)}zebra-17\n").incident
    assert "zebra-17" not in repr(incident)
    assert "<project>" in incident.tail
    assert incident.sources["loader.py"] == "path = '/data/<project>'\n"
    assert incident.command == ("python", "train.py", "<project>")
    (work / "loader.py").write_text("path = '/data/zebra-18'\n")
    assert "zebra-18" not in repr(mended(keep(incident), 2.0))


def test_the_environment(work: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    (site,) = venv.glob("lib/python3*/site-packages")
    (site / "torch-2.9.1+cu128.dist-info").mkdir()
    (site / "torch").mkdir()
    (site / "torch" / "version.py").write_text("cuda: Optional[str] = '12.8'\n")
    monkeypatch.setenv("PATH", f"{venv}/bin", prepend=":")
    environment = capture(work).incident.environment
    assert environment["torch"] == "2.9.1+cu128"
    assert environment["cuda"] == "12.8"
    assert environment["python"].startswith(f"{sys.version_info[0]}.{sys.version_info[1]}.")


def test_outside_of_git(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("main()\n")
    incident = capture(tmp_path).incident
    assert (incident.rev, incident.diff) == (None, "")
    assert incident.sources == {"train.py": "main()\n"}


@pytest.mark.parametrize("text", ["", "\x00\x1b[", "Traceback (most recent call last):\n" * 9])
def test_any_tail(tmp_path: Path, text: str) -> None:
    incident, answer, trouble = capture(tmp_path / "gone", text)
    assert (incident.symptom, answer.verdict, trouble) == (None, "none", None)


def test_a_broken_knowledge_base_costs_the_answer_alone(work: Path, home: Path) -> None:
    choices = home / ".config" / "kb" / "layers.json"
    choices.write_text("{")
    incident, answer, trouble = capture(work)
    assert (incident.symptom, answer.verdict) == (BATCH, "none")
    assert trouble is not None
    assert "layers.json" in trouble


def test_the_tail_is_bounded(tmp_path: Path) -> None:
    lines = "".join(f"{chr(97 + n % 26) * 20} {n * 'x'}\n" for n in range(360))
    kept = capture(tmp_path, lines + BATCH).incident.tail
    assert len(kept) <= 64 * 1024
    assert kept.endswith(BATCH)


def test_no_file_outside_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_text("x = 1\n")
    inside = tmp_path / "in"
    inside.mkdir()
    (inside / "link.py").symlink_to(tmp_path / "secret.py")
    text = "".join(
        f'  File "{name}", line 1, in f\n    x\n' for name in ("../secret.py", "link.py")
    )
    read = report(clean(f"Traceback (most recent call last):\n{text}KeyError: 1\n"))
    assert sources.texts(inside, [*sources.named(read, inside), "link.py", "../secret.py"]) == {}


@pytest.mark.parametrize(
    "words",
    [
        ["curl", "-H", f"Authorization: Bearer {SECRET * 2}"],
        ["train", "--password", SECRET],
        ["train", f"--password={SECRET}"],
        ["env", f"DB_PASSWORD={SECRET}", "python", "x.py"],
    ],
)
def test_a_command_without_its_secret(words: list[str]) -> None:
    made = redacted(words)
    assert SECRET not in " ".join(made)
    assert len(made) == len(words)
