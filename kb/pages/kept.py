"""Pages as they were made last: one is made again only when what it shows has changed."""

from __future__ import annotations

from collections.abc import Callable


class Kept:
    """Texts by path, each with the value it was made from, for a site that is built often."""

    def __init__(self) -> None:
        self._texts: dict[str, tuple[object, str]] = {}

    def page(self, path: str, shown: object, make: Callable[[], str]) -> str:
        """The text at `path`: that of before when `shown`, all that it depends on, is equal."""
        before = self._texts.get(path)
        if before is None or before[0] != shown:
            before = self._texts[path] = (shown, make())
        return before[1]
