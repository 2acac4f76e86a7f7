"""Filling the placeholders of a verification command, so that no value can leave its place."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping

from kb.errors import Refused
from kb.model.entry import Verify

_PLAIN = re.compile(r"[A-Za-z0-9_@%+=:,./-]+")
_NESTING = ("$", "`", "<<")


def fill(verify: Verify, values: Mapping[str, str]) -> str:
    """The command with each `{name}` of `verify.values` replaced.

    A value must match its placeholder's pattern whole. Plain characters are put in as they
    are; anything else is quoted, which is only safe where no quotation is open. Raises
    `Refused` for a missing, unknown, mismatching or unsafe value.
    """
    unknown = sorted(set(values) - set(verify.values))
    if unknown:
        there = ", ".join(sorted(verify.values)) or "none"
        raise Refused(f"no placeholder {unknown[0]!r}; this command has: {there}")
    missing = sorted(set(verify.values) - set(values))
    if missing:
        wanted = (f"--set {name}=VALUE ({verify.values[name].about})" for name in missing)
        raise Refused(f"needs {' and '.join(wanted)}")
    if not verify.values:
        return verify.command
    names = "|".join(map(re.escape, verify.values))
    return re.sub(rf"\{{({names})\}}", lambda found: _place(verify, values, found), verify.command)


def _place(verify: Verify, values: Mapping[str, str], found: re.Match[str]) -> str:
    name = found.group(1)
    value = values[name]
    if not re.fullmatch(verify.values[name].pattern, value):
        raise Refused(
            f"{name}={value!r} does not match {verify.values[name].pattern!r} "
            f"({verify.values[name].about})"
        )
    if value.startswith("-") and not re.fullmatch(r"-\d+(\.\d+)?", value):
        raise Refused(f"{name}={value!r} would read as an option; write ./{value} or another value")
    if _PLAIN.fullmatch(value):
        return value
    if not value.isprintable() or not _unquoted(verify.command[: found.start()]):
        raise Refused(
            f"{name}={value!r} cannot be put inside a quotation; give a value of letters, "
            "digits and _@%+=:,./- only"
        )
    return shlex.quote(value)


def _unquoted(before: str) -> bool:
    """Whether a word that follows `before` stands outside every quotation and substitution."""
    if any(mark in before for mark in _NESTING) or before.endswith("\\"):
        return False
    try:
        shlex.split(before)
    except ValueError:
        return False
    return True
