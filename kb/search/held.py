"""What the indexes hold, for those who search elsewhere: the paste box of the site."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from kb.search.index import Found
from kb.search.refresh import ALONE, Beside, index_of

if TYPE_CHECKING:
    from kb.store.layers import Layer


def held(layers: Sequence[Layer], cache: Path | None, beside: Beside = ALONE) -> dict[str, Found]:
    """Id → entry, in the order of ids, brought up to date; of one id that of the nearest layer.

    The indexes lie in `cache`, or in memory when it is None.
    """
    found: dict[str, Found] = {}
    for layer in sorted(layers, key=lambda layer: not layer.trusted):
        with closing(index_of(layer, cache, beside)) as index:
            for one in index.every():
                found.setdefault(one.id, one)
    return dict(sorted(found.items()))
