"""Both languages, built by the command and opened from a disk and from a folder of a host."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import CHROMIUM, chromium, served
from playwright.sync_api import Page

from kb.cli.site import build
from kb.cli.site_folder import lay
from kb.pages.starter import starter
from kb.store.layers import Layer

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]


@pytest.fixture
def host(layer: Layer, tmp_path: Path) -> Path:
    """A folder that holds the site as `team/faults`."""
    lay(layer.root.parent, starter())
    build(layer.root, lang=["en", "zh"])
    place = tmp_path / "host/team"
    place.mkdir(parents=True)
    (layer.root.parent / "build/site").rename(place / "faults")
    return tmp_path / "host"


@pytest.fixture(params=["disk", "host"])
def place(request: pytest.FixtureRequest, host: Path) -> Iterator[str]:
    """The address of the site."""
    if request.param == "disk":
        yield (host / "team/faults").as_uri()
        return
    with served(host) as address:
        yield f"{address}/team/faults"


def test_nothing_fails_and_the_switch_leads_to_the_same_page(place: str) -> None:
    with chromium() as browser:
        page = browser.new_page()
        wrong: list[str] = []
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.on("requestfailed", lambda request: wrong.append(request.url))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        for folder in ("", "zh/"):
            page.goto(f"{place}/{folder}index.html", wait_until="networkidle")
            answered(page)
            page.goto(f"{place}/{folder}kb/entries/port-taken.html", wait_until="networkidle")
            switch = page.locator("a.md-select__link[hreflang]")
            assert [link.get_attribute("href") for link in switch.all()] == [
                f"{place}/kb/entries/port-taken.html",
                f"{place}/zh/kb/entries/port-taken.html",
            ]
        assert wrong == []


def answered(page: Page) -> None:
    """The box finds an entry, with the index that belongs to this page."""
    with page.expect_request("**/kb/assets/box-index.js?v=*"):
        page.fill(".kb-box textarea", "ValueError: Expected more than 1 value per channel")
    page.locator(".kb-box-card a", has_text="BatchNorm is given a single sample").first.wait_for()
