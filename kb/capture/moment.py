"""When it was fixed, as a person says it, and what that makes of an entry."""

from __future__ import annotations

import datetime as dt
import math
import re

from kb.capture.draft import Draft
from kb.errors import Refused
from kb.model.incident import WINDOW

_AGO = re.compile(r"(?:(\d{1,4})d)?(?:(\d{1,4})h)?(?:(\d{1,6})m?)?", re.ASCII)
_TIME = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)", re.ASCII)


def ago(text: str, now: float) -> float:
    """The moment `12m`, `1h30m` or `2d` before `now`; a bare number counts minutes.

    Seconds since the epoch, as `now`. Raises Refused.
    """
    said = _AGO.fullmatch(text.strip().replace(" ", ""))
    if said is None or not any(said.groups()):
        raise Refused(f"--fixed takes how long ago it was, such as 12m or 1h30m; not {text!r}")
    days, hours, minutes = (int(part or 0) for part in said.groups())
    return now - 60 * (minutes + 60 * (hours + 24 * days))


def at(text: str, now: float) -> float:
    """The moment that `15:20` (today) or `2026-11-30 15:20` names, of local time.

    Seconds since the epoch, as `now`. Raises Refused, for what is still to come as well.
    """
    here = dt.datetime.fromtimestamp(now).astimezone()
    try:
        if short := _TIME.fullmatch(text.strip()):
            hour, minute = map(int, short.groups())
            said = here.replace(tzinfo=None, hour=hour, minute=minute, second=0, microsecond=0)
        elif ":" in text:
            said = dt.datetime.fromisoformat(text.strip())
        else:
            raise ValueError
        then = said.timestamp()
    except (ValueError, OverflowError, OSError) as error:
        raise Refused(
            f"--fixed-at takes a time, such as 15:20 or '2026-11-30 15:20'; not {text!r}"
        ) from error
    if then > now:
        raise Refused(f"--fixed-at {text} is still to come; name the day of an earlier one")
    return then


def measured(draft: Draft, now: float) -> Draft:
    """The draft with the minutes from the fix to `now`, begun ones counted, and whether it is late.

    Without them where the fix is not known, or lies ahead because the clock was set back.
    """
    if draft.fixed is None or draft.fixed > now:
        return draft
    taken = math.ceil((now - draft.fixed) / 60)
    late = taken > WINDOW / 60
    return draft.having({"origin.minutes_to_record": taken, "origin.late": late or None})
