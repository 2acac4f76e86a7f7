# ruff: noqa: E501
"""What every test stands on: a home of its own, and a small knowledge base to work with."""

from __future__ import annotations

import gc
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from kb.store.layers import Layer

# a busy machine is slow in drawing examples too
ANY_MACHINE = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("unit", max_examples=4, derandomize=True, **ANY_MACHINE)
# the same examples each time, so that no run fails by chance; `--hypothesis-profile thorough` looks
# for new ones
settings.register_profile("quick", max_examples=50, derandomize=True, **ANY_MACHINE)
settings.register_profile("thorough", max_examples=2000, **ANY_MACHINE)
settings.load_profile("quick")

TREE = """\
title: A model does not train, or does not serve
nodes:
  data-loading: {title: Data loading}
  model-building: {title: Model building}
  training-loop: {title: Training loop}
  serving: {title: Serving}
  logging: {title: Logging}
  normalisation: {title: Normalisation, parent: model-building}
  ports: {title: Ports, parent: serving}
"""

ENTRY = """\
title: BatchNorm is given a single sample in training mode
domain: model-building
parent: normalisation
symptom:
  error: "ValueError: Expected more than 1 value per channel when training, got input size torch.Size([1, 16])"
  also:          # other wordings
    - 最后一个 batch 只有一条样本时 BatchNorm 报错
  limit: Not InstanceNorm, whose message says "spatial element".
root_cause: The last batch holds one sample, so there is no variance to estimate.
verify:
  command: python -c "import sys; from {module} import sizes; n = min(sizes); print('a batch of one' if n == 1 else n); sys.exit(n == 1)"
  present: a batch of one
  values: {module: {about: "the module that makes the batches", pattern: "[A-Za-z_][A-Za-z0-9_.]*"}}
fix: Use drop_last=True, or GroupNorm.
case:
  run: python train.py
  values: {module: train}
origin: {kind: handbook}
"""

SILENT_ENTRY = """\
title: The port is taken by an earlier server
domain: serving
parent: ports
symptom:
  observed: the new server answers with the old model
root_cause: An earlier process still holds the port.
verify:
  command: ss -ltn | grep ':{port} ' && exit 1 || exit 0
  present: LISTEN
  values: {port: {about: "the port", pattern: "[0-9]+"}}
  looks_at: machine
fix: End the earlier process.
origin: {kind: handbook}
"""

FAULTY = """\
sizes = [16, 1]
if __name__ == "__main__" and 1 in sizes:
    raise ValueError(
        "Expected more than 1 value per channel when training, got input size torch.Size([1, 16])"
    )
"""


_SPEAKS_OTHERWISE = frozenset(
    "FORCE_COLOR CLICOLOR_FORCE PY_COLORS GITHUB_ACTIONS COLUMNS LINES EDITOR VISUAL PAGER "
    "VIRTUAL_ENV PYTHONWARNINGS".split()
)


def _forget_who_runs_us() -> None:
    """No test depends on the shell, the CI or the git hook that the run was started from."""
    for name in {each for each in os.environ if each.startswith("GIT_")} | _SPEAKS_OTHERWISE:
        os.environ.pop(name, None)
    os.environ["GIT_CONFIG_NOSYSTEM"] = "1"
    os.umask(0o022)
    # `make test &` is born deaf to Ctrl-C, and so would be all that the tests start
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_IGN:
            interrupt = number == signal.SIGINT
            signal.signal(number, signal.default_int_handler if interrupt else signal.SIG_DFL)


_forget_who_runs_us()

REAL_HOME = Path.home()
_OURS = tuple(
    str(REAL_HOME / part / "kb") for part in (".config", ".cache", ".local/share", ".local/state")
)
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def _lock_real_home(event: str, args: tuple[object, ...]) -> None:
    """Audit hook: a test that writes where `kb` would in the real home fails on the spot."""
    if event == "open":
        path, _, flags = args
        writes = isinstance(flags, int) and flags & _WRITES
    else:
        path, writes = (args[0] if args else ""), event in ("os.mkdir", "sqlite3.connect")
    if writes and isinstance(path, (str, os.PathLike)) and str(path).startswith(_OURS):
        raise AssertionError(f"a test writes to the real home: {path}")


sys.addaudithook(_lock_real_home)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A file whose tests are all marked, with what `-m` leaves out, is not even imported."""
    asked = config.option.markexpr
    if collection_path.suffix != ".py" or " or " in asked:
        return None
    text = collection_path.read_text("utf-8")
    marked = re.search(r"^pytestmark = (\[.*?^\]|.*?$)", text, re.MULTILINE | re.DOTALL)
    marks = re.findall(r"pytest\.mark\.(\w+)", marked[1]) if marked else []
    return True if set(marks) & set(re.findall(r"\bnot (\w+)", asked)) else None


# the garbage collector took one second in seven: after every 700 objects, all over again
gc.set_threshold(50_000)


def pytest_collection_finish() -> None:
    """What was collected stays to the end."""
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def plain_signals() -> None:
    """No signal is ignored, as it is in what a script starts with `&`, or blocked."""
    for name in ("SIGINT", "SIGQUIT", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_IGN:
            usual = signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL
            signal.signal(number, usual)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_SETMASK, [])


@pytest.fixture(scope="session")
def free_homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Folders yet to be made. `mktemp` for each would list all that are there, each time."""
    root = tmp_path_factory.mktemp("homes")
    return (root / str(number) for number in count())


@pytest.fixture(autouse=True)
def home(free_homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder of this test's own, for it and for the processes it starts."""
    folder = next(free_homes)
    folder.mkdir()
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(folder))
    for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.delenv("KB_DIR", raising=False)
    return folder


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """The `entries/` folder of a small valid knowledge base: two entries, one with a case."""
    root = tmp_path / "base" / "entries"
    write(root / "tree.yaml", TREE)
    write(root / "batchnorm-single-sample" / "entry.yaml", ENTRY)
    write(root / "batchnorm-single-sample" / "faulty" / "train.py", FAULTY)
    write(
        root / "batchnorm-single-sample" / "fixed" / "train.py", FAULTY.replace("16, 1", "16, 17")
    )
    write(root / "batchnorm-single-sample" / "pastes" / "first.txt", "Traceback …\n")
    write(root / "port-taken" / "entry.yaml", SILENT_ENTRY)
    return root


@pytest.fixture
def layer(base: Path) -> Layer:
    """That knowledge base as a trusted team layer."""
    return Layer("team", base, writable=True, trusted=True)


@pytest.fixture
def team(base: Path) -> Path:
    """That knowledge base inside a git work tree. Returns the top of the work tree."""
    subprocess.run(["git", "init", "-q", base.parent], check=True)
    return base.parent


def write(file: Path, text: str) -> Path:
    """Write `text` to `file`, folders and all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file
