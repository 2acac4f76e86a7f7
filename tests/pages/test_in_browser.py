"""Hostile entries in real Chromium: nothing runs, and every text shows exactly."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import CHROMIUM, chromium, served
from hostile_entries import FRAGMENTS, knowledge
from playwright.sync_api import Browser, Page

from kb.child import mkdocs
from kb.cli.site_folder import lay
from kb.cli.site_policy import protect
from kb.pages import Settings, pages
from kb.pages.escape import visible
from kb.pages.starter import starter

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]

TEXT = "".join(FRAGMENTS)
LINE = " ".join(("zebra " + TEXT.replace("\x00", "")).split())
LONG = "<b>" + "x" * 5000 + "{{ y }}" + " tail" * 50
CHINESE = "\n最后一个批次只有一条样本时报错"
PAGES = ("index.html", "kb/tree.html", "kb/nodes/low.html", "kb/entries/a.html")
LISTS = ("kb/lists/index.html", "kb/lists/recent.html", "kb/lists/refuted.html")
OTHERS = ("kb/reference.html", "kb/heat.html")


def _build(folder: Path, text: str, line: str) -> Path:
    lay(folder, starter())
    config = folder / "mkdocs.yml"
    # the theme's script would ask that host for its stars
    config.write_text(config.read_text().replace("# repo_url", "repo_url"))
    for name in ("first-aid", "proof"):
        (folder / "site" / f"{name}.md").write_text("# Page\n")
    lay(folder / "site", pages(knowledge(text, line, "echo '<i>{{ x }}</i>'"), Settings()))
    mkdocs.build(config)
    protect(folder / "build/site")
    return folder / "build/site"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of the site of the hostile entries, under a sub-folder as on a shared host."""
    top = tmp_path_factory.mktemp("host")
    _build(tmp_path_factory.mktemp("base"), TEXT, LINE).rename(top / "faults")
    with served(top) as address:
        yield f"{address}/faults"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that fails the test for a dialog, an error of a script or a refused one."""
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    wrong: list[str] = []
    opened.on("dialog", lambda dialog: wrong.append(dialog.message))
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    yield opened
    opened.close()
    assert not wrong


@pytest.mark.parametrize("path", PAGES + LISTS + OTHERS)
def test_nothing_of_an_entry_runs_or_is_fetched(site: str, page: Page, path: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site}/{path}", wait_until="networkidle")
    assert page.evaluate("window.hurt") is None
    assert [url for url in asked if not url.startswith((site, "data:"))] == []
    assert page.locator("article img, article script, article iframe").count() == 0


def test_texts_show_exactly(site: str, page: Page) -> None:
    page.goto(f"{site}/kb/entries/a.html")
    assert page.locator(".kb-symptom code").text_content() == visible(TEXT.strip())
    assert page.locator("h1").text_content() == visible(LINE[:120].strip())
    assert page.locator(".kb-command code").text_content() == "echo '<i>{{ x }}</i>'"
    assert page.title().startswith(" ".join(visible(LINE[:120]).split()))
    output = page.locator(".kb-output code").first.text_content()
    assert output == visible(TEXT).rstrip()


def test_the_search_of_the_site_shows_text_as_text(site: str, page: Page) -> None:
    page.goto(f"{site}/kb/tree.html", wait_until="networkidle")
    page.keyboard.press("f")
    page.locator(".md-search__input:focus").wait_for()
    page.keyboard.type("zebra")
    page.wait_for_selector(".md-search-result__item")
    assert "<script>" in page.inner_text(".md-search-result")
    assert page.locator(".md-search-result :is(img, script)").count() == 0
    assert page.evaluate("window.hurt") is None


def test_a_script_that_were_put_into_a_page_is_refused(browser: Browser, site: str) -> None:
    page = browser.new_page()
    page.goto(f"{site}/kb/entries/a.html")
    page.evaluate(
        "() => { const s = document.createElement('script');"
        "s.textContent = 'window.hurt = 1'; document.body.append(s) }"
    )
    assert page.evaluate("window.hurt") is None
    page.close()


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of entries whose texts are too long for any line."""
    return _build(tmp_path_factory.mktemp("long"), LONG + CHINESE, LONG)


def test_the_search_finds_a_chinese_word_from_a_file_share(browser: Browser, long: Path) -> None:
    pytest.importorskip("jieba")
    page = browser.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto((long / "kb/tree.html").as_uri())
    page.keyboard.press("f")
    page.wait_for_selector(".md-search-result__meta:has-text('Type to start')")
    page.keyboard.insert_text("样本")
    page.keyboard.press("End")
    page.wait_for_selector(".md-search-result__item a[href*='kb/entries/a.html']")
    assert not wrong
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_scrolls_sideways_on_a_phone(browser: Browser, long: Path, scheme: str) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 800}, color_scheme=scheme)
    for path in PAGES + LISTS + OTHERS:
        page.goto((long / path).as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    page.close()


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_keeps_anybody_out(browser: Browser, site: str, scheme: str, width: int) -> None:
    """Accessibility by axe: nothing serious or critical, contrast included."""
    axe = pytest.importorskip("axe_playwright_python")
    rules = (Path(axe.__file__).parent / "axe.min.js").read_text("utf-8")
    size = {"width": width, "height": 900}
    context = browser.new_context(viewport=size, color_scheme=scheme, bypass_csp=True)
    page = context.new_page()
    # colours in between are of no matter
    page.emulate_media(reduced_motion="reduce")
    for path in PAGES + LISTS + OTHERS:
        page.goto(f"{site}/{path}", wait_until="networkidle")
        page.evaluate(rules)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        grave = [each for each in found if each["impact"] in ("serious", "critical")]
        assert [(each["id"], each["nodes"][0]["html"]) for each in grave] == [], path
    context.close()


def test_a_branch_folds_and_its_picture_leads_on_by_keyboard_alone(site: str, page: Page) -> None:
    page.goto(f"{site}/kb/tree.html")
    picture, summary = page.locator(".kb-svg").first, page.locator(".kb-trunk > summary").first
    for shown in (False, True):
        summary.focus()
        page.keyboard.press("Enter")
        assert picture.is_visible() is shown
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/kb/nodes/low.html")


def test_on_a_phone_the_tree_is_an_outline_that_folds(browser: Browser, site: str) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto(f"{site}/kb/tree.html")
    assert not page.locator(".kb-svg").first.is_visible()
    leaf = page.locator(".kb-limb a[href*=entries]").first
    assert not leaf.is_visible()
    page.locator(".kb-limb > summary").first.press("Enter")
    leaf.click()
    page.wait_for_url("**/kb/entries/a.html")
    page.close()
