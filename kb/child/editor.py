"""Opens the person's editor on a draft. Whatever happens, the draft is on disk and named."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import platformdirs

from kb.errors import ToolMissing

_USUAL = ("sensible-editor", "editor", "nano", "vim", "vi", "notepad")


def edit(text: str, suffix: str = ".yaml") -> str | None:
    """What the person saved; None when they left `text` as it was, or emptied it.

    ToolMissing when there is no editor, or it fails: the message names the file of the draft.
    """
    command = _command()
    draft = keep(text, suffix)
    try:
        code = _open(command, draft)
    except OSError as error:
        raise ToolMissing(_lost(command, f"cannot be started ({error.strerror})", draft)) from error
    if code != 0:
        raise ToolMissing(_lost(command, f"ended with {code}", draft))
    try:
        saved = draft.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeError) as error:
        raise ToolMissing(_lost(command, "left a file that is no UTF-8 text", draft)) from error
    draft.unlink()
    return saved if saved.strip() and saved != text else None


def keep(text: str, suffix: str = ".yaml") -> Path:
    """Put `text` in a file of its own in the person's state folder, readable by them alone."""
    folder = Path(platformdirs.user_state_path("kb")) / "drafts"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(suffix, "draft-", folder)
    except OSError:
        handle, name = tempfile.mkstemp(suffix, "kb-draft-")
    with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    return Path(name)


def _command() -> list[str]:
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if chosen and chosen.strip():
        try:
            return shlex.split(chosen)
        except ValueError as error:
            raise ToolMissing(f"EDITOR {chosen!r} is no command ({error}); set it") from error
    usual = next((path for path in map(shutil.which, _USUAL) if path), None)
    if usual is None or not _terminal():
        raise ToolMissing("no editor can be opened here; set EDITOR, or give the fields as options")
    return [usual]


def _terminal() -> bool:
    return sys.stdin.isatty() or (Path("/dev/tty").exists() and sys.stderr.isatty())


def _open(command: list[str], draft: Path) -> int:
    with (
        _keyboard() as keyboard,
        subprocess.Popen([*command, str(draft)], stdin=keyboard) as child,  # noqa: S603
        _undisturbed(),
    ):
        return child.wait()


@contextmanager
def _keyboard() -> Iterator[IO[bytes] | None]:
    """The terminal as stdin, also where a paste came through a pipe."""
    if sys.stdin.isatty():
        yield None
        return
    try:
        tty = open("/dev/tty", "rb")  # noqa: PTH123, SIM115 - closed below
    except OSError:
        tty = open(os.devnull, "rb")  # noqa: PTH123, SIM115
    with tty:
        yield tty


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C belongs to the editor while it is open."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _lost(command: list[str], what: str, draft: Path) -> str:
    return f"{Path(command[0]).name} {what}; your draft is kept in {draft}"
