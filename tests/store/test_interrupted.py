"""Full disk, kill -9, read-only: the old files are whole, and the next write works."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.errors import CannotWrite
from kb.store.layers import Layer
from kb.store.lock import locked
from kb.store.read import load
from kb.store.write import Change, change, create
from tests.conftest import ENTRY, SILENT_ENTRY
from tests.store.test_write import contents

ID = "batchnorm-single-sample"
STEPS = ("open", "fsync", "replace", "rename", "mkdir", "chmod")
LONG = "x" * 15_000

posix = pytest.mark.skipif(os.name != "posix", reason="forks and sets limits")


def in_child(work: Callable[[], None]) -> int:
    """Run `work` in a forked process. Exit 0: done; 7: CannotWrite; -9: killed."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        except CannotWrite:
            code = 7
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def dying(
    step: int, work: Callable[[], object], steps: tuple[str, ...] = STEPS
) -> Callable[[], None]:
    """`work`, ended by kill -9 right before the system call number `step`."""

    def run() -> None:
        left = [step]

        def counted(real: Callable[..., object]) -> Callable[..., object]:
            def call(*args: object, **options: object) -> object:
                left[0] -= 1
                if left[0] == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                return real(*args, **options)

            return call

        for name in steps:
            setattr(os, name, counted(getattr(os, name)))
        work()

    return run


@posix
@pytest.mark.slow
def test_killed_at_any_step_of_a_change(layer: Layer) -> None:
    files = {"old": contents(layer.root)}
    write = [Change(ID, {"title": "Changed"}), Change("port-taken", {"title": "Changed"})]
    change(layer, write)
    files["new"] = contents(layer.root)
    seen = set()
    for step in range(1, 100):
        for path, content in files["old"].items():
            (layer.root / path).write_bytes(content)
        code = in_child(dying(step, lambda: change(layer, write)))
        after = {
            path: content for path, content in contents(layer.root).items() if "/.kb" not in path
        }
        assert after.keys() == files["old"].keys()
        for path, content in after.items():
            assert content in (files["old"][path], files["new"][path]), f"{path} is torn at {step}"
        assert load(layer).problems == ()
        seen.add((code, after == files["old"], after == files["new"]))
        if code == 0:
            break
        change(layer, write)
        assert contents(layer.root) == files["new"], "the next writer cleans up after the dead one"
    assert (-9, True, False) in seen
    assert (0, False, True) in seen


@posix
@pytest.mark.slow
def test_killed_at_any_step_of_a_new_entry(layer: Layer) -> None:
    old = contents(layer.root)
    seen = set()
    for step in range(1, 100):
        code = in_child(dying(step, lambda: create(layer, "new-one", ENTRY, {"faulty/a.py": "x"})))
        base = load(layer)
        assert base.problems == ()
        seen.add((code, "new-one" in base.faults))
        if "new-one" in base.faults:
            assert base.faults["new-one"].faulty == {"a.py": b"x"}
            shutil.rmtree(layer.root / "new-one")
        if code == 0:
            break
    assert contents(layer.root) == old
    assert {(-9, False), (0, True)} <= seen


@posix
def test_a_limit_on_file_size_stops_a_write_and_nothing_is_changed(layer: Layer) -> None:
    def write() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
        change(layer, [Change("port-taken", {"title": "Changed"}), Change(ID, {"fix": LONG})])

    before = contents(layer.root)
    assert in_child(write) == 7
    assert contents(layer.root) == before


FULL = """
import sys
from pathlib import Path
from kb.errors import CannotWrite
from kb.store.layers import Layer
from kb.store.write import Change, change, create
layer = Layer("team", Path(sys.argv[1]), True, True)
text = (layer.root / "a" / "entry.yaml").read_text()
changes = [Change("port-taken", {"title": "New"}), Change("a", {"fix": "x" * 15000})]
for write in (
    lambda: change(layer, changes),
    lambda: create(layer, "b", text, {"faulty/x": "x" * 90000}),
):
    try:
        write()
    except CannotWrite as error:
        print(error)
"""


@posix
@pytest.mark.slow
def test_a_full_disk_is_told_and_nothing_is_changed(layer: Layer, tmp_path: Path) -> None:
    """On a real file system of 48 kB, in a mount namespace of its own."""
    disk = tmp_path / "disk"
    disk.mkdir()
    (layer.root / "a").mkdir()
    (layer.root / "a" / "entry.yaml").write_text(SILENT_ENTRY + "# " + "x" * 15_000 + "\n")
    shutil.rmtree(layer.root / ID)
    script = (
        'set -e; mount -t tmpfs -o size=48k tmpfs "$1"; cp -r "$2" "$1/entries"; '
        '"$3" -c "$4" "$1/entries"; cat "$1"/entries/*/entry.yaml; '
        'ls -A "$1/entries" "$1"/entries/*'
    )
    run = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"]
    if not shutil.which("unshare") or subprocess.run([*run[:4], "true"], check=False).returncode:
        pytest.skip("no user namespaces here")
    ran = subprocess.run(
        [*run, disk, layer.root, sys.executable, FULL],
        capture_output=True,
        text=True,
        check=True,
    )
    told = "No space left on device; nothing was changed; free some space and try again"
    assert [told in line for line in ran.stdout.splitlines()[:2]] == [True, True]
    for name in ("a", "port-taken"):
        assert (layer.root / name / "entry.yaml").read_text() in ran.stdout
    assert ".kb-new" not in ran.stdout


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="gives up root")
def test_a_base_that_cannot_be_written_says_so() -> None:
    with tempfile.TemporaryDirectory() as made:
        Path(made).chmod(0o755)
        root = Path(made) / "entries"
        (root / ID).mkdir(parents=True)
        (root / ID / "entry.yaml").write_text(ENTRY)
        layer = Layer("team", root, writable=True, trusted=True)
        os.seteuid(65534)
        try:
            with pytest.raises(CannotWrite, match=r"Permission denied.*make it writable, or name"):
                change(layer, [Change(ID, {"title": "x"})])
        finally:
            os.seteuid(0)
        assert contents(root) == {f"{ID}/entry.yaml": ENTRY.encode()}


def test_a_stuck_writer_is_told_after_a_while(layer: Layer) -> None:
    told = pytest.raises(CannotWrite, match="another kb is writing")
    with locked(layer.root), told, locked(layer.root, patience=0.05):
        pass
