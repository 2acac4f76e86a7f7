"""The policy: what of the machine is seen inside, as bwrap's argument list. Read this first.

An argument is a string, or the content of a file (bytes), which reaches bwrap through a
descriptor of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath

from kb.model.job import Bounds

Argument = str | bytes

WORK, HOME, CASE = "/work", "/tmp", "/work/case"  # noqa: S108 - the sandbox's own /tmp
NOTICE = "/etc/sandbox/notice.bash"

_SYSTEM = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
_ETC_BOUND = ("ld.so.conf.d", "alternatives", "ssl/certs")
_ETC_COPIED = (
    *("ld.so.cache", "ld.so.conf", "localtime", "nsswitch.conf", "mime.types"),
    *("protocols", "services", "ssl/openssl.cnf"),
)
"""A bind costs ten times what a small file does."""
_PROCESSORS = ("/sys/devices/system/cpu", "/sys/devices/system/node")
_MADE = ("/", "/usr", "/etc", "/dev", "/dev/shm", "/proc", "/tmp", WORK)  # noqa: S108


@dataclass(frozen=True, slots=True)
class View:
    """What a job sees beside the system: (source, place) to bind, (target, place) to link.

    `place` of a bind and of a link is its absolute path inside; `path` is PATH, `files` where
    the job's files are laid out, `work` the current folder. Writes to the bind at `layer` go
    to memory and vanish; every other bind is read-only. Where there is a `copy`, a tar archive,
    that is laid out at `layer` in place of the bind.
    """

    binds: tuple[tuple[str, str], ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    path: str = "/usr/local/bin:/usr/bin:/bin"
    files: str = WORK
    work: str = WORK
    layer: str = ""
    copy: bytes = b""


def user_of(guest: int | None) -> int:
    """The id that the command has inside."""
    return 1000 if guest is None else guest


def environment(view: View) -> dict[str, str]:
    """The whole environment of bwrap, and so of everything inside: nothing is inherited."""
    return {
        "PATH": view.path,
        "HOME": HOME,
        "TMPDIR": HOME,
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "TERM": "dumb",
        "USER": "kb",
        "LOGNAME": "kb",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONNOUSERSITE": "1",
        # an installed `kb` may lie in a folder that is not shown; a case has no use for its plugin
        "PYTEST_ADDOPTS": "-p no:kb",
        "OMP_NUM_THREADS": "2",
        "MPLBACKEND": "Agg",
        "GLOO_SOCKET_IFNAME": "lo",
        "HF_HUB_OFFLINE": "1",
    }


def arguments(
    view: View, bounds: Bounds, guest: int | None, notice: bytes, filter: bytes
) -> list[Argument]:
    """What is seen and what is refused; `started` adds the descriptors and the command.

    `guest` is the id that a real root changes to, else None; `notice` is what each bash reads
    at its start, `filter` the filter of system calls.
    """
    return [
        *_namespaces(guest),
        *_system(),
        *_etc(user_of(guest), notice),
        *_private(bounds, view),
        *_seen(view, bounds.work),
        # both are tmpfs without a size
        *("--remount-ro", "/dev", "--remount-ro", "/"),
        *("--chdir", view.work),
        *("--seccomp", filter),
    ]


def _namespaces(guest: int | None) -> list[Argument]:
    shared: list[Argument] = [
        *("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"),
        *("--unshare-cgroup-try", "--hostname", "sandbox"),
        *("--cap-drop", "ALL", "--new-session", "--die-with-parent"),
    ]
    if guest is None:
        return ["--unshare-user", "--disable-userns", "--uid", "1000", "--gid", "1000", *shared]
    # host id 0 without capabilities still owns /proc/sys and every file of root, so a real
    # root changes its id: these three are used up by setpriv
    for capability in ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"):
        shared += ["--cap-add", capability]
    return shared


def _system() -> list[Argument]:
    made: list[Argument] = ["--ro-bind", "/usr", "/usr"]
    for folder in (Path("/", name) for name in _SYSTEM):
        if folder.is_symlink():
            made += ["--symlink", str(folder.readlink()), str(folder)]
        elif folder.is_dir():
            made += ["--ro-bind", str(folder), str(folder)]
    return made


def _etc(user: int, notice: bytes) -> list[Argument]:
    made: list[Argument] = []
    for folder in ("/etc", "/etc/ssl", "/etc/sandbox"):
        made += ["--perms", "0755", "--dir", folder]
    for name in _ETC_BOUND:
        made += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    files = {
        **_copies(),
        "/etc/passwd": b"root:x:0:0:root:/root:/bin/sh\nkb:x:%d:%d:kb:/tmp:/bin/sh\n"
        % (user, user),
        "/etc/group": b"root:x:0:\nkb:x:%d:\n" % user,
        "/etc/hosts": b"127.0.0.1 localhost sandbox\n::1 localhost sandbox\n",
        "/etc/resolv.conf": b"",
        "/etc/host.conf": b"multi on\n",
        NOTICE: notice,
    }
    for place, content in files.items():
        made += ["--perms", "0444", "--file", content, place]
    return made


@lru_cache(maxsize=1)
def _copies() -> dict[str, bytes]:
    found = (Path("/etc", name) for name in _ETC_COPIED)
    return {str(file): file.read_bytes() for file in found if file.is_file()}


def _private(bounds: Bounds, view: View) -> list[Argument]:
    made: list[Argument] = ["--proc", "/proc", "--dev", "/dev"]
    sizes = {"/dev/shm": bounds.shm, "/tmp": bounds.tmp, WORK: bounds.work}  # noqa: S108
    for place, size in sizes.items():
        made += ["--perms", "1777", "--size", str(size), "--tmpfs", place]
    if view.files == CASE:
        made += ["--perms", "1777", "--dir", CASE]
    return made


def _seen(view: View, size: int) -> list[Argument]:
    """After the private folders, since an interpreter or a project may lie in one of them."""
    binds = sorted(view.binds, key=lambda bind: len(PurePosixPath(bind[1]).parts))
    places = [*(place for _, place in (*binds, *view.links)), *_PROCESSORS]
    # an empty project is a folder too
    places.append(f"{view.work}/anything")
    made: list[Argument] = []
    for parent in _parents(places):
        # bwrap would make it 0700, and nobody but its maker could pass
        made += ["--perms", "0755", "--dir", parent]
    for source, place in binds:
        if source == place == view.layer and view.copy:
            made += ["--perms", "1777", "--size", str(size), "--tmpfs", place]
        elif source == place == view.layer:
            made += ["--overlay-src", source, "--tmp-overlay", place]
        else:
            made += ["--ro-bind", source, place]
    for target, place in view.links:
        made += ["--symlink", target, place]
    for place in _PROCESSORS:
        made += ["--ro-bind-try", place, place]
    return made


def _parents(places: Iterable[str]) -> list[str]:
    """The folders above `places` that are to be made, the upper ones first."""
    above = {str(parent) for place in places for parent in PurePosixPath(place).parents}
    made = {path for path in above.difference(_MADE) if not path.startswith("/usr/")}
    return sorted(made, key=lambda path: path.count("/"))
