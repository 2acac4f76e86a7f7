"""Which incident is meant."""

from __future__ import annotations

from collections.abc import Sequence

from kb.errors import NotFound, Refused
from kb.model.incident import Incident


def pick(incidents: Sequence[Incident], asked: str | None, folder: str) -> Incident:
    """The one whose id is, or alone holds, `asked`; without it the newest, of `folder` if any.

    Raises NotFound, and Refused when several may be meant.
    """
    if asked is None:
        here = [one for one in incidents if one.folder == folder]
        if not incidents:
            raise NotFound("there is no incident; kb run -- COMMAND keeps one when it fails")
        return (here or list(incidents))[0]
    exact = [one for one in incidents if one.id == asked]
    found = exact or [one for one in incidents if asked in one.id]
    if not found:
        raise NotFound(f"there is no incident {asked!r}; see: kb status")
    if len(found) > 1:
        raise Refused(f"{asked!r} may be {', '.join(one.id for one in found)}; give more of it")
    return found[0]
