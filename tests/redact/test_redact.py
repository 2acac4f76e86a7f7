"""The whole: placeholders, order, repetition, merging, properties."""

from __future__ import annotations

import re
import string

from hypothesis import example, given
from hypothesis import strategies as st

from kb.redact import own_patterns, redact
from kb.redact.find import KINDS, RULES

TOKEN = "hf_" + "aB3dE5gH7jK9mN1pQ2sT4vW6xY8zAbCd"
OTHER = "hf_" + "zY8xW6vT4sQ2pN1mK9jH7gE5dB3aDcBa"


def test_the_same_value_gets_the_same_placeholder() -> None:
    text = f"a {TOKEN}\nb {OTHER}\nc {TOKEN}\n"
    redacted = redact(text)
    assert redacted.text == "a <token>\nb <token-2>\nc <token>\n"
    first, second = redacted.replacements
    assert (first.placeholder, first.rule, first.times) == ("<token>", "hugging-face", 2)
    assert (second.placeholder, second.times, second.original) == ("<token-2>", 1, OTHER)


def test_structure_stays() -> None:
    text = (
        'File "/home/janedoe/env/lib/python3.11/site-packages/torch/nn/modules/module.py", line 1'
    )
    assert redact(text).text == text.replace("janedoe", "<user>")


def test_a_user_is_known_again_in_other_paths_but_not_in_packages() -> None:
    text = (
        "/home/torchvision/x.py\n/scratch/torchvision/run\n"
        "/opt/conda/lib/python3.11/site-packages/torchvision/ops.py\nimport torchvision\n"
    )
    assert redact(text).text == (
        "/home/<user>/x.py\n/scratch/<user>/run\n"
        "/opt/conda/lib/python3.11/site-packages/torchvision/ops.py\nimport torchvision\n"
    )


def test_a_secret_is_known_again_where_nothing_gives_it_away() -> None:
    assert redact("DB_PASSWORD=Tr0ub4dor&3\nauth with Tr0ub4dor&3 failed").text == (
        "DB_PASSWORD=<password>\nauth with <password> failed"
    )
    assert redact("password='Tr0ub4dor 3'\nargs: Tr0ub4dor 3").text == (
        "password='<password>'\nargs: <password>"
    )


def test_a_short_or_plain_word_is_not_looked_for_again() -> None:
    assert redact("password='model'\nmodel loaded").text == "password='<password>'\nmodel loaded"


def test_numbers_go_on_after_those_already_there() -> None:
    assert redact(f"<token> <token-4> {TOKEN}").text == "<token> <token-4> <token-5>"


def test_colours_do_not_hide_a_secret() -> None:
    assert redact(f"\x1b[31m{TOKEN}\x1b[0m").text == "\x1b[31m<token>\x1b[0m"


def test_where_two_rules_meet_nothing_is_left_between() -> None:
    assert redact(f"password=x{TOKEN}x").text == "password=<password>"
    assert redact(f"Authorization: Bearer {TOKEN}").text == "Authorization: Bearer <token>"


def test_a_letter_that_grows_in_lower_case_shifts_nothing() -> None:
    assert redact(f"İİİ {TOKEN} İ").text == "İİİ <token> İ"


def test_a_secret_far_along_a_very_long_line() -> None:
    line = "x" * 50_000 + f" {TOKEN} " + "y" * 50_000 + f" password='{OTHER[:12]}'"
    assert redact(line).text.replace("x", "").replace("y", "") == " <token>  password='<password>'"


def test_original_is_not_in_the_repr() -> None:
    redacted = redact(f"a {TOKEN}")
    assert TOKEN not in repr(redacted)
    assert redacted.replacements[0].hint() == TOKEN[:6] + "…"


def test_nothing() -> None:
    assert redact("").text == ""
    assert redact("").replacements == ()


FRAGMENTS = [rule.changes for rule in RULES] + [rule.stays for rule in RULES]
PLACEHOLDERS = [f"<{kind}>" for kind in sorted(KINDS)]
texts = st.lists(
    st.one_of(
        st.sampled_from(FRAGMENTS),
        st.sampled_from(PLACEHOLDERS),
        st.sampled_from(
            ["\n", " ", "=", ": ", '"', "'", "://", "@", "/home/", "password", "token"]
        ),
        st.text(string.printable, max_size=20),
        st.text(max_size=10),
    ),
    max_size=8,
).map("".join)


@given(texts)
@example("password=<token>")
def test_twice_is_once(text: str) -> None:
    once = redact(text).text
    assert redact(once).text == once


@given(texts)
def test_what_stands_around_stays(text: str) -> None:
    """Put the originals back, and the text is the one that was given."""
    redacted = redact(text)
    originals = {each.placeholder: each.original for each in redacted.replacements}
    given_names = [name for name in originals if name in text]
    if not given_names:
        back = re.sub("<[a-z0-9-]+>", lambda name: originals.get(name[0], name[0]), redacted.text)
        assert back == text


@given(st.text(string.ascii_lowercase + " \n.,", max_size=200))
def test_prose_without_marks_stays(text: str) -> None:
    assert redact(text).text == text


def test_own_patterns() -> None:
    own = own_patterns({"project": r"ACME-\w+", "customer": r"K\d{4}"})
    assert redact("run ACME-tiger for K1234, ACME-tiger", own).text == (
        "run <project> for <customer>, <project>"
    )
    assert redact(redact("run ACME-tiger", own).text, own).text == "run <project>"


def test_a_password_without_quotes_is_taken_to_its_end() -> None:
    lines = ("DB_PASSWORD={}", "  password: {}  # prod", "--password {} --port 1", "API_KEY={}")
    texts = [
        redact(line.format(f"Qx7v{letter}Zk9w2M4")).text
        for line in lines
        for letter in "!@#$%^&*_+-=]{}|;:,.?/~\\"
    ]
    assert [text for text in texts if "Qx7v" in text or "Zk9w2" in text] == []


def test_what_follows_a_password_without_quotes_stays() -> None:
    shapes = (
        "connect(password={}, port=1)",
        "{{user: app, password: {}}}",
        "Uid=sa;Password={};Encrypt=True",
        "(DB_PASSWORD={})",
        "'DB_PASSWORD={}\\nA=1'",
    )
    for shape in shapes:
        redacted = redact(shape.format("hunter2")).text
        assert re.sub("<token>|<password>", "{}", redacted) == shape.format("{}")
