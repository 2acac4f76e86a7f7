"""Reads the clipboard with whatever the desktop has."""

from __future__ import annotations

import os
import sys

from kb.child.program import found, last_line, run
from kb.errors import ToolMissing

_POWERSHELL = (
    "powershell.exe",
    "-NoProfile",
    "-Command",
    "[Console]::OutputEncoding=[Text.Encoding]::UTF8; Get-Clipboard -Raw",
)
_WAYLAND = ("wl-paste", "--no-newline", "--type", "text")
_X11 = (("xclip", "-selection", "clipboard", "-out"), ("xsel", "--clipboard", "--output"))


def paste() -> str:
    """The text on the clipboard. ToolMissing says what to install, or why the tool failed."""
    for command in _candidates():
        if found(command[0]):
            said = run(command, seconds=10.0, remedy="paste through a pipe instead")
            if said.code != 0:
                reason = last_line(said.err)
                raise ToolMissing(
                    f"{command[0]} failed: {reason}; copy again, or paste through a pipe"
                )
            return said.out.decode("utf-8", "replace").replace("\r\n", "\n")
    raise ToolMissing(f"no program here reads the clipboard; {_remedy()}")


def _candidates() -> tuple[tuple[str, ...], ...]:
    if sys.platform == "darwin":
        return (("pbpaste",),)
    if sys.platform == "win32":
        return (_POWERSHELL,)
    wayland = (_WAYLAND,) if os.environ.get("WAYLAND_DISPLAY") else ()
    x11 = _X11 if os.environ.get("DISPLAY") else ()
    # last: under WSL the clipboard is the one of Windows
    return (*wayland, *x11, _POWERSHELL)


def _remedy() -> str:
    if os.environ.get("WAYLAND_DISPLAY"):
        return "install wl-clipboard, or paste through a pipe: kb search - < log.txt"
    if os.environ.get("DISPLAY"):
        return "install xclip or xsel, or paste through a pipe: kb search - < log.txt"
    return "there is no desktop either: paste through a pipe, kb search - < log.txt"
