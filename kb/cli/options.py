"""Options that many commands share, and how they print."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

KbDir = Annotated[
    Path | None,
    typer.Option(
        "--kb",
        metavar="DIR",
        envvar="KB_DIR",
        help="The knowledge base to use instead of the one found from here.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def print_json(value: Any) -> None:
    """One JSON document on stdout; text stays readable (no ASCII escapes)."""
    print(json.dumps(value, ensure_ascii=False, indent=2))
