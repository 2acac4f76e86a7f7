import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from kb.capture.draft import REQUIRED, Draft, begin, flat, partial
from kb.model.about import about

TODAY = dt.date(2026, 11, 30)


def test_only_what_is_unknown_is_asked() -> None:
    draft = begin("ValueError: x", TODAY).having({"title": "t", "verify.command": "true"})
    assert draft.missing() == ("root_cause", "fix", "verify.present", "parent")


def test_a_silent_fault_is_not_asked_for_its_message() -> None:
    silent = begin(None, TODAY).having({"symptom.observed": "stalls"})
    assert "symptom.error" not in silent.missing()


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


FIELDS = [name for name in about() if name not in {"symptom", "verify", "case", "origin"}]
TOP = [name for name in FIELDS if name.count(".") < 2 and not name.startswith("withdrawn.")]


@given(st.dictionaries(st.sampled_from(TOP), st.text(min_size=1), max_size=8))
def test_what_is_nested_is_read_back_and_no_field_is_lost(values: dict[str, str]) -> None:
    assert partial(Draft(values).nested()).values == flat(values).values


def test_what_the_model_does_not_know_stays_and_comes_last() -> None:
    draft = partial({"titel": "x", "case": {"runs": "y", "run": "z"}, "title": "t"})
    assert list(draft.nested()) == ["title", "case", "titel"]
    assert draft.nested()["case"] == {"run": "z", "runs": "y"}
