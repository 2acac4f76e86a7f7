"""Terms carry what a text is looked up by, across versions and languages."""

from __future__ import annotations

import pytest

from kb.report import Frame
from kb.text.terms import frame_terms, pairs, source_shape, stem, terms


def test_error_numbers_are_terms_however_they_are_written() -> None:
    for text in ("[Errno 98] in use", "code: -98, name: EADDRINUSE", "(errno: 98 - in use)"):
        assert "errno=98" in terms(text), text
    assert "winerror=1455" in terms("OSError: [WinError 1455] 页面文件太小")
    assert "cuda=59" in terms("THCudaCheck FAIL line=36 error=59 : device-side assert")


def test_one_concept_in_two_languages() -> None:
    assert "~gpumem" in terms("显存不足")
    assert "~gpumem" in terms("the GPU memory is full")
    assert {"~lr", "~constant"} <= terms("学习率一直不变").keys()


def test_a_quoted_name_is_no_word_of_the_paste() -> None:
    found = terms("KeyError: 'image'", quoted_too=False)
    assert "'image" in found
    assert "image" not in found
    assert "imag" in terms("cannot read 'image'")


def test_a_quoted_system_path_keeps_its_root() -> None:
    assert "'/tmp" in terms("Permission denied: '/tmp/abc/x1'")
    assert not any("abc" in term for term in terms("'/data/abc'", quoted_too=False))


def test_names_have_parts() -> None:
    found = terms("pack_padded_sequence")
    assert found["pack_padded_sequence"] == 1.0
    assert found[stem("padded")] < 1.0


def test_neighbours_tell_two_messages_apart() -> None:
    one, other = pairs("IndexError: index out of range in self"), pairs("list index out of range")
    assert "^in self" in one
    assert "^in self" not in other


def test_a_frame_of_a_library_and_one_of_ones_own() -> None:
    lib = Frame("/x/site-packages/torch/_utils/collate.py", "collate", "torch/_utils/collate.py")
    assert set(frame_terms(lib)) == {"@torch/_utils/collate", "@collate:collate"}
    own = Frame("/home/a/net.py", "forward", "", "h = self.blocks[i](h)")
    assert set(frame_terms(own)) == {"@:forward", "#_=self._[_](_)"}


def test_source_is_compared_without_its_own_names() -> None:
    assert source_shape("y = self.layers[k](y)") == source_shape("h = self.stack[i](h)")
    assert source_shape("nn.Linear(a, b)(x)") != source_shape("self.fc(x)")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("dropping", "drop"), ("stopped", "stop"), ("running", "run"), ("filling", "fill"),
        ("normalisation", "normalize"), ("initializing", "initialise"), ("queries", "query"),
    ],
)  # fmt: skip
def test_forms_of_one_word_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


def test_of_a_very_long_text_start_and_end_are_read() -> None:
    found = terms("alpha " + "key.of.a.dump, " * 4000 + " omega")
    assert {"alpha", "omega"} <= found.keys()
    assert len(found) < 20
