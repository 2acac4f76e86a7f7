import re

from hypothesis import given
from hypothesis import strategies as st

from kb.model.slug import SLUG_MAX, SLUG_PATTERN, entry_id


def test_ids_are_words_of_the_title() -> None:
    assert entry_id("The last batch holds a single sample", ()) == "last-batch-holds-single-sample"
    assert entry_id("Zäh: naïve façade", ()) == "zah-naive-facade"
    assert entry_id("端口被占用", ()) is None
    assert entry_id("port in use", {"port-use", "port-use-2"}) == "port-use-3"


@given(st.text(max_size=200), st.sets(st.from_regex(SLUG_PATTERN, fullmatch=True), max_size=5))
def test_any_title_gives_a_free_slug_or_none(title: str, taken: set[str]) -> None:
    id = entry_id(title, taken)
    if id is not None:
        assert re.fullmatch(SLUG_PATTERN, id)
        assert len(id) <= SLUG_MAX
        assert id not in taken
