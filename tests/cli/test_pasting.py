"""A paste of many lines at the prompt of `kb add`."""

import os
import sys

import pytest

from kb.cli.adding import pasting
from kb.cli.adding.pasting import with_the_rest

PASTE = """\
Traceback (most recent call last):
  File "/srv/train.py", line 10, in <module>
    main()
ValueError: the spoon has 3 tines, expected 4
"""


@pytest.fixture
def terminal(monkeypatch):
    """Type what a person types into a terminal that is stdin."""
    openpty = pytest.importorskip("pty").openpty
    master, slave = openpty()
    with os.fdopen(slave, encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield lambda text: os.write(master, text.encode())
    os.close(master)


def test_all_lines_of_a_paste_are_one_answer(terminal, monkeypatch):
    # the kernel takes them over when it gets to it; Ctrl-D ends the wait
    monkeypatch.setattr(pasting, "AT_ONCE", 60.0)
    first, rest = PASTE.split("\n", 1)
    terminal(rest + "\x04")
    assert with_the_rest(first) == PASTE.strip()


@pytest.mark.usefixtures("terminal")
def test_a_line_alone_stays_alone():
    assert with_the_rest("the loss is nan") == "the loss is nan"


@pytest.mark.usefixtures("no_handbook")
def test_the_error_is_read_from_a_pasted_traceback_and_the_paste_kept(kb, base, monkeypatch):
    monkeypatch.setattr("kb.cli.adding.asking.with_the_rest", lambda _: PASTE)
    answers = "Traceback (most recent call last):\nA spoon\nit was bent\nbend it\n"
    check = "grep -q four spoon || { echo 'too few tines'; exit 1; }"
    said = kb("add", stdin=f"{answers}{check}\ntoo few tines\nports\n", typed=True)
    assert said.code == 0, said.err
    shown = kb("show", "spoon", "--json").json
    assert shown["symptom"]["error"] == "ValueError: the spoon has 3 tines, expected 4"
    assert shown["root_cause"] == "it was bent"
    assert (base / "spoon" / "pastes" / "first.txt").read_text() == PASTE


@pytest.mark.usefixtures("no_handbook")
def test_no_secret_of_an_answer_reaches_a_file(kb, base):
    error = "OSError: cannot open /home/karin/spoon"
    answers = f"{error}\nA spoon\nit was bent\nbend it\n"
    check = "grep -q four spoon || { echo 'too few tines'; exit 1; }"
    said = kb("add", stdin=f"{answers}{check}\ntoo few tines\nports\n", typed=True)
    assert said.code == 0, said.err
    assert "karin" not in (base / "spoon" / "entry.yaml").read_text()
