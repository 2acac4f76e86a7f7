"""`kb site`: the entries as a site to read."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

import typer

from kb.child import mkdocs
from kb.cli import site_folder
from kb.cli.options import KbDir
from kb.cli.paths import short
from kb.cli.site_folder import Place
from kb.cli.site_policy import protect
from kb.cli.site_source import Source, tell
from kb.errors import KbError, Refused
from kb.model import KnowledgeBase
from kb.pages import LANGUAGES, Kept, Language, Settings, paste_box, stream
from kb.pages.starter import starter
from kb.text import printable

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
Url = Annotated[
    str | None,
    typer.Option(
        "--site-url",
        metavar="URL",
        envvar=mkdocs.SITE_URL,
        help="Address that the site will have, for its page of missing pages and its sitemap.",
    ),
]


@app.command(epilog="Example: kb site build --lang en --lang zh")
def build(
    kb: KbDir = None,
    strict: Strict = True,
    lang: Lang = None,
    every: All = False,
    repository: Repository = None,
    url: Url = None,
) -> None:
    """Build the site into build/site."""
    if url and not url.startswith(("https://", "http://")):
        raise Refused(f"{url!r} is no address of a site; begin it with https://")
    source = Source(kb, every, repository)
    base = source.load(strict)
    places = site_folder.places(source.root, source.work, _languages(lang))
    for place in places:
        _build(source, base, place, strict, place.url(url) if url else None)
    print(printable(f"the site lies in {short(places[0].output / 'index.html')}"))


@app.command(epilog="Example: kb site serve --addr 127.0.0.1:8001")
def serve(
    kb: KbDir = None,
    lang: Lang = None,
    every: All = False,
    repository: Repository = None,
    addr: Annotated[str, typer.Option(help="Where to listen.")] = "127.0.0.1:8000",
) -> None:
    """Serve the site, and an entry again as it is saved. Ends with Ctrl-C.

    A preview: only pages that change are made again, and the search in the head of the page may
    still find what they said before. `kb site build` makes all of it anew.
    """
    source = Source(kb, every, repository)
    place = site_folder.places(source.root, source.work, _languages(lang)[:1])[0]
    seen = source.stamps()  # before they are read: what is saved meanwhile is new
    base = source.load(strict=False)
    kept = Kept()
    _lay(source, base, place, kept)
    follow = (source, place, base, seen, threading.Event(), kept)
    threading.Thread(target=_follow, args=follow, daemon=True).start()
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
    language = _languages(lang)[0]
    files = site_folder.in_language(starter(), language)
    kept = {path: text for path, text in files.items() if not (folder / path).exists()}
    site_folder.lay(folder, kept)
    config = folder / site_folder.CONFIG
    place = Place(language, folder / "site", config, folder, config)
    _lay(source, base, place)
    site_folder.address(place.docs)
    build_it = f"build it with: mkdocs build -f {short(place.config)}"
    print(printable(f"Markdown lies in {short(folder / 'site')}; {build_it}"))


def _build(
    source: Source, base: KnowledgeBase, place: Place, strict: bool, url: str | None
) -> None:
    settings = source.settings(place)
    _lay_pages(base, place, settings, Kept())
    tell(f"MkDocs builds {short(place.config)}")
    with ThreadPoolExecutor(1) as beside:
        built = beside.submit(mkdocs.build, place.config, strict, url)
        # what search knows takes as long to read anew, and MkDocs needs none of it
        box = _lay_box(source, base, place, settings)
        built.result()
    site_folder.lay(place.output, box)
    protect(place.output)


def _lay(source: Source, base: KnowledgeBase, place: Place, kept: Kept | None = None) -> None:
    """The pages of `base` on disk, and then the paste box, where they differ from what is there."""
    settings = source.settings(place)
    _lay_pages(base, place, settings, kept or Kept())
    _lay_box(source, base, place, settings)


def _lay_pages(base: KnowledgeBase, place: Place, settings: Settings, kept: Kept) -> None:
    list(site_folder.walk(place.docs))
    made: set[str] = set()
    written = 0
    for path, content in stream(base, settings, kept):
        written += site_folder.lay(place.docs, {path: content})
        made.add(path)
    gone = site_folder.sweep(place.docs, made)
    many = "1 entry" if len(base.faults) == 1 else f"{len(base.faults)} entries"
    tell(f"{many}, {len(made)} files: {written} written, {gone} taken away")


def _lay_box(
    source: Source, base: KnowledgeBase, place: Place, settings: Settings
) -> dict[str, str]:
    """The files of the paste box, laid as well: `serve` shows what was saved before they are."""
    made = dict(paste_box(base, settings, source.held()))
    site_folder.lay(place.docs, made)
    return made


def _follow(
    source: Source,
    place: Place,
    base: KnowledgeBase | None,
    seen: dict[str, object],
    wait: threading.Event,
    kept: Kept,
) -> None:
    """Lay the pages again whenever a file of an entry changes. Ends when `wait` is set.

    `seen` are the stamps of the files that `base` was read from, or older ones.
    """
    while not wait.wait(0.5):
        now = source.stamps()
        if now == seen:
            continue
        try:
            base = source.again(base, {id for id in now if now[id] != seen.get(id)}, set(now))
            _lay(source, base, place, kept)
        except KbError as error:
            tell(str(error))
            base = None
        seen = now


def _languages(asked: list[str] | None) -> tuple[Language, ...]:
    for each in asked or ():
        if each not in LANGUAGES:
            raise Refused(f"no words for {each!r}; there are: {', '.join(LANGUAGES)}")
    return tuple(dict.fromkeys(each for each in LANGUAGES if each in (asked or ["en"])))
