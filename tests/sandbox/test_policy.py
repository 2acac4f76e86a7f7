"""The argument list: what is in it, in which order, and what never is."""

from __future__ import annotations

import itertools
import platform
import resource
from dataclasses import replace

import pytest

from kb.model.job import MIB, Bounds
from kb.sandbox.limits import ulimits
from kb.sandbox.policy import Argument, View, arguments, environment

BOUNDS = Bounds(work=5 * MIB, tmp=6 * MIB, shm=7 * MIB)
VIEW = View(
    binds=(("/real/venv", "/home/me/venv"), ("/home/me/py", "/home/me/py"), ("/p/x", "/p/x")),
    links=(("/home/me/py/bin/python", "/run/python/python"),),
    path="/home/me/venv/bin:/usr/bin",
    work="/p/x",
)


def listed(guest: int | None = None, view: View = VIEW) -> list[Argument]:
    """The list of an example."""
    return arguments(view, BOUNDS, guest, b"notice", b"filter")


def after(words: list[Argument], option: str) -> list[Argument]:
    """What follows each `option`."""
    return [value for name, value in itertools.pairwise(words) if name == option]


@pytest.mark.parametrize("guest", [None, 64001])
def test_every_namespace_is_its_own(guest: int | None) -> None:
    words = listed(guest)
    for name in ("ipc", "pid", "net", "uts", "cgroup-try"):
        assert f"--unshare-{name}" in words
    assert after(words, "--cap-drop") == ["ALL"]
    assert {"--new-session", "--die-with-parent"} <= set(words)


def test_a_user_gets_a_user_namespace_and_a_root_another_id() -> None:
    assert {"--unshare-user", "--disable-userns"} <= set(listed())
    assert "--cap-add" not in listed()
    assert "--unshare-user" not in listed(64001)
    assert after(listed(64001), "--cap-add") == ["CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"]


def test_nothing_is_bound_to_be_written() -> None:
    words = listed()
    assert not {"--bind", "--bind-try", "--dev-bind", "--share-net", "--clearenv"} & set(words)


def test_only_the_system_and_what_the_view_names_is_bound() -> None:
    sources = [*after(listed(), "--ro-bind"), *after(listed(), "--ro-bind-try")]
    allowed = ("/usr", "/bin", "/sbin", "/lib", "/etc/ld.so.conf.d", "/etc/alternatives")
    allowed += ("/etc/ssl/certs", "/sys/devices/system/", "/real/venv", "/home/me/py", "/p/x")
    assert [source for source in sources if not str(source).startswith(allowed)] == []


def test_private_folders_have_sizes() -> None:
    words = listed()
    sizes = {words[at + 3]: words[at + 1] for at, word in enumerate(words) if word == "--size"}
    assert sizes == {"/work": str(5 * MIB), "/tmp": str(6 * MIB), "/dev/shm": str(7 * MIB)}
    assert len(after(words, "--tmpfs")) == 3


def test_what_is_seen_comes_after_the_private_folders_and_before_the_seal() -> None:
    words = listed()
    first_seen, last_private = words.index("/home/me/venv"), words.index("/work")
    seals = [at for at, word in enumerate(words) if word == "--remount-ro"]
    assert last_private < first_seen < seals[0]
    assert [words[at + 1] for at in seals] == ["/dev", "/"]
    assert "--ro-bind" not in words[seals[0] :]


def test_the_folders_above_a_bind_may_be_passed_by_everybody() -> None:
    words = listed()
    for parent in ("/home", "/home/me", "/p", "/run", "/run/python"):
        at = words.index(parent)
        assert words[at - 3 : at] == ["--perms", "0755", "--dir"]


def test_a_folder_inside_another_is_bound_after_it() -> None:
    view = View(binds=(("/p/x/.venv", "/p/x/.venv"), ("/p/x", "/p/x")))
    places = after(listed(view=view), "--ro-bind")
    assert places.index("/p/x") < places.index("/p/x/.venv")


def test_the_environment_is_fixed() -> None:
    made = environment(VIEW)
    assert made.pop("PATH") == "/home/me/venv/bin:/usr/bin"
    assert made["HOME"] == made["TMPDIR"] == "/tmp"
    assert environment(View()).keys() - {"PATH"} == made.keys()


def test_limits_never_exceed_what_may_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (50, 50))
    words = ulimits(BOUNDS, None).split()
    given = dict(zip(words[::2], words[1::2], strict=True))
    assert given["-n"] == given["-u"] == "50"
    monkeypatch.setattr(resource, "getrlimit", lambda _: (-1, resource.RLIM_INFINITY))
    assert "-n 1024" in ulimits(BOUNDS, None)
    assert "-u 256" in ulimits(BOUNDS, None)
    assert "-c 0" in ulimits(BOUNDS, None)


def test_before_linux_5_14_the_processes_outside_count_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(platform, "release", lambda: "5.10.0-28-amd64")
    given = ulimits(BOUNDS, None).split()
    assert int(given[given.index("-u") + 1]) > 256
    assert "-u 256" in ulimits(BOUNDS, 64001)
    monkeypatch.setattr(platform, "release", lambda: "5.14.0")
    assert "-u 256" in ulimits(BOUNDS, None)


def test_only_the_bind_at_the_layer_takes_writes_and_into_memory() -> None:
    assert "--tmp-overlay" not in listed()
    words = listed(view=replace(VIEW, layer="/p/x"))
    assert (after(words, "--overlay-src"), after(words, "--tmp-overlay")) == (["/p/x"], ["/p/x"])
    assert "/p/x" not in after(words, "--ro-bind")
    assert "--overlay" not in words
