"""The paste box on the built page, in Chromium: from disk, and under a sub-folder of a host."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import CHROMIUM, chromium, served
from hostile_entries import FRAGMENTS
from playwright.sync_api import Browser, Page

from kb.child import mkdocs
from kb.cli.site_folder import lay
from kb.cli.site_policy import protect
from kb.model import Entry, Fault, KnowledgeBase, Node, Tree
from kb.pages import Settings, pages
from kb.pages.escape import visible
from kb.pages.starter import starter
from kb.search.index import Found
from kb.search.refresh import card
from kb.search.wordings import wordings

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]

HOSTILE = "".join(FRAGMENTS).replace("\x00", "")
ERROR = "ValueError: Expected more than 1 value per channel when training, got input size [1, 16]"
PASTE = (
    f'step 1 loss 0.5\n{"Traceback (most recent call last):"}\n  File "train.py", line 3\n{ERROR}\n'
)
REFUTED = "LanternError: the lantern of the third harbour went out at low tide"
RETIRED = "GondolaError: the gondola of the fourth canal has lost its oar again"
TWINS = "TwinError: the twins of the fifth lighthouse swapped their lamps at dawn"
HARD = "ZebraError: the zebra crossed the hostile bridge at the seventh milestone"


CHECK = {
    "command": "python -c 'import {module}; print(1)'",
    "present": "1",
    "values": {"module": {"about": "the module", "pattern": "[a-z]+"}},
}
PASTING = """(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", (window.before ?? "") + text);
  const event = new ClipboardEvent("paste", { clipboardData, bubbles: true });
  document.body.dispatchEvent(event);
}"""


def fault(id: str, error: str, **more: object) -> Fault:
    data = {
        "title": f"The one called {id}",
        "domain": "model-building",
        "parent": "normalisation",
        "symptom": {"error": error},
        "root_cause": "The last batch holds one sample.",
        "verify": {"command": "python -c 'print(1)'", "present": "1"},
        "fix": "Use drop_last=True.",
        "origin": {"kind": "handbook"},
    }
    return Fault(id, Entry.model_validate(data | more), "team", Path(id))


@pytest.fixture(scope="module")
def base() -> KnowledgeBase:
    gone = {"on": "2026-12-01", "reason": "It burns on: the tide has no say in it."}
    faults = [
        fault("single-sample", ERROR, verify=CHECK),
        fault("refuted-one", REFUTED, withdrawn={"as": "refuted", **gone}),
        fault("retired-one", RETIRED, withdrawn={"as": "retired", **gone}),
        fault("one-twin", TWINS),
        fault("other-twin", TWINS),
        fault("hostile-one", HARD, root_cause=HOSTILE, fix=HOSTILE),
    ]
    nodes = {
        "model-building": Node(title="Model building"),
        "normalisation": Node(title="Normalisation", parent="model-building"),
    }
    return KnowledgeBase(Tree(title="It fails", nodes=nodes), {each.id: each for each in faults})


def built(folder: Path, base: KnowledgeBase, settings: Settings) -> Path:
    held = {id: Found(id, card(fault), tuple(wordings(fault))) for id, fault in base.faults.items()}
    lay(folder, starter())
    lay(folder / "site", pages(base, settings, held=held))
    config = folder / "mkdocs.yml"
    if settings.directory_urls:
        text = config.read_text().replace("use_directory_urls: false", "use_directory_urls: true")
        config.write_text(text.replace("  - offline\n", ""))
    mkdocs.build(config, strict=False)
    protect(folder / "build/site")
    return folder / "build/site"


@pytest.fixture(scope="module")
def site(base: KnowledgeBase, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder `faults` of a host, with the site in it."""
    top = tmp_path_factory.mktemp("host")
    built(tmp_path_factory.mktemp("en"), base, Settings()).rename(top / "faults")
    return top


@pytest.fixture(scope="module", params=["disk", "host"])
def place(request: pytest.FixtureRequest, site: Path) -> Iterator[str]:
    """The address of the first page."""
    if request.param == "disk":
        yield (site / "faults/index.html").as_uri()
        return
    with served(site) as address:
        yield f"{address}/faults/index.html"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def page(browser: Browser, place: str) -> Iterator[Page]:
    """The first page; no error of a script, nothing refused, nothing asked of another origin."""
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    wrong: list[str] = []
    top = place.removesuffix("index.html")
    opened.on("dialog", lambda dialog: wrong.append(dialog.message))
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on(
        "request", lambda asked: None if asked.url.startswith(top) else wrong.append(asked.url)
    )
    opened.goto(place)
    opened.wait_for_selector(".kb-box textarea")
    yield opened
    assert opened.evaluate("window.hurt") is None
    assert opened.url == place
    opened.close()
    assert [each for each in wrong if not each.startswith("data:")] == []


def paste(page: Page, text: str) -> None:
    """A paste somewhere on the page, as a person makes it before having clicked anywhere."""
    page.evaluate("document.querySelector('.kb-box-card')?.setAttribute('data-before', '')")
    page.evaluate(PASTING, text)
    page.wait_for_selector(".kb-box-card:not([data-before])")


def test_a_paste_is_answered_and_its_line_marked(page: Page) -> None:
    paste(page, PASTE)
    assert page.inner_text(".kb-box-verdict").startswith("This is it")
    assert page.inner_text(".kb-box-entry h3") == "The one called single-sample"
    assert page.inner_text(".kb-box-seen span") == "Seen in line 4"
    assert page.inner_text(".kb-box-seen mark") == ERROR
    assert page.inner_text(".kb-box-command code") == CHECK["command"]
    assert page.inner_text(".kb-box-values") == "Put your own in the place of {module}"
    lit, field = page.locator(".kb-box-lit"), page.locator(".kb-box textarea")
    high = field.evaluate("field => parseFloat(getComputedStyle(field).lineHeight)")
    top = field.evaluate("field => parseFloat(getComputedStyle(field).paddingTop)")
    down = lit.bounding_box()["y"] - field.bounding_box()["y"]  # type: ignore[index]
    assert down == pytest.approx(top + 3 * high, abs=1)
    assert "% sure" in page.inner_text(".kb-box-said")
    assert page.locator("article script, article img").count() == 0


def test_a_wrapped_line_is_marked_whole(page: Page) -> None:
    words = f"{ERROR}, and the batch that came last was the smallest of them all"
    rows = [words[at : at + 37] for at in range(0, len(words), 37)]
    paste(page, "\n".join(["Traceback (most recent call last):", *rows, "done", ""]))
    assert page.inner_text(".kb-box-seen mark") == words
    field = page.locator(".kb-box textarea")
    high = field.evaluate("field => parseFloat(getComputedStyle(field).lineHeight)")
    lit = page.locator(".kb-box-lit").bounding_box()
    assert lit
    assert lit["height"] == pytest.approx(len(rows) * high, abs=1)


def test_the_link_leads_to_the_page_of_the_entry(page: Page) -> None:
    place = page.url
    paste(page, PASTE)
    page.click(".kb-box-entry h3 a")
    page.wait_for_selector(".kb-symptom")
    assert "kb/entries/single-sample.html" in page.url
    page.goto(place)


def test_what_matches_nothing_is_told_so(page: Page) -> None:
    paste(page, "The museum opens at nine on Sundays, and the garden is free.\n")
    assert page.inner_text(".kb-box-verdict") == "Nothing here matches this"
    assert "Nothing here matches this" in page.inner_text(".kb-box-said")
    assert page.locator(".kb-box-entry").count() == 0
    assert page.locator(".kb-box-lit").is_hidden()


def test_a_refuted_claim_answers_with_what_is_true(page: Page) -> None:
    paste(page, REFUTED)
    assert page.inner_text(".kb-box-entry h3") == "The one called refuted-one"
    assert page.inner_text(".kb-box-entry .kb-refuted") == "refuted"
    assert page.inner_text(".kb-box-verdict").startswith("This is said of it, and is not so")
    told = page.locator(".kb-box-entry dl").inner_text()
    assert "It burns on: the tide has no say in it." in told
    assert "drop_last" not in told


def test_what_is_retired_never_answers(page: Page) -> None:
    paste(page, RETIRED)
    assert "retired-one" not in page.inner_text(".kb-box-answer")


def test_text_of_entries_and_pastes_shows_as_text(page: Page) -> None:
    paste(page, f"{HOSTILE}\n{HARD} <img src=x onerror='window.hurt=1'>\n")
    cause = page.locator(".kb-box-entry dd p").first
    assert cause.text_content() == visible(HOSTILE.strip()).replace("`one`", "one")
    assert page.inner_text(".kb-box-seen mark") == f"{HARD} <img src=x onerror='window.hurt=1'>"
    assert page.locator(".kb-box-answer :is(img, script, b)").count() == 0


def test_by_keyboard_alone(page: Page) -> None:
    page.locator("#kb-box-title").evaluate("title => title.tabIndex = -1")
    page.locator("#kb-box-title").focus()
    page.keyboard.press("Tab")
    assert "kb-box-try" in page.evaluate("document.activeElement.className")
    page.keyboard.press("Tab")
    page.keyboard.insert_text(ERROR)
    page.wait_for_selector(".kb-box-card")
    for _ in range(2):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "A"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Escape")
    assert page.locator(".kb-box textarea").input_value() == ""
    assert page.locator(".kb-box-card").count() == 0
    assert page.inner_text(".kb-box-said") == ""


def test_of_two_that_fit_alike_neither_is_said_to_be_uncertain(page: Page) -> None:
    paste(page, TWINS)
    assert page.inner_text(".kb-box-verdict").startswith("More than one fits; look here first")
    assert page.locator(".kb-box-card a", has_text="The one called other-twin").count() == 1


def test_a_second_fault_in_the_same_paste_is_not_called_less_likely(page: Page) -> None:
    paste(page, f"{PASTE}\nretrying\n{HARD}\n")
    assert page.inner_text(".kb-box-verdict").startswith("This is it")
    more = page.locator(".kb-box-others", has=page.get_by_text("In the same paste"))
    assert more.locator("a").all_inner_texts() == ["The one called hostile-one"]
    assert page.locator(".kb-box-card a", has_text="hostile-one").count() == 1


def test_an_example_is_at_hand(page: Page) -> None:
    page.click(".kb-box-try")
    page.wait_for_selector(".kb-box-card")
    assert page.locator(".kb-box textarea").input_value() == ERROR
    assert page.inner_text(".kb-box-verdict").startswith("This is it")


def test_the_entries_come_when_they_are_needed(browser: Browser, place: str) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(place, wait_until="networkidle")
    page.wait_for_selector(".kb-box textarea")
    assert not any("box-index" in url for url in asked)
    with page.expect_request("**/box-index.js?v=*"):
        page.focus(".kb-box textarea")
    page.close()


def test_ten_megabytes_are_read_while_the_page_breathes(page: Page) -> None:
    page.evaluate(
        "() => { const said = document.querySelector('.kb-box-said'); window.told = [];"
        "new MutationObserver(() => told.push(said.textContent)).observe(said, {childList: true}) }"
    )
    page.evaluate("window.before = 'INFO step 1 loss 0.5 and all is well\\n'.repeat(280000)")
    paste(page, f"{ERROR}\ndone\n")
    assert page.inner_text(".kb-box-seen span") == "Seen in line 280001"
    assert "all of it was read" in page.inner_text(".kb-box-cut")
    assert "Reading …" in page.evaluate("told")
    lit = page.locator(".kb-box-lit").bounding_box()
    field = page.locator(".kb-box-field").bounding_box()
    assert lit
    assert field
    assert field["y"] < lit["y"] < field["y"] + field["height"] - lit["height"]
    assert len(page.locator(".kb-box textarea").input_value()) < 250_000


def test_it_says_when_the_entries_cannot_be_had(browser: Browser, place: str) -> None:
    page = browser.new_page()
    page.route("**/box-index.js?v=*", lambda route: route.abort())
    page.goto(place)
    page.fill(".kb-box textarea", ERROR)
    page.locator(".kb-box-said", has_text="could not be loaded").wait_for()
    page.unroute("**/box-index.js?v=*")
    page.fill(".kb-box textarea", ERROR + " ")
    page.wait_for_selector(".kb-box-card")
    page.close()


def test_a_dropped_log_is_read(page: Page) -> None:
    page.evaluate(
        "text => { const dataTransfer = new DataTransfer();"
        "dataTransfer.items.add(new File([text], 'run.log'));"
        "document.querySelector('.kb-box').dispatchEvent("
        "new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })) }",
        PASTE,
    )
    page.wait_for_selector(".kb-box-card")
    assert page.inner_text(".kb-box-seen span") == "Seen in line 4"


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_box_keeps_nobody_out(browser: Browser, place: str, scheme: str, width: int) -> None:
    """axe finds nothing serious before a paste, after a match, after none; no sideways scroll."""
    axe = pytest.importorskip("axe_playwright_python")
    rules = (Path(axe.__file__).parent / "axe.min.js").read_text("utf-8")
    size = {"width": width, "height": 900}
    context = browser.new_context(viewport=size, color_scheme=scheme, bypass_csp=True)
    page = context.new_page()
    page.emulate_media(reduced_motion="reduce")
    page.goto(place)
    page.evaluate(rules)
    for text in ("", f"{PASTE}{'long ' * 300}", HARD, "The museum opens at nine.\n"):
        if text:
            paste(page, text)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        grave = [each for each in found if each["impact"] in ("serious", "critical")]
        assert [(each["id"], each["nodes"][0]["html"]) for each in grave] == [], text
    context.close()


def test_in_chinese_with_a_folder_for_each_page(
    browser: Browser, base: KnowledgeBase, tmp_path: Path
) -> None:
    settings = Settings(language="zh", directory_urls=True)
    built(tmp_path / "base", base, settings).rename(tmp_path / "faults")
    with served(tmp_path) as address:
        page = browser.new_page()
        page.goto(f"{address}/faults/")
        page.wait_for_selector(".kb-box textarea")
        paste(page, PASTE)
        assert page.inner_text(".kb-box-verdict").startswith("就是它")
        page.click(".kb-box-more a")
        page.wait_for_selector(".kb-symptom")
        assert page.url == f"{address}/faults/kb/entries/single-sample/"
        page.close()
