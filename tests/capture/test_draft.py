import datetime as dt
import re

from hypothesis import given
from hypothesis import strategies as st

from kb.capture.draft import REQUIRED, Draft, begin, entry_id
from kb.model.slug import SLUG_MAX, SLUG_PATTERN

TODAY = dt.date(2026, 11, 30)


def test_only_what_is_unknown_is_asked() -> None:
    draft = begin("ValueError: x", TODAY).with_(title="t", verify__command="true")
    assert draft.missing() == ("root_cause", "fix", "verify.present", "parent")


def test_a_silent_fault_is_not_asked_for_its_message() -> None:
    assert "symptom.error" not in begin(None, TODAY).with_(symptom__observed="stalls").missing()


def test_an_empty_answer_leaves_what_was_known() -> None:
    assert Draft({"title": "kept"}).having({"title": "", "fix": None}).values == {"title": "kept"}


def test_blanks_stand_where_a_person_is_to_write() -> None:
    nested = begin(None, TODAY).nested(blanks=True)
    assert nested["verify"] == {"command": None, "present": None}
    assert nested["domain"] is None
    assert nested["origin"] == {"kind": "incident", "met": TODAY}


def test_nothing_required_is_lost_on_the_way_to_the_file() -> None:
    full = Draft({name: name for name in REQUIRED})
    flat = {
        f"{top}.{key}" if isinstance(inner, dict) else top
        for top, inner in full.nested().items()
        for key in (inner if isinstance(inner, dict) else [""])
    }
    assert flat == set(REQUIRED)


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
