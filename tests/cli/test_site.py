from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kb.child import mkdocs
from kb.cli import site, site_folder
from kb.cli.site_address import addressed
from kb.cli.site_source import Source
from kb.pages import Kept
from kb.pages.starter import starter
from kb.store import read as kb_read
from kb.store.roots import personal_root

pytestmark = pytest.mark.usefixtures("no_handbook")

PAGE = "site/kb/entries/port-taken.md"


@pytest.fixture
def built(monkeypatch):
    """The configs that MkDocs was to build, without building them."""
    configs: list[Path] = []
    monkeypatch.setattr(mkdocs, "build", lambda config, _strict, _url: configs.append(config))
    return configs


@pytest.fixture
def own_site(team):
    """The team has the site that `kb init` gives."""
    for path, content in starter().items():
        (team / path).parent.mkdir(exist_ok=True)
        (team / path).write_bytes(content)
    return team


@pytest.mark.slow
def test_a_strict_build_of_both_languages_links_and_protects_every_page(kb, own_site):
    said = kb("site", "build", "--lang", "en", "--lang", "zh")
    assert said.code == 0, said.err
    home = own_site / "build/site/index.html"
    assert said.out == f"the site lies in {home.relative_to(own_site)}\n"
    assert '<html lang="en"' in home.read_text()
    chinese = own_site / "build/site/zh/kb/entries/port-taken.html"
    assert '<html lang="zh"' in chinese.read_text()
    assert "为什么会这样" in chinese.read_text()
    for page in (own_site / "build/site").rglob("*.html"):
        assert page.read_text().count("Content-Security-Policy") == 1, page


@pytest.mark.slow
def test_the_address_of_the_site_reaches_each_language(kb, own_site):
    url = "https://faults.example/team"
    said = kb("site", "build", "--lang", "en", "--lang", "zh", "--site-url", url)
    assert said.code == 0, said.err
    # a missing page may be asked for in any folder, so what it loads goes from the top
    missing = (own_site / "build/site/404.html").read_text()
    assert re.search(r'href="/team/kb/assets/kb\.css\?v=[0-9a-f]{12}"', missing)
    for below, folder in (("", "build/site"), ("zh/", "build/site/zh")):
        page = (own_site / folder / "kb/entries/port-taken.html").read_text()
        assert f'rel="canonical" href="{url}/{below}kb/entries/port-taken.html"' in page
        assert (
            f"<loc>{url}/{below}index.html</loc>" in (own_site / folder / "sitemap.xml").read_text()
        )


@pytest.mark.slow
def test_a_base_without_a_site_is_built_from_what_comes_with_the_tool(kb, team):
    said = kb("site", "build")
    assert said.code == 0, said.err
    assert (team / "build/site/first-aid.html").is_file()
    assert (team / "build/site/kb/entries/port-taken.html").is_file()
    assert not (team / "site").exists()


@pytest.mark.slow
def test_a_link_that_leads_nowhere_ends_a_strict_build_only(kb, own_site):
    (own_site / "site/proof.md").write_text("# Proof\n\n[nowhere](nowhere.md)\n")
    said = kb("site", "build")
    assert said.code == 2
    assert "nowhere.md" in said.err
    assert kb("site", "build", "--no-strict").code == 0


def test_generated_pages_lie_under_kb_alone_and_only_changes_are_written(kb, own_site, built):
    kb("site", "build")
    pages = {path.relative_to(own_site).as_posix() for path in own_site.glob("site/**/*.md")}
    own = {
        f"site/{page}{end}" for page in ("first-aid", "proof", "tools") for end in (".md", ".zh.md")
    }
    assert {path for path in pages if not path.startswith("site/kb/")} == own | {"site/index.md"}
    assert built == [own_site / "mkdocs.yml"]
    stamp = (own_site / PAGE).stat().st_mtime_ns
    assert ": 0 written, 0 taken away" in kb("site", "build").err
    assert (own_site / PAGE).stat().st_mtime_ns == stamp


def test_the_address_in_the_config_is_that_of_its_first_language(own_site):
    config = own_site / "mkdocs.yml"
    ours = 'site_url: !ENV [KB_SITE_URL, ""]'
    assert ours in config.read_text()
    config.write_text(config.read_text().replace(ours, "site_url: https://faults.example"))
    places = site_folder.places(own_site, own_site / "build", ("en", "zh"))
    urls = [json.loads(place.config.read_text())["site_url"] for place in places]
    assert urls == ["https://faults.example/", "https://faults.example/zh/"]


def test_the_index_reads_an_entry_again_that_changed_since_the_pages_were_made(
    own_site, base, monkeypatch
):
    monkeypatch.chdir(own_site)
    source = Source(own_site, every=False, repository=None)
    entry = base / "port-taken/entry.yaml"
    read = []
    load_fault = kb_read.load_fault
    monkeypatch.setattr(
        kb_read, "load_fault", lambda layer, fault: read.append(fault) or load_fault(layer, fault)
    )
    source.load(strict=True)
    entry.write_text(entry.read_text().replace("End the earlier process.", "End it first."))
    assert source.held()["port-taken"].card["fix"] == "End it first."
    assert read == ["port-taken"]


def test_the_paste_box_knows_the_entries_and_nothing_of_ones_own(kb, own_site, built):
    del built
    own = personal_root().parent / "corrections/port-taken/wrong-0123456789abcdef.txt"
    own.parent.mkdir(parents=True)
    own.write_text("the heron of my own harbour\n")
    assert kb("site", "build").code == 0
    index = (own_site / "site/kb/assets/box-index.js").read_text()
    assert "port-taken" in index
    assert "the heron" not in index
    assert "heron" not in json.loads(index[len("kbBox.load(") : -len(");\n")])["terms"]
    (own_site / "entries/port-taken/pastes").mkdir()
    (own_site / "entries/port-taken/pastes/first.txt").write_text("the heron of our harbour\n")
    kb("site", "build")
    assert "the heron" in (own_site / "site/kb/assets/box-index.js").read_text()


def test_the_page_of_an_entry_that_is_gone_is_taken_away(kb, own_site, base, built):
    del built
    kb("site", "build")
    note = own_site / "site/kb/note.md"
    note.write_text("# by hand\n")
    (base / "port-taken" / "entry.yaml").rename(base.parent / "kept.yaml")
    (base / "port-taken").rmdir()
    said = kb("site", "build")
    assert said.code == 0
    assert not (own_site / PAGE).exists()
    assert note.read_text() == "# by hand\n"


def test_a_first_page_of_ones_own_is_kept(kb, own_site, built):
    del built
    home = own_site / "site/index.md"
    home.write_text("# Ours\n")
    assert kb("site", "build").code == 0
    assert home.read_text() == "# Ours\n"


def test_a_symlink_in_the_site_is_refused(kb, own_site, built):
    (own_site / "site/secret.md").symlink_to("/etc/hostname")
    said = kb("site", "build")
    assert (said.code, built) == (2, [])
    assert "secret.md is a symlink" in said.err


def test_a_symlink_in_place_of_a_page_is_refused(kb, own_site, built, tmp_path):
    target = tmp_path / "target.md"
    target.write_text("mine")
    (own_site / "site/kb/entries").mkdir(parents=True)
    (own_site / PAGE).symlink_to(target)
    assert kb("site", "build").code == 2
    assert (target.read_text(), built) == ("mine", [])


def test_a_broken_entry_ends_a_strict_build_with_file_and_line(kb, own_site, base, built):
    (base / "port-taken/entry.yaml").write_text("title: x\nnonsense: 1\n")
    said = kb("site", "build")
    assert (said.code, built) == (2, [])
    assert "port-taken/entry.yaml:2: nonsense" in said.err
    assert not (own_site / "site/kb").exists()
    said = kb("site", "build", "--no-strict")
    assert said.code == 0
    assert "left out: entries/" in said.err
    assert (own_site / "site/kb/entries/batchnorm-single-sample.md").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--lang", "fr"), "no words for 'fr'; there are: en, zh"),
        (("--repo-url", "javascript:alert(1)"), "begin it with https://"),
        (("--repo-url", "https://"), "begin it with https://"),
        (("--site-url", "faults.example"), "begin it with https://"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(kb, own_site, built, words, told):
    said = kb("site", "build", *words)
    assert (said.code, built) == (2, [])
    assert told in said.err
    assert len(said.err.splitlines()) == 1
    assert not (own_site / "site/kb").exists()


def test_a_folder_that_cannot_be_written_is_told(kb, own_site, built):
    del built
    (own_site / "site/kb").write_text("a file")
    said = kb("site", "build")
    assert said.code == 2
    assert "cannot write" in said.err


def test_chinese_is_built_from_a_copy_with_the_translated_pages(kb, own_site, built):
    assert kb("site", "build", "--lang", "zh").code == 0
    (config,) = built
    made = json.loads(config.read_text())
    assert made["theme"] == {"language": "zh"}
    assert made["site_name"] == "故障知识库"
    assert made["site_dir"] == str(own_site / "build/site")
    docs = config.parent / "docs"
    assert "# 急救四步" in (docs / "first-aid.md").read_text()
    assert sorted(path.name for path in docs.glob("*.md")) == [
        "first-aid.md",
        "index.md",
        "proof.md",
        "tools.md",
    ]
    assert not (own_site / "site/kb").exists()


def test_both_languages_get_a_switch(kb, own_site, built):
    del own_site
    kb("site", "build", "--lang", "zh", "--lang", "en")
    english, chinese = (json.loads(config.read_text()) for config in built)
    assert [each["link"] for each in english["extra"]["alternate"]] == [
        "index.html",
        "zh/index.html",
    ]
    assert [each["link"] for each in chinese["extra"]["alternate"]] == [
        "../index.html",
        "../zh/index.html",
    ]


def test_the_repository_of_the_config_gives_links(kb, own_site, built):
    del built
    config = own_site / "mkdocs.yml"
    text = config.read_text()
    text = text.replace(
        "# repo_url: https://github.com/OWNER/NAME", "repo_url: https://github.com/a/b # c"
    )
    config.write_text(text.replace("# edit_uri: edit/main/", "edit_uri: edit/trunk/"))
    kb("site", "build")
    page = (own_site / PAGE).read_text()
    assert "github&#46;com&#47;a&#47;b&#47;edit&#47;trunk&#47;entries&#47;port&#45;taken" in page


@pytest.mark.parametrize(
    ("asked", "plugins", "folders"),
    [
        ("use_directory_urls: false\n", "", False),
        ("use_directory_urls: true\n", "", True),
        ("", "", True),
        ("use_directory_urls: true\n", "plugins:\n  - offline\n  - search\n", False),
        ("use_directory_urls: true\n", "plugins:\n  # - offline\n", True),
    ],
)
def test_links_in_pictures_go_where_mkdocs_puts_the_pages(tmp_path, asked, plugins, folders):
    config = tmp_path / "mkdocs.yml"
    config.write_text(f"site_name: x\n{asked}{plugins}")
    assert site_folder.directory_urls(config) is folders


def test_render_writes_markdown_for_any_generator(kb, team, tmp_path):
    del team
    out = tmp_path / "out"
    said = kb("site", "render", str(out))
    assert said.code == 0
    assert (out / "mkdocs.yml").read_bytes() == starter()["mkdocs.yml"]
    assert (out / PAGE).is_file()
    assert (out / "site/kb/assets/kb.css").is_file()


def test_an_address_changes_with_its_file_and_with_nothing_else(kb, team, base, tmp_path):
    del team
    out, home = tmp_path / "out", tmp_path / "out/site/index.md"
    to_index = re.compile(r'data-index="kb/assets/box-index\.js\?v=([0-9a-f]{12})"')
    to_script = re.compile(r'data-script="kb/assets/box\.js\?v=([0-9a-f]{12})"')
    found = []
    for words in ("End it first.", "End it first.", "End it twice."):
        entry = base / "port-taken/entry.yaml"
        entry.write_text(re.sub("End (the|it) .*", words, entry.read_text()))
        assert kb("site", "render", str(out)).code == 0
        found.append(
            [each[1] for kind in (to_index, to_script) if (each := kind.search(home.read_text()))]
        )
    assert all(len(each) == 2 for each in found)
    assert found[0] == found[1]
    assert found[2][0] != found[0][0]
    assert found[2][1] == found[0][1]


def test_only_addresses_of_files_that_are_there_get_a_digest():
    page = '<link href="../kb/assets/kb.css"><script src="/a/kb/assets/kb.js"></script>'
    text = 'src=&quot;kb/assets/kb.css&quot; <a href="kb/assets/kb.css.html">kb/assets/kb.js</a>'
    assert addressed(page + text, {"kb.css": "12ab"}) == (
        '<link href="../kb/assets/kb.css?v=12ab"><script src="/a/kb/assets/kb.js"></script>' + text
    )


def test_render_in_chinese_has_its_pages_config_and_menu_in_chinese(kb, team, tmp_path):
    del team
    out = tmp_path / "out"
    assert kb("site", "render", str(out), "--lang", "zh").code == 0
    config = (out / "mkdocs.yml").read_text()
    menu = config.partition("nav:\n")[2].partition("not_in_nav")[0].split("\n")[:-1]
    assert all(re.match(r"  - [^A-Za-z]+: [\w/-]+\.md$", item) for item in menu), menu
    assert "language: zh" in config
    assert "site_name: 故障知识库" in config
    assert "# 急救四步" in (out / "site/first-aid.md").read_text()
    assert not list(out.rglob("*.zh.md"))


class Saves:
    """Stands in for the clock of `serve`: each wait saves an entry, the last one ends it."""

    def __init__(self, *saves) -> None:
        self.saves = list(saves)

    def wait(self, seconds: float) -> bool:
        del seconds
        if not self.saves:
            return True
        self.saves.pop(0)()
        return False


@pytest.fixture
def served(own_site, monkeypatch):
    """Source, place, entries and stamps as `kb site serve` has them, the pages laid once."""
    monkeypatch.chdir(own_site)
    source = Source(own_site, every=False, repository=None)
    place = site_folder.places(source.root, source.work, ("en",))[0]
    seen = source.stamps()
    base = source.load(strict=False)
    site._lay(source, base, place)
    return source, place, base, seen


def test_serve_writes_the_pages_again_when_an_entry_is_saved(served, own_site, base, capsys):
    entry = base / "port-taken/entry.yaml"
    text = entry.read_text()
    better = text.replace("End the earlier process.", "End it first.")
    best = text.replace("End the earlier process.", "End it twice.")
    capsys.readouterr()
    saves = [lambda: entry.write_text(better), lambda: None, lambda: entry.write_text(best)]
    site._follow(*served, Saves(*saves), Kept())
    assert "End it twice" in (own_site / PAGE).read_text()
    assert capsys.readouterr().err.count("written") == 2


def test_serve_sees_what_is_saved_before_it_looks_for_the_first_time(served, own_site, base):
    entry = base / "port-taken/entry.yaml"
    entry.write_text(entry.read_text().replace("End the earlier process.", "End it at once."))
    site._follow(*served, Saves(lambda: None), Kept())
    assert "End it at once" in (own_site / PAGE).read_text()


def test_serve_sees_a_case_a_new_entry_and_one_that_goes(served, own_site, base):
    case = base / "batchnorm-single-sample/faulty/train.py"
    new = base / "second" / "entry.yaml"

    def add():
        new.parent.mkdir()
        new.write_text((base / "port-taken/entry.yaml").read_text())

    def go():
        (base / "port-taken/entry.yaml").unlink()
        (base / "port-taken").rmdir()

    site._follow(*served, Saves(lambda: case.write_text("changed = 1\n"), add, go), Kept())
    page = own_site / "site/kb/entries/batchnorm-single-sample.md"
    assert "changed" in page.read_text()
    assert (own_site / "site/kb/entries/second.md").is_file()
    assert not (own_site / PAGE).exists()


def test_serve_outlives_an_entry_that_is_broken_for_a_while(served, own_site, base, capsys):
    entry = base / "port-taken/entry.yaml"
    text = entry.read_text()
    fixed = text.replace("End the earlier process.", "End it first.")
    saves = [lambda: entry.write_text("title: ["), lambda: entry.write_text(fixed)]
    site._follow(*served, Saves(*saves), Kept())
    assert "port-taken/entry.yaml" in capsys.readouterr().err
    assert "End it first" in (own_site / PAGE).read_text()


def test_links_to_entries_of_the_handbook_become_ids_in_another_base():
    page = starter()["site/tools.md"]
    assert b"`port-in-use`" in page
    assert b"kb/entries/" not in page
