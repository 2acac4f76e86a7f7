"""Where a person's own files lie. platformdirs costs 6 ms, so XDG is read here."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

_XDG = {
    "data": ("XDG_DATA_HOME", ".local/share"),
    "config": ("XDG_CONFIG_HOME", ".config"),
    "cache": ("XDG_CACHE_HOME", ".cache"),
    "state": ("XDG_STATE_HOME", ".local/state"),
}


def data_home() -> Path:
    """The folder of the personal layer; `$XDG_DATA_HOME/kb` or the platform's own place."""
    return _home("data")


def config_home() -> Path:
    """The folder of the layers added and trusted."""
    return _home("config")


def cache_home() -> Path:
    """The folder for what can be made again, such as the search index."""
    return _home("cache")


def state_home() -> Path:
    """The folder for what must outlast a run and belongs to nobody else, such as incidents."""
    return _home("state")


def _home(kind: str) -> Path:
    from pathlib import Path  # 5 ms, which a shell prompt does not have

    return Path(named_home(kind))


def named_home(kind: str) -> str:
    """The same for `data`, `config`, `cache` or `state`, without pathlib."""
    variable, below = _XDG[kind]
    given = os.environ.get(variable, "")
    # the XDG standard: a relative path is invalid and counts as not given
    if os.path.isabs(given):  # noqa: PTH117
        return os.path.join(given, "kb")  # noqa: PTH118
    if sys.platform in ("win32", "darwin"):
        import platformdirs

        return str(getattr(platformdirs, f"user_{kind}_dir")("kb", appauthor=False))
    home = os.path.expanduser("~")  # noqa: PTH111
    # a container's user may have no home at all; then there is nothing personal to read
    return os.path.join(home if home != "~" else "/nonexistent", below, "kb")  # noqa: PTH118
