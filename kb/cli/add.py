"""`kb add`: the options of a new entry. What happens with them is in `recording`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from kb.cli.options import Json, KbDir
from kb.cli.recording import Wish, record
from kb.model.about import about

app = typer.Typer()

EXAMPLES = """Examples:

  kb add - < run.log            from a paste; asks only what it cannot work out

  kb add --edit                 in your editor, each field explained

  kb add --error "OSError: [Errno 24] Too many open files" --title "Shards are never closed" --cause "…" --check "…" --present "…" --fix "…" --yes
"""  # noqa: E501

_ABOUT = about()


def _option(flags: str, text: str, metavar: str = "TEXT") -> Any:
    return typer.Option(*flags.split(), metavar=metavar, help=text, show_default=False)


def _flag(flags: str, text: str) -> Any:
    return typer.Option(*flags.split(), help=text)


def _field(flag: str, dotted: str, metavar: str = "TEXT") -> Any:
    """An option whose help is the model's own description of the field."""
    return _option(flag, _ABOUT[dotted], metavar)


@app.command(epilog=EXAMPLES)
def add(
    source: Annotated[
        str | None, typer.Argument(metavar="[FILE|-]", help="A log with the error; - is stdin.")
    ] = None,
    title: Annotated[str | None, _field("--title", "title")] = None,
    error: Annotated[str | None, _field("--error", "symptom.error")] = None,
    observed: Annotated[str | None, _field("--observed", "symptom.observed")] = None,
    also: Annotated[list[str] | None, _field("--also", "symptom.also")] = None,
    limit: Annotated[str | None, _field("--limit", "symptom.limit")] = None,
    cause: Annotated[str | None, _field("--cause", "root_cause")] = None,
    fix: Annotated[str | None, _field("--fix", "fix")] = None,
    check: Annotated[str | None, _field("--check", "verify.command", "LINE")] = None,
    present: Annotated[str | None, _field("--present", "verify.present")] = None,
    looks_at: Annotated[str | None, _field("--looks-at", "verify.looks_at", "WHAT")] = None,
    parent: Annotated[str | None, _field("--parent", "parent", "NODE")] = None,
    domain: Annotated[str | None, _field("--domain", "domain", "NODE")] = None,
    minutes: Annotated[
        int | None, typer.Option("--minutes-to-fix", min=0, help=_ABOUT["origin.minutes_to_fix"])
    ] = None,
    case: Annotated[
        Path | None, _option("--case", "A folder that holds faulty/ and fixed/.", "DIR")
    ] = None,
    run: Annotated[str | None, _field("--run", "case.run", "LINE")] = None,
    shows: Annotated[str | None, _field("--shows", "case.shows", "REGEX")] = None,
    id: Annotated[str | None, _option("--id", "The id; else made from the title.", "ID")] = None,
    editor: Annotated[bool, _flag("--edit -e", "Fill in the entry in $EDITOR.")] = False,
    yes: Annotated[bool, _flag("--yes -y", "Ask nothing; take what is proposed.")] = False,
    personal: Annotated[bool, _flag("--personal", "Into your own layer, not the team's.")] = False,
    dry: Annotated[bool, _flag("--dry-run", "Print the entry; write nothing.")] = False,
    kb: KbDir = None,
    as_json: Json = False,
) -> None:
    """Record a fault that was just fixed, while you still know why."""
    given = {
        "title": title,
        "domain": domain,
        "parent": parent,
        "symptom.error": error,
        "symptom.observed": observed,
        "symptom.also": also,
        "symptom.limit": limit,
        "root_cause": cause,
        "verify.command": check,
        "verify.present": present,
        "verify.looks_at": looks_at,
        "fix": fix,
        "case.run": run,
        "case.shows": shows,
        "origin.minutes_to_fix": minutes,
    }
    record(Wish(source, given, id, case, editor, yes or as_json, personal, dry, kb, as_json))
