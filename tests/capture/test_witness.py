"""What pytest and notebooks hand on, whatever text that is."""

import json

from kb.capture.compose import entry_text
from kb.capture.remembered import changed, draft_of
from kb.capture.witness import MOST, bounded, witnessed
from kb.store import layers
from kb.store.incidents import every, incidents_home


def test_halves_of_characters_stop_nothing(tmp_path, monkeypatch):
    half = "\udcff"
    monkeypatch.setattr(layers, "handbook_root", lambda: tmp_path / "none")
    cell = f"raise ValueError('{half}')\n"
    seen = witnessed(
        ["python", "cell.py"],
        tmp_path,
        0.0,
        f"ValueError: a{half}b\n",
        "ipython",
        {"cell.py": cell},
    )
    assert seen.trouble is None
    (kept,) = every()[0]
    assert kept.symptom == "ValueError: a?b"
    draft = changed(kept).case(draft_of(kept))
    assert draft.files["faulty/cell.py"] == b"raise ValueError('?')\n"
    assert "a?b" in entry_text(draft)
    (file,) = incidents_home().glob("*.json")
    assert json.loads(file.read_bytes())["tail"] == "ValueError: a?b"


def test_a_long_text_keeps_both_ends():
    text = bounded(f"begin{'x' * MOST}end")
    assert (text[:5], text[-3:]) == ("begin", "end")
    assert len(text) == MOST + 3
