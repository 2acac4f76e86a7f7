"""`kb`, and `python -m kb`. A shell prompt, and who has an error on the screen, do not wait for
what reads the options of all commands: it takes longer to load than the search takes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress


def main() -> None:
    """Run `kb`; see `kb.cli.main`."""
    words = sys.argv[1:]
    if words == ["status", "--prompt"]:
        _prompt()
    elif words[:1] == ["search"] and _is_plain(words[1:]):
        _search(*words[1:])
    else:
        from kb.cli.main import main as run

        run()


def _is_plain(words: Sequence[str]) -> bool:
    """Whether these are no more than a text, or a dash for stdin."""
    return not words or (len(words) == 1 and (words[0] == "-" or not words[0].startswith("-")))


def _search(text: str | None = None) -> None:
    from pathlib import Path

    from kb.cli.answering import answered
    from kb.cli.ending import ended

    folder = os.environ.get("KB_DIR")
    sys.exit(ended(lambda: answered(text, Path(folder) if folder else None)))


def _prompt() -> None:
    import time

    from kb.store.mark import mark

    # a prompt goes on, whatever is wrong
    with suppress(OSError, ValueError, AttributeError):
        print(mark(time.time()), end="", flush=True)
    sys.exit(0)


if __name__ == "__main__":
    main()
