"""Asks git, and commits on request.

Reading never runs a program that the repository's own config names: hooks, fsmonitor, external
diffs, content filters, pagers and signature checks are off, and nothing is fetched. Filters of the
person's own config (LFS) stay.
A commit is the person's own act, so it runs their hooks and signs as `git commit` does.
"""

from __future__ import annotations

import datetime as dt
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from kb.child.program import Said, found, run
from kb.errors import NotFound, ToolMissing

_QUIET = (
    *("--no-pager", "--no-optional-locks", "--literal-pathspecs"),
    *("-c", "safe.bareRepository=explicit"),
)
_NO_PROGRAMS = (
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "core.fsmonitor=false"),
    *("-c", "log.showSignature=false"),
)
_INHERITED = frozenset(
    {
        *("GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_PREFIX"),
        *("GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"),
        *("GIT_NAMESPACE", "GIT_SHALLOW_FILE", "GIT_QUARANTINE_PATH"),
    }
)
"""Set by git around a hook; kept, they would point every call at the repository of the hook."""

_TRIES = 100
_IN_THE_WAY = ("index.lock': File exists", "cannot lock ref", "did not match any file(s) known to")
"""Times that a commit is tried, and what is said where another git writes at the same time; the
last where its index, read before, took the place of the one with our paths."""

SECONDS = 60.0
"""How long git may take to answer; a commit, with its hooks, as long as it likes."""

_INSTALL = "install git, or do without what needs it"


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit: full hash, the author's day, first line of the message."""

    rev: str
    day: dt.date
    subject: str


def work_tree(folder: Path) -> Path | None:
    """The top of the git work tree that holds `folder`; None when there is none, or no git."""
    if not found("git") or not folder.is_dir():
        return None
    said = _ask(folder, "rev-parse", "--show-toplevel")
    return Path(_path(said.out)) if said.code == 0 and said.out.strip() else None


def rev(folder: Path, ref: str = "HEAD") -> str | None:
    """The full hash that `ref` names in `folder`; None when it names no commit."""
    said = _ask(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    return said.out.decode().strip() if said.code == 0 else None


def changed(
    folder: Path, since: str = "HEAD", seconds: float = SECONDS
) -> tuple[PurePosixPath, ...]:
    """Paths under `folder`, relative to it, that differ from where this branch left `since`.

    Changed, new (not ignored), moved and deleted paths, sorted. NotFound: `since` names nothing.
    ToolMissing when git takes over `seconds`.
    """
    base = rev(folder, since)
    new = ["ls-files", "-z", "--others", "--exclude-standard"]
    if base is None and since == "HEAD":
        return _paths(_must(folder, *new, "--cached", seconds=seconds))
    if base is None:
        raise NotFound(f"git knows no commit {since!r}; name a branch, a tag or a hash")
    fork = _ask(folder, "merge-base", base, "HEAD")
    start = fork.out.decode().strip() if fork.code == 0 else base
    options = ["--name-only", "-z", "--relative", "--no-renames", "--no-ext-diff", "--no-textconv"]
    words = ["diff", *options, "--ignore-submodules=all", start, "--", "."]
    said = (_must(folder, *each, seconds=seconds) for each in (words, new))
    return tuple(sorted({path for one in said for path in _paths(one)}))


def content(folder: Path, rev: str, path: PurePosixPath) -> bytes | None:
    """What `path`, relative to `folder`, held in `rev`; None when there was no such file."""
    said = _ask(folder, "cat-file", "blob", f"{rev}:./{path}")
    return said.out if said.code == 0 else None


def difference(folder: Path, paths: Iterable[PurePosixPath]) -> str:
    """`git diff HEAD` of `paths` under `folder`, new files left out; "" without any path."""
    names = list(map(str, paths))
    if not names:
        return ""
    options = ["--relative", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames"]
    return _must(folder, "diff", *options, "HEAD", "--", *names).out.decode(errors="replace")


def history(folder: Path) -> dict[str, tuple[Commit, ...]]:
    """The commits that touched each thing directly in `folder`, newest first, by its name.

    One call for a whole knowledge base: `history(entries)["batchnorm-single-sample"]`.
    """
    if rev(folder) is None:
        return {}
    shape = ["-z", "--format=%x01%H%x00%as%x00%s", "--name-only", "--relative", "--no-renames"]
    said = _must(folder, "log", *shape, "--no-ext-diff", "--no-textconv", "--", ".")
    touched: dict[str, list[Commit]] = {}
    for block in said.out.decode("utf-8", "surrogateescape").split("\x01")[1:]:
        hash_, day, subject, *paths = block.split("\0")
        commit = Commit(hash_, dt.date.fromisoformat(day), subject)
        for name in {path.strip("\n").split("/")[0] for path in paths} - {""}:
            touched.setdefault(name, []).append(commit)
    return {name: tuple(commits) for name, commits in touched.items()}


def dates(folder: Path) -> tuple[dt.date, ...]:
    """The days on which something in `folder` was committed, newest first."""
    if rev(folder) is None:
        return ()
    lines = _must(folder, "log", "--format=%as", "--", ".").out.decode().split()
    return tuple(dt.date.fromisoformat(line) for line in lines)


def commit(folder: Path, paths: Iterable[Path], message: str) -> str | None:
    """Commit `paths` (and nothing else) of the work tree of `folder`; the new hash.

    None when they hold no change. ToolMissing when git or a hook refuses: the files stay.
    """
    names = [str(path.absolute()) for path in paths]
    if not names:
        return None
    for _ in range(_TRIES):
        try:
            return _committed(folder, names, message)
        except ToolMissing as error:
            if not any(sign in str(error) for sign in _IN_THE_WAY):
                raise
            told = error
        time.sleep(0.1)
    raise told


def _committed(folder: Path, names: list[str], message: str) -> str | None:
    _must(folder, "add", "--all", "--", *names, own=True)
    status = _must(folder, "status", "--porcelain", "-z", "--", *names, own=True)
    if not status.out:
        return None
    wanted = ["commit", "--quiet", "--file=-", "--only", "--", *names]
    _must(folder, *wanted, given=message, own=True)
    made = _must(folder, "log", "-1", "--format=%H", "--", *names)  # HEAD may have gone on
    return made.out.decode().strip()


def _must(
    folder: Path, *words: str, given: str = "", own: bool = False, seconds: float = SECONDS
) -> Said:
    said = _ask(folder, *words, given=given, own=own, seconds=seconds)
    if said.code == 0:
        return said
    lines = said.err.strip().splitlines() or ["no message"]
    reason = next((line for line in lines if any(sign in line for sign in _IN_THE_WAY)), lines[-1])
    raise ToolMissing(f"git {words[0]} in {folder} failed: {reason}; run it there to see why")


def _ask(
    folder: Path, *words: str, given: str = "", own: bool = False, seconds: float = SECONDS
) -> Said:
    env = {name: value for name, value in os.environ.items() if name not in _INHERITED}
    env |= {"LC_ALL": "C.UTF-8", "GIT_TERMINAL_PROMPT": "0"}
    if not own:
        # releases before 2.44 do not know the first
        env |= {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}
    if not own and words[0] == "diff":
        env |= _without_filters(folder, env)
    options: Sequence[str] = _QUIET if own else (*_QUIET, *_NO_PROGRAMS)
    command = ["git", "-C", str(folder), *options, *words]
    return run(command, given=given, env=env, seconds=None if own else seconds, remedy=_INSTALL)


def _without_filters(folder: Path, env: Mapping[str, str]) -> dict[str, str]:
    """Settings, as an environment, under which no filter runs that the repository itself names."""
    asked = ["config", "-z", "--show-scope", "--name-only", "--get-regexp", r"^filter\."]
    said = _ask(folder, *asked).out.decode("utf-8", "surrogateescape").split("\0")
    scoped = zip(said[::2], said[1::2], strict=False)
    filters = {name.rpartition(".")[0] for scope, name in scoped if scope in ("local", "worktree")}
    parts = {"clean": "", "smudge": "", "process": "", "required": "false"}
    pairs = [(f"{name}.{part}", value) for name in sorted(filters) for part, value in parts.items()]
    count = env.get("GIT_CONFIG_COUNT", "")
    first = int(count) if count.isdecimal() else 0
    made = {"GIT_CONFIG_COUNT": str(first + len(pairs))} if pairs else {}
    for number, (key, value) in enumerate(pairs, first):
        made |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return made


def _path(raw: bytes) -> str:
    return os.fsdecode(raw).removesuffix("\n")


def _paths(said: Said) -> tuple[PurePosixPath, ...]:
    return tuple(
        sorted({PurePosixPath(os.fsdecode(name)) for name in said.out.split(b"\0") if name})
    )
