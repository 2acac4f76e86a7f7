"""The same Markdown built by MkDocs and by Zensical: all pages, and every text as it was."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hostile_entries import FRAGMENTS, knowledge
from page_dom import Element, read

from kb.cli.site_folder import lay
from kb.pages import pages
from kb.pages.escape import visible
from kb.pages.starter import starter

pytestmark = pytest.mark.slow

TEXT = "".join(FRAGMENTS)
LINE = " ".join(TEXT.replace("\x00", "").split())
COMMAND = "echo '<i>{{ x }}</i>' | grep `a` \"$b\""


@pytest.fixture(scope="module", params=["mkdocs", "zensical"])
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of hostile entries, built strictly as a person would."""
    pytest.importorskip(request.param)
    folder = tmp_path_factory.mktemp(request.param)
    lay(folder, starter())
    for name in ("first-aid", "proof"):
        # they link to the five domains, which these entries do not have
        (folder / "site" / f"{name}.md").write_text("# Page\n")
    lay(folder / "site", pages(knowledge(TEXT, LINE, COMMAND)))
    subprocess.run(
        [sys.executable, "-m", request.param, "build", "--strict"],
        cwd=folder,
        check=True,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
    )
    return folder


def article(page: Path) -> Element:
    found = re.search(r"<article.*</article>", page.read_text("utf-8"), re.DOTALL)
    assert found
    return read(re.sub(r"<!--.*?-->", "", found[0]))


def test_every_page_and_asset_is_there(built: Path) -> None:
    sources = {path.relative_to(built / "site") for path in (built / "site").rglob("*.*")}
    wanted = {path.with_suffix(".html") if path.suffix == ".md" else path for path in sources}
    there = {path.relative_to(built / "build/site") for path in (built / "build/site").rglob("*.*")}
    assert {path for path in wanted - there if ".zh." not in path.name} == set()


def test_texts_of_entries_stay_text(built: Path) -> None:
    page = article(built / "build/site/kb/entries/a.html")
    assert page.find("div", "kb-symptom")[0].find("code")[0].text == visible(TEXT.strip())
    assert page.find("div", "kb-command")[0].find("code")[0].text == COMMAND
    assert page.find("h1", "kb-title")[0].text == visible(LINE[:120].strip())
    for name in ("script", "iframe", "img", "object", "embed", "style"):
        assert page.find(name) == [], name


def test_links_between_pages_lead_to_pages(built: Path) -> None:
    top = built / "build/site/kb"
    for path in (top / "entries/a.html", top / "nodes/top.html", top / "tree.html"):
        hrefs = [each.attributes.get("href") or "" for each in article(path).find("a")]
        inside = [href.split("#")[0] for href in hrefs if "://" not in href]
        assert inside
        for href in filter(None, inside):
            assert (path.parent / href).is_file(), (path, href)
