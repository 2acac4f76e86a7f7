"""`kb add`: the options of a new entry. What happens with them is in `recording`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from kb.cli.options import Json, KbDir
from kb.cli.recording import record
from kb.cli.redaction import NO_REDACT
from kb.cli.wish import FIELDS, Wish
from kb.model.about import about

app = typer.Typer()

EXAMPLES = """Examples:

  kb add                        from the last failure that `kb run` saw fixed

  kb add - < run.log            from a paste; asks only what it cannot work out

  kb add --fixed-at 15:20       of a fault that nothing captured

  kb add --edit                 in your editor, each field explained

  kb add --error "OSError: [Errno 24] Too many open files" --title "Shards are never closed" --cause "…" --check "…" --present "…" --fix "…" --yes
"""  # noqa: E501


def _option(flags: str, text: str, metavar: str = "TEXT", **more: Any) -> Any:
    return typer.Option(*flags.split(), metavar=metavar, help=text, show_default=False, **more)


def _flag(flags: str, text: str) -> Any:
    return typer.Option(*flags.split(), help=text)


def with_fields(command: Callable[..., None]) -> Callable[..., None]:
    """`command` with an option for each field that has one; it gets them as `given`, by dotted
    name. Their help is the model's own description."""
    words, named = about(), inspect.Parameter.KEYWORD_ONLY
    options = [
        inspect.Parameter(
            _word(dotted),
            named,
            default=None,
            annotation=Annotated[
                kind, _option(flag, words[dotted], metavar, rich_help_panel="The entry")
            ],
        )
        for flag, (dotted, metavar, kind) in FIELDS.items()
    ]
    signature = inspect.signature(command, eval_str=True)
    own = [one for one in signature.parameters.values() if one.name != "given"]

    def called(**values: Any) -> None:
        given = {dotted: values.pop(_word(dotted)) for dotted, *_ in FIELDS.values()}
        command(given=given, **values)

    called.__signature__ = inspect.Signature([*own, *options])  # type: ignore[attr-defined]
    called.__doc__ = command.__doc__
    return called


def _word(dotted: str) -> str:
    return dotted.replace(".", "_")


@app.command(epilog=EXAMPLES)
@with_fields
def add(
    given: Mapping[str, Any],
    source: Annotated[
        str | None, typer.Argument(metavar="[FILE|-]", help="A log with the error; - is stdin.")
    ] = None,
    incident: Annotated[
        str | None, _option("--incident", "Of this incident (kb status), not the newest.", "ID")
    ] = None,
    draft: Annotated[
        Path | None, _option("--draft", "Begin with what this part of an entry.yaml says.", "FILE")
    ] = None,
    fixed_at: Annotated[
        str | None, _option("--fixed-at", "When it was fixed: 15:20 or '2026-11-30 15:20'.", "TIME")
    ] = None,
    fixed: Annotated[
        str | None, _option("--fixed", "How long ago it was fixed: 12m, 1h30m, 2d.", "AGO")
    ] = None,
    same: Annotated[
        str | None, _option("--same", "It is this entry: keep the paste there, count it.", "ID")
    ] = None,
    case: Annotated[
        Path | None, _option("--case", "A folder that holds faulty/ and fixed/.", "DIR")
    ] = None,
    draft_case: Annotated[
        bool, _flag("--draft-case", "Make the case of the incident's files, failing and passing.")
    ] = False,
    id: Annotated[str | None, _option("--id", "The id; else made from the title.", "ID")] = None,
    editor: Annotated[bool, _flag("--edit -e", "Fill in the entry in $EDITOR.")] = False,
    yes: Annotated[bool, _flag("--yes -y", "Ask nothing; take what is proposed.")] = False,
    personal: Annotated[bool, _flag("--personal", "Into your own layer, not the team's.")] = False,
    no_redact: Annotated[bool, _flag("--no-redact", NO_REDACT)] = False,
    commit: Annotated[bool, _flag("--commit", "Commit the new entry, and nothing else.")] = False,
    dry: Annotated[bool, _flag("--dry-run", "Print the entry; write nothing.")] = False,
    kb: KbDir = None,
    as_json: Json = False,
) -> None:
    """Record a fault that was just fixed, while you still know why."""
    record(
        Wish(
            given=given,
            source=source,
            incident=incident,
            draft=draft,
            fixed_at=fixed_at,
            fixed=fixed,
            same=same,
            case=case,
            draft_case=draft_case,
            id=id,
            editor=editor,
            quiet=yes or as_json,
            personal=personal,
            no_redact=no_redact,
            commit=commit,
            dry=dry,
            kb=kb,
            as_json=as_json,
        )
    )
