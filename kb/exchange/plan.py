"""What an import would do, as values: new entries, changes, what is there already, drafts."""

from __future__ import annotations

from dataclasses import dataclass

from kb.exchange.row import Row
from kb.model import Fault
from kb.store.changes import Fields


@dataclass(frozen=True, slots=True)
class New:
    """An entry to make. `why` says why it hangs where it does, when that is a proposal."""

    row: Row
    fault: Fault
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Update:
    """An entry to change: the fields that differ, and the entry as it will be."""

    row: Row
    fault: Fault
    fields: Fields


@dataclass(frozen=True, slots=True)
class Same:
    """A row that says what the entry `id` says already, or an earlier row.

    `differs`: the entry says it in part otherwise by now.
    """

    row: Row
    id: str
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Left:
    """A row that cannot be an entry yet, with all that is wrong; `name` is its draft's.

    `id` is the one it was given, where an entry may still have it.
    """

    row: Row
    name: str
    text: str
    reasons: tuple[str, ...]
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What an import would do, each part in the order of the rows."""

    new: tuple[New, ...] = ()
    updates: tuple[Update, ...] = ()
    same: tuple[Same, ...] = ()
    left: tuple[Left, ...] = ()


Done = New | Update | Same | Left
