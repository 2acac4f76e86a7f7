"""`kb site`: the entries as a site to read."""

from __future__ import annotations

import datetime as dt
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from kb.child import git, mkdocs
from kb.cli import site_folder
from kb.cli.options import KbDir
from kb.cli.site_folder import Place
from kb.cli.site_policy import protect
from kb.errors import InvalidFiles, KbError, Refused
from kb.model import KnowledgeBase
from kb.pages import LANGUAGES, Language, Settings, pages
from kb.pages.starter import starter
from kb.store.layers import Layer, find_layers, nearest
from kb.store.read import load_all
from kb.store.scan import scan

app = typer.Typer(no_args_is_help=True, help="Build, serve or render the site.")

Lang = Annotated[
    list[str] | None,
    typer.Option(
        "--lang", metavar="en|zh", help="Language of the interface; twice for both, with a switch."
    ),
]
Strict = Annotated[
    bool, typer.Option("--strict/--no-strict", help="Fail on a warning, as CI does.")
]
All = Annotated[bool, typer.Option("--all", help="The entries of all layers, not the nearest.")]
Repository = Annotated[
    str | None,
    typer.Option(
        "--repo-url",
        metavar="URL",
        envvar="KB_REPO_URL",
        help="Repository of the entries, for edit links (else repo_url of mkdocs.yml).",
    ),
]


@app.command(epilog="Example: kb site build --lang en --lang zh")
def build(
    kb: KbDir = None,
    strict: Strict = True,
    lang: Lang = None,
    every: All = False,
    repository: Repository = None,
) -> None:
    """Build the site into build/site."""
    source = Source(kb, every, repository)
    base = source.load(strict)
    places = site_folder.places(source.root, source.work, _languages(lang))
    for place in places:
        _lay(source, base, place)
        _tell(f"MkDocs builds {place.config}")
        mkdocs.build(place.config, strict)
        protect(place.output)
    print(f"the site lies in {places[0].output / 'index.html'}")


@app.command(epilog="Example: kb site serve --addr 127.0.0.1:8001")
def serve(
    kb: KbDir = None,
    lang: Lang = None,
    every: All = False,
    repository: Repository = None,
    addr: Annotated[str, typer.Option(help="Where to listen.")] = "127.0.0.1:8000",
) -> None:
    """Serve the site and build it again when an entry is saved. Ends with Ctrl-C."""
    source = Source(kb, every, repository)
    place = site_folder.places(source.root, source.work, _languages(lang)[:1])[0]
    _lay(source, source.load(strict=False), place)
    threading.Thread(target=_follow, args=(source, place), daemon=True).start()
    raise typer.Exit(mkdocs.serve(place.config, addr))


@app.command(epilog="Example: kb site render /tmp/faults")
def render(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write.")],
    kb: KbDir = None,
    lang: Lang = None,
    every: All = False,
    repository: Repository = None,
) -> None:
    """Write plain Markdown, assets and an mkdocs.yml into DIR, for any generator."""
    source = Source(kb, every, repository)
    base = source.load(strict=False)
    kept = {path: text for path, text in starter().items() if not (folder / path).exists()}
    site_folder.lay(folder, kept)
    config = folder / site_folder.CONFIG
    place = Place(_languages(lang)[0], folder / "site", config, folder, config)
    _lay(source, base, place)
    print(f"Markdown lies in {folder / 'site'}; build it with: mkdocs build -f {place.config}")


class Source:
    """The entries a site is made of, and the folder it is made in."""

    def __init__(self, kb: Path | None, every: bool, repository: str | None) -> None:
        found = find_layers(kb)
        self.layers: tuple[Layer, ...] = found if every else (nearest(found),)
        first = nearest(found)
        own = first.writable and (first.root.parent / site_folder.CONFIG).is_file()
        self.root = first.root.parent if own else Path.cwd()
        self.work = self.root / "build"
        self.entries = first.root
        self.repository = repository

    def load(self, strict: bool) -> KnowledgeBase:
        """All entries. Files that cannot be read are told; in strict mode they end it."""
        base = load_all(self.layers)
        if not base.tree.nodes:
            # a personal layer alone has no tree of its own: its entries hang on everybody's
            base = replace(base, tree=load_all(find_layers()).tree)
        broken = [problem for problem in base.problems if problem.severity == "error"]
        if broken and strict:
            raise InvalidFiles(broken)
        for problem in broken:
            _tell(f"left out: {problem}")
        return base

    def settings(self, place: Place) -> Settings:
        """What the pages of `place` are made with."""
        repository = self.repository or site_folder.setting(place.people, "repo_url", "")
        if repository and not repository.startswith(("https://", "http://")):
            raise Refused(f"{repository!r} is no address of a repository; begin it with https://")
        flat = site_folder.setting(place.people, "use_directory_urls", "false") != "true"
        return Settings(place.language, not flat, repository or None, changed=self._changed())

    def _changed(self) -> dict[str, dt.date]:
        try:
            return {id: commits[0].day for id, commits in git.history(self.entries).items()}
        except KbError:
            return {}


def _lay(source: Source, base: KnowledgeBase, place: Place) -> None:
    """The pages of `base` on disk, where they differ from what is there."""
    list(site_folder.walk(place.docs))
    made = pages(base, source.settings(place))
    written = site_folder.lay(place.docs, made)
    gone = site_folder.sweep(place.docs, made)
    _tell(f"{len(base.faults)} entries, {len(made)} files: {written} written, {gone} taken away")


def _follow(source: Source, place: Place, wait: threading.Event | None = None) -> None:
    """Lay the pages again whenever a file of an entry changes. Ends when `wait` is set."""
    wait = wait or threading.Event()
    seen = _state(source)
    while not wait.wait(0.5):
        now = _state(source)
        if now == seen:
            continue
        seen = now
        try:
            _lay(source, source.load(strict=False), place)
        except KbError as error:
            _tell(str(error))


def _state(source: Source) -> object:
    stamps = {stamp.folder: stamp.key for layer in source.layers for stamp in scan(layer.root)}
    trees = [layer.root / "tree.yaml" for layer in source.layers]
    return stamps, [tree.stat().st_mtime_ns if tree.is_file() else 0 for tree in trees]


def _languages(asked: list[str] | None) -> tuple[Language, ...]:
    for each in asked or ():
        if each not in LANGUAGES:
            raise Refused(f"no words for {each!r}; there are: {', '.join(LANGUAGES)}")
    return tuple(dict.fromkeys(each for each in LANGUAGES if each in (asked or ["en"])))


def _tell(text: str) -> None:
    print(f"kb: {text}", file=sys.stderr)
