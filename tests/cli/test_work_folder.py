"""`kb sandbox --work`: a folder that is too much is refused before any of it is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.cli import work_folder
from kb.cli.work_folder import files_of
from kb.errors import Refused
from kb.model.job import MIB


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three files of a MiB in folders of their own, which nobody may read."""
    for name in "abc":
        (tmp_path / name).mkdir()
        (tmp_path / name / "data").write_bytes(bytes(MIB))
    monkeypatch.setattr(work_folder, "read_bytes", lambda *_: pytest.fail("was read"))
    return tmp_path


def test_more_than_fits_is_refused_unread(folder: Path) -> None:
    with pytest.raises(Refused, match="more than 2 MiB; give a smaller"):
        files_of(folder, 2 * MIB)


def test_so_are_more_files_than_fit_folders_and_all(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work_folder, "MOST_FILES", 5)
    with pytest.raises(Refused, match="more than 5 files; give a smaller"):
        files_of(folder, 10 * MIB)


def test_what_fits_is_read(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "data").write_bytes(b"x" * 9)
    (tmp_path / "link").symlink_to(tmp_path / "a" / "data")
    assert files_of(tmp_path, 9) == {"a/data": b"x" * 9}
