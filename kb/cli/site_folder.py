"""Where a site is built and how its pages get there: only what changed is written."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kb.cli.site_address import addressed, digests
from kb.errors import CannotWrite, InvalidFiles, Problem, Refused
from kb.pages import LANGUAGES, Language
from kb.pages.starter import starter
from kb.pages.words import words

GENERATED = b"\ngenerated: kb\n"
"""Stands in the front matter of every page that `kb` writes; other pages are people's own."""

_TRANSLATED = re.compile(rf"\.(?:{'|'.join(LANGUAGES)})\.md$")
CONFIG, HOME = "mkdocs.yml", "index.md"
_NAMES = {"en": "English", "zh": "中文"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where one language is built: the folder of documents, the config, the folder of the site.

    `people` is the mkdocs.yml that people write; `config` is it, or inherits from it. `below` is
    the folder in the site of the first language, empty for that itself.
    """

    language: Language
    docs: Path
    config: Path
    output: Path
    people: Path
    below: str = ""

    def url(self, site: str) -> str:
        """The address of this language, where `site` is that of the first."""
        return "/".join([site.rstrip("/"), *filter(None, [self.below]), ""])


def setting(config: Path, key: str, default: str) -> str:
    """A plain top-level setting of an mkdocs.yml, which may hold tags that no YAML reader knows."""
    found = re.search(
        rf"(?m)^{key}:[ \t]*['\"]?([^'\"#\n]+)", _read(config).decode("utf-8", "replace")
    )
    return found[1].strip() if found else default


def directory_urls(config: Path) -> bool:
    """Whether each page gets a folder of its own; the offline plugin, when on, says no to it."""
    asked = setting(config, "use_directory_urls", "true") == "true"
    offline = re.search(rb"(?m)^[ \t]*- offline\b", _read(config))
    return asked and offline is None


def places(root: Path, work: Path, languages: tuple[Language, ...]) -> list[Place]:
    """Where each of `languages` is built, with all that is needed there but the entries' pages.

    English is built in `root`, when that has an mkdocs.yml. Every other language, and a
    knowledge base without a site, is built from a copy of the hand-written pages under `work`.
    """
    own = (root / CONFIG).is_file()
    if own and languages == ("en",):
        config = root / CONFIG
        return [
            Place("en", root / setting(config, "docs_dir", "site"), config, _output(config), config)
        ]
    parent = root / CONFIG if own else _lay_starter(work)
    return [_place(parent, work, language, languages) for language in languages]


def _output(config: Path) -> Path:
    return config.parent / setting(config, "site_dir", "build/site")


def _lay_starter(work: Path) -> Path:
    lay(work / "starter", starter())
    return work / "starter" / CONFIG


def _place(parent: Path, work: Path, language: Language, languages: tuple[Language, ...]) -> Place:
    source = parent.parent / setting(parent, "docs_dir", "site")
    here = work / f"site-{language}"
    below = "" if language == languages[0] else language
    top = _output(parent) if parent.parent != work / "starter" else work / "site"
    place = Place(language, here / "docs", here / CONFIG, top / below, parent, below)
    lay(place.docs, dict(_hand_written(source, language)))
    lay(here, {CONFIG: _derived(place, languages)})
    return place


def _hand_written(source: Path, language: Language) -> Iterator[tuple[str, bytes]]:
    """Files of `source` that people wrote; in Chinese, `x.zh.md` stands in for `x.md`."""
    files = {path.relative_to(source).as_posix(): path for path in walk(source)}
    for path, file in sorted(files.items()):
        if path.startswith("kb/") or _TRANSLATED.search(path):
            continue
        translated = files.get(path.removesuffix(".md") + f".{language}.md")
        content = (translated or file).read_bytes()
        if path != HOME or GENERATED not in content:
            yield path, content


def in_language(files: Mapping[str, bytes], language: Language) -> dict[str, bytes]:
    """The files of a starter whose pages, config and menu are in `language` alone."""
    if language == "en":
        return dict(files)
    made = {}
    for path, content in files.items():
        if not _TRANSLATED.search(path):
            made[path] = files.get(path.removesuffix(".md") + f".{language}.md", content)
    config = made[CONFIG].decode().replace("language: en", f"language: {language}")
    for key, page in _menu():
        said, says = words("en")[key], words(language)[key]
        config = config.replace(f"- {said}: {page}", f"- {says}: {page}")
    said, says = words("en")["site_name"], words(language)["site_name"]
    config = config.replace(f"site_name: {said}", f"site_name: {says}")
    return made | {CONFIG: config.encode()}


def _menu() -> tuple[tuple[str, str], ...]:
    """Word of the interface and page of each item of the menu."""
    return (
        ("home", HOME),
        ("tree", "kb/tree.md"),
        ("entries", "kb/lists/index.md"),
        ("first_aid", "first-aid.md"),
        ("tools", "tools.md"),
        ("how_proven", "proof.md"),
        ("reference", "kb/reference.md"),
    )


def walk(folder: Path) -> Iterator[Path]:
    """All files below `folder`. Raises Refused for a symlink: MkDocs would follow it."""
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.is_symlink():
            raise Refused(f"{path} is a symlink; put the file itself there, or take it away")
        if path.is_file():
            yield path


def _derived(place: Place, languages: tuple[Language, ...]) -> str:
    """The config of one language: that of `people`, with other words and folders. JSON is YAML."""
    say, language = words(place.language), place.language
    config: dict[str, object] = {
        "INHERIT": str(place.people.resolve()),
        "docs_dir": "docs",
        "site_dir": str(place.output.resolve()),
        "theme": {"language": language},
    }
    if setting(place.people, "site_name", "") == words("en")["site_name"]:
        config["site_name"] = say["site_name"]
    if (url := setting(place.people, "site_url", "")).startswith("http"):
        config["site_url"] = place.url(url)
    if language != "en":
        config["nav"] = [{say[key]: page} for key, page in _menu()]
    if len(languages) > 1:
        first = languages[0]
        config["extra"] = {
            "alternate": [
                {"name": _NAMES[each], "lang": each, "link": _switch(language, each, first)}
                for each in languages
            ]
        }
    return json.dumps(config, ensure_ascii=False, indent=2) + "\n"


def _switch(here: Language, there: Language, first: Language) -> str:
    up = "" if here == first else "../"
    return f"{up}{'' if there == first else there + '/'}index.html"


def lay(folder: Path, files: Mapping[str, str | bytes]) -> int:
    """Write what differs from what lies in `folder`; how many files that were.

    A page that a person wrote is kept. Raises CannotWrite.
    """
    written = 0
    for path, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        file = folder / path
        try:
            old = file.read_bytes() if file.is_file() else None
            if old == data or (path == HOME and old is not None and GENERATED not in old):
                continue
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        except OSError as error:
            raise CannotWrite(
                f"cannot write {file}: {error.strerror}; the site is unfinished"
            ) from error
        written += 1
    return written


def address(folder: Path) -> None:
    """Write the digests of the paste box into the first page, if it is a generated one."""
    home = folder / HOME
    if GENERATED in (text := home.read_bytes()):
        home.write_text(addressed(text.decode(), digests(folder)), "utf-8")


def sweep(folder: Path, kept: Collection[str]) -> int:
    """Take away generated pages under `folder`/kb that are no longer made; how many that were."""
    gone = [
        file
        for file in walk(folder / "kb")
        if file.suffix == ".md"
        and file.relative_to(folder).as_posix() not in kept
        and GENERATED in file.read_bytes()
    ]
    for file in gone:
        file.unlink()
    return len(gone)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        message = f"cannot be read: {error.strerror}"
        raise InvalidFiles(
            [Problem(file, None, "", message, "mend its permissions", "unreadable")]
        ) from error
