"""What this machine offers to a case, as a value, and what a case lacks of it."""

from __future__ import annotations

import datetime as dt
import platform
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

_OS = {"linux": "linux", "darwin": "macos", "win32": "windows"}
_FOLDERS = ("/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin")


@dataclass(frozen=True, slots=True)
class Here:
    """This machine, today, as the sandbox shows it.

    `packages`: canonical name → version of what `python` (its version) has installed.
    `prefixes`: its folders, which are masked in evidence. `tools`: the programs on the
    sandbox's PATH. `devices`: empty, for the sandbox shows none. `kernel`: major.minor.
    """

    today: dt.date
    python: str
    kernel: str
    machine: str
    os: str = "linux"
    packages: Mapping[str, str] = field(default_factory=dict)
    tools: frozenset[str] = frozenset()
    devices: frozenset[str] = frozenset()
    prefixes: tuple[str, ...] = ()


def look() -> Here:
    """This machine and the running interpreter."""
    return Here(
        today=dt.date.today(),
        python=platform.python_version(),
        kernel=".".join(re.findall(r"\d+", platform.release())[:2]),
        machine=platform.machine(),
        os=_OS.get(sys.platform, sys.platform),
        packages=_packages([path for path in sys.path if _is_shown(path)]),
        tools=_tools([Path(sys.executable).parent, *map(Path, _FOLDERS)]),
        prefixes=tuple({sys.prefix, sys.base_prefix}),
    )


def _is_shown(folder: str) -> bool:
    """Whether the sandbox shows a folder of packages; a person's own in their home it does not."""
    return any(Path(folder).is_relative_to(top) for top in (sys.prefix, sys.base_prefix, "/usr"))


def _packages(folders: list[str]) -> dict[str, str]:
    # in reverse, so that of two versions the one that an import takes wins
    found = [each for path in reversed(folders) for each in metadata.distributions(path=[path])]
    return {canonicalize_name(each.name): each.version for each in found}


def _tools(folders: Iterable[Path]) -> frozenset[str]:
    return frozenset(
        each.name for folder in folders if folder.is_dir() for each in folder.iterdir()
    )


def lacking(requires: Iterable[str], here: Here) -> tuple[str, ...]:
    """What of `requires` is not here, each with the reason. Raises InvalidRequirement."""
    return tuple(f"{each} ({why})" for each in requires if (why := _lacks(each, here)))


def _lacks(requirement: str, here: Here) -> str | None:
    kind, _, name = requirement.partition(":")
    if kind == "tool":
        return None if name in here.tools else "not installed"
    if kind == "device":
        return None if name in here.devices else "the sandbox shows no devices"
    if kind == "os":
        return None if name == here.os else f"this is {here.os}"
    return _lacks_package(Requirement(requirement), here)


def _lacks_package(wanted: Requirement, here: Here) -> str | None:
    if wanted.marker is not None and not wanted.marker.evaluate():
        return None
    name = canonicalize_name(wanted.name)
    version = here.python if name == "python" else here.packages.get(name)
    if version is None:
        return "not installed"
    if not wanted.specifier.contains(version, prereleases=True):
        return f"{version} is installed"
    return None
