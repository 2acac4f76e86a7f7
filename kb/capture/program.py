"""What "the same program" means: a command without its arguments."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path, PurePath

_SCRIPT = re.compile(r"[^-].*\.(?:py|pyw|ipynb|sh|bash|R|jl|js|ts|rb|pl|lua)", re.DOTALL)
_PYTHON = re.compile(r"(?:python|pypy)[0-9.]*(?:\.exe)?")
_BY_WORD = frozenset(
    "accelerate airflow bazel cargo conda deepspeed docker dvc git go hatch just kubectl make npm "
    "npx pdm pipenv pixi pnpm podman poetry ray rye snakemake tox uv uvx yarn".split()
)
"""Programs whose first bare word says what is done: `make train` is not `make test`."""

_ALONE = frozenset({"pytest", "py.test"})
"""Programs to which a script is an argument like any other."""

_MOST = 300


def program(command: Sequence[str], folder: str) -> str:
    """`python train.py`, `python -m app`, `torchrun train.py`, `make train`, `pytest`.

    A script is named as seen from `folder`, an interpreter without its version. Redacted.
    """
    from kb.redact import redact  # 40 ms, which a run that needs none of it has not

    return redact(plain_program(command, folder)).text


def plain_program(command: Sequence[str], folder: str) -> str:
    """The same as it was typed, for comparing alone."""
    first, *words = command
    name = PurePath(first).name.removesuffix(".exe")
    name = "python" if _PYTHON.fullmatch(name) else name
    if _SCRIPT.fullmatch(first):
        name = _seen_from(first, folder)
    return " ".join([name, *_what(name, words, folder)])[:_MOST]


def _what(name: str, words: Sequence[str], folder: str) -> list[str]:
    if name in _ALONE:
        return []
    for place, word in enumerate(words):
        if _SCRIPT.fullmatch(word):
            return [_seen_from(word, folder)]
        if word in ("-m", "-c", "-lc") and place + 1 < len(words):
            return [word, words[place + 1]]
    bare = [word for word in words if not word.startswith("-")]
    return bare[:1] if name in _BY_WORD else []


def _seen_from(script: str, folder: str) -> str:
    path = Path(folder, script)
    return (path.relative_to(folder) if path.is_relative_to(folder) else path).as_posix()
