"""The entries that a site is made of, and what its pages need to know beside them."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from kb.child import git
from kb.cli import site_folder
from kb.cli.options import tell_own_alone
from kb.cli.paths import from_here
from kb.cli.site_folder import CONFIG, Place, setting
from kb.errors import InvalidFiles, KbError, Refused
from kb.model import Fault, KnowledgeBase
from kb.pages import Settings
from kb.search.held import held
from kb.search.index import Found
from kb.search.refresh import Beside
from kb.store.homes import cache_home
from kb.store.layers import Layer, find_layers, nearest
from kb.store.read import load_all, load_fault
from kb.store.scan import Stamp, scan
from kb.text import printable

TREE = "tree.yaml"


class Source:
    """One layer, or all of them, and the folder in which their site is made."""

    def __init__(self, kb: Path | None, every: bool, repository: str | None) -> None:
        found = find_layers(kb)
        first = nearest(found)
        self.layers: tuple[Layer, ...] = found if every else (first,)
        if not every:
            tell_own_alone(found)
        self.entries, self.layer = first.root, first.name
        own = first.writable and (first.root.parent / CONFIG).is_file()
        self.root = first.root.parent if own else Path.cwd()
        self.work = self.root / "build"
        self.repository = repository
        self.read: dict[Stamp, Fault] = {}

    def load(self, strict: bool) -> KnowledgeBase:
        """All entries. Files that cannot be read are told; in strict mode they end it."""
        stamps = [stamp for layer in self.layers for stamp in scan(layer.root)]
        base = load_all(self.layers)
        self.read = dict(_read(base, stamps))
        if not base.tree.nodes:
            # a personal layer alone has no tree of its own: its entries hang on everybody's
            base = replace(base, tree=load_all(find_layers()).tree)
        broken = [problem for problem in base.problems if problem.severity == "error"]
        if broken and strict:
            raise InvalidFiles(broken)
        for problem in broken:
            tell(f"left out: {from_here(problem)}")
        return base

    def again(
        self, base: KnowledgeBase | None, changed: Collection[str], there: Collection[str]
    ) -> KnowledgeBase:
        """`base` with the `changed` ids read again, and only what is `there`; else all of it."""
        if base is None or len(self.layers) > 1 or TREE in changed:
            return self.load(strict=False)
        faults = {id: fault for id, fault in base.faults.items() if id in there}
        for id in changed:
            faults[id] = load_fault(self.layers[0], id)
        return replace(base, faults=dict(sorted(faults.items())))

    def stamps(self) -> dict[str, object]:
        """What differs when a file of an entry, or the tree, was changed, by id."""
        found: dict[str, list[tuple[str, int, int]]] = {}
        for layer in self.layers:
            for name, file in _files(layer.root):
                with contextlib.suppress(FileNotFoundError):
                    about = file.stat(follow_symlinks=False)
                    found.setdefault(name, []).append((file.path, about.st_mtime_ns, about.st_size))
        return {name: sorted(files) for name, files in found.items()}

    def held(self) -> Mapping[str, Found]:
        """What search knows of the entries, for the paste box."""
        return held(self.layers, cache_home() / "search", Beside(read=self.read))

    def settings(self, place: Place) -> Settings:
        """What the pages of `place` are made with. Raises Refused for a bad address."""
        repository = self.repository or setting(place.people, "repo_url", "")
        if repository and not re.match("https?://[^/]", repository):
            raise Refused(f"{repository!r} is no address of a repository; begin it with https://")
        top = git.work_tree(self.entries)
        edit = setting(place.people, "edit_uri", "edit/main/").strip("/").split("/")
        return Settings(
            language=place.language,
            directory_urls=site_folder.directory_urls(place.people),
            repository=repository or None,
            branch=edit[1] if len(edit) > 1 else "main",
            entries=self.entries.relative_to(top).as_posix() if top else "entries",
            layer=self.layer,
            changed=self._changed(),
        )

    def _changed(self) -> dict[str, dt.date]:
        try:
            return {id: commits[0].day for id, commits in git.history(self.entries).items()}
        except KbError:
            return {}


def _read(base: KnowledgeBase, stamps: Iterable[Stamp]) -> Iterator[tuple[Stamp, Fault]]:
    """The entries of `base` by the stamps that were taken before they were read."""
    for stamp in stamps:
        fault = base.faults.get(stamp.id)
        if fault is not None and fault.folder == Path(stamp.folder):
            yield stamp, fault


def tell(text: str) -> None:
    """One line of progress on stderr."""
    print(f"kb: {printable(text)}", file=sys.stderr)


def _files(folder: Path | os.DirEntry[str], id: str = "") -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Id of the entry and each file of it; unfinished writes begin with a dot."""
    with contextlib.suppress(FileNotFoundError), os.scandir(folder) as found:
        for each in found:
            if each.name.startswith("."):
                continue
            if each.is_dir(follow_symlinks=False):
                yield from _files(each, id or each.name)
            else:
                yield id or each.name, each
