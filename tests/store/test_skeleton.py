from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from kb.store.skeleton import skeleton, without_comments

ABOUT = {"title": "what is wrong", "symptom": "what is seen", "symptom.error": "the message"}
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)


def read(text: str) -> object:
    return YAML(typ="safe").load(text)


def test_each_described_field_carries_its_comment() -> None:
    text = skeleton({"title": "x", "symptom": {"error": "E: y"}, "fix": None}, ABOUT)
    assert text == (
        "# what is wrong\ntitle: x\n# what is seen\nsymptom:\n"
        "  # the message\n  error: 'E: y'\nfix:\n"
    )


def test_a_message_of_several_lines_stands_as_it_was_printed() -> None:
    assert skeleton({"error": "a: 1\n  b"}) == "error: |-\n  a: 1\n    b\n"


@given(TEXT, TEXT, st.lists(TEXT, max_size=3))
def test_any_text_comes_back_as_it_was(title: str, error: str, also: list[str]) -> None:
    values = {"title": title, "symptom": {"error": error, "also": also}}
    assert read(skeleton(values)) == values
    assert read(without_comments(skeleton(values, ABOUT), ABOUT)) == values


def test_a_persons_own_comment_stays() -> None:
    assert without_comments("# what is wrong\n# mine\ntitle: x\n", ABOUT) == "# mine\ntitle: x\n"
