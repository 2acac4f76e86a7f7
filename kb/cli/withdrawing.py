"""What `kb retire` and `kb refute` share: the date, the reason, the place."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from kb.cli.correcting import correction
from kb.errors import Refused


def withdraw(id: str, how: str, reason: str, kb: Path | None, team: bool) -> None:
    """Write `withdrawn` into the entry. Refused when it is withdrawn already."""
    made = correction(id, kb, team)
    if before := made.fault.entry.withdrawn:
        raise Refused(f"{id} was {before.as_} on {before.on}; change that with: kb edit {id}")
    made.set({"withdrawn": {"as": how, "on": dt.date.today(), "reason": reason}})
    made.tell(f"{how} {id}:")
