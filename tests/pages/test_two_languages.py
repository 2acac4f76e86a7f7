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


LONG = "The model is not the one that was meant and not the one that was trained"


@pytest.fixture
def host(layer: Layer, tmp_path: Path) -> Path:
    """A folder that holds the site as `team/faults`."""
    lay(layer.root.parent, starter())
    tree = layer.root / "tree.yaml"
    tree.write_text(tree.read_text().replace("title: Model building", f"title: {LONG}"))
    build(layer.root, lang=["en", "zh"], url="https://faults.example/")
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


def test_nothing_fails_and_the_switch_leads_to_the_same_page(place: str, host: Path) -> None:
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
            for there in ("", "zh/"):
                address = f"{place}/{there}kb/entries/port-taken.html"
                link = page.locator(f'a.md-select__link[hreflang][href="{address}"]')
                link.wait_for(state="attached")
        with served(host / "team/faults") as top:  # a missing page names all from its top
            page.goto(f"{top}/404.html", wait_until="networkidle")
            links = page.locator("a.md-select__link[hreflang]").all()
            assert [link.get_attribute("href") for link in links] == [
                "/index.html",
                "/zh/index.html",
            ]
        assert wrong == []
        page.set_viewport_size({"width": 360, "height": 800})
        page.goto(f"{place}/kb/heat.html")
        assert page.locator("td", has_text=LONG).count() == 1
        for bar in page.locator(".kb-heat-bar").all():
            seen = bar.bounding_box()
            assert seen
            assert seen["x"] + seen["width"] <= 360


def answered(page: Page) -> None:
    """The box finds an entry, with the index that belongs to this page."""
    with page.expect_request("**/kb/assets/box-index.js?v=*"):
        page.fill(".kb-box textarea", "ValueError: Expected more than 1 value per channel")
    page.locator(".kb-box-card a", has_text="BatchNorm is given a single sample").first.wait_for()
