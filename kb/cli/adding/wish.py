"""What a person asks of `kb add`: its options, said once, and their values."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from kb.cli.completing import domains, entry_ids, nodes
from kb.cli.options import Json, KbDir
from kb.cli.redaction import NO_REDACT
from kb.model.about import about

FIELDS: Mapping[str, tuple[str, str, Any]] = {
    "--title": ("title", "TEXT", str),
    "--error": ("symptom.error", "TEXT", str),
    "--observed": ("symptom.observed", "TEXT", str),
    "--also": ("symptom.also", "TEXT", list[str]),
    "--limit": ("symptom.limit", "TEXT", str),
    "--cause": ("root_cause", "TEXT", str),
    "--fix": ("fix", "TEXT", str),
    "--check": ("verify.command", "LINE", str),
    "--present": ("verify.present", "TEXT", str),
    "--looks-at": ("verify.looks_at", "WHAT", str),
    "--parent": ("parent", "NODE", str),
    "--domain": ("domain", "NODE", str),
    "--minutes-to-fix": ("origin.minutes_to_fix", "N", int),
    "--run": ("case.run", "LINE", str),
    "--shows": ("case.shows", "REGEX", str),
}
"""Flag → the field it gives, by dotted name; what stands for the value in the help; its type."""

_COMPLETED = {"--parent": nodes, "--domain": domains}


def _option(flags: str, text: str, metavar: str = "TEXT", **more: Any) -> Any:
    return typer.Option(*flags.split(), metavar=metavar, help=text, show_default=False, **more)


def _flag(flags: str, text: str) -> Any:
    return typer.Option(*flags.split(), help=text)


_SOURCE = typer.Argument(metavar="[FILE|-]", help="A log with the error; - is stdin.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The options of `kb add`; `given` goes from the dotted name of a field to its value."""

    given: Mapping[str, Any]
    source: Annotated[str | None, _SOURCE] = None
    incident: Annotated[
        str | None, _option("--incident", "Of this incident (kb status), not the newest.", "ID")
    ] = None
    draft: Annotated[
        Path | None, _option("--draft", "Begin with what this part of an entry.yaml says.", "FILE")
    ] = None
    fixed_at: Annotated[
        str | None, _option("--fixed-at", "When it was fixed: 15:20 or '2026-11-30 15:20'.", "TIME")
    ] = None
    fixed: Annotated[
        str | None, _option("--fixed", "How long ago it was fixed: 12m, 1h30m, 2d.", "AGO")
    ] = None
    same: Annotated[
        str | None,
        _option(
            "--same",
            "It is this entry: keep the paste there, count it.",
            "ID",
            autocompletion=entry_ids,
        ),
    ] = None
    case: Annotated[
        Path | None, _option("--case", "A folder that holds faulty/ and fixed/.", "DIR")
    ] = None
    draft_case: Annotated[
        bool, _flag("--draft-case", "Make the case of the incident's files, failing and passing.")
    ] = False
    id: Annotated[str | None, _option("--id", "The id; else made from the title.", "ID")] = None
    editor: Annotated[bool, _flag("--edit -e", "Fill in the entry in $EDITOR.")] = False
    yes: Annotated[bool, _flag("--yes -y", "Ask nothing; take what is proposed.")] = False
    personal: Annotated[bool, _flag("--personal", "Into your own layer, not the team's.")] = False
    no_redact: Annotated[bool, _flag("--no-redact", NO_REDACT)] = False
    commit: Annotated[bool, _flag("--commit", "Commit the new entry, and nothing else.")] = False
    dry: Annotated[bool, _flag("--dry-run", "Print the entry; write nothing.")] = False
    kb: KbDir = None
    as_json: Json = False

    @property
    def quiet(self) -> bool:
        """Whether nothing is to be asked."""
        return self.yes or self.as_json

    @property
    def names_a_fault(self) -> bool:
        """Whether it says itself what was seen, or where that stands."""
        seen = self.given.get("symptom.error") or self.given.get("symptom.observed")
        return bool(self.source or self.draft or seen)


def takes_wish(command: Callable[[Wish], None]) -> Callable[..., None]:
    """`command` with the options of a Wish, and one for each field that has a flag.

    The help of a field is the model's own description.
    """

    def called(**values: Any) -> None:
        given = {dotted: values.pop(_word(dotted)) for dotted, *_ in FIELDS.values()}
        command(Wish(given=given, **values))

    own = inspect.signature(Wish, eval_str=True).parameters.values()
    made = [*(one for one in own if one.name != "given"), *_fields()]
    called.__signature__ = inspect.Signature(made)  # type: ignore[attr-defined]
    called.__doc__ = command.__doc__
    return called


def flags_of(fields: tuple[str, ...]) -> str:
    """The flags that give these fields, in words."""
    flag = {dotted: flag for flag, (dotted, *_) in FIELDS.items()}
    flag["symptom.error"] = "--error or --observed"
    flag["parent"] = "--parent NODE (kb tree shows them)"
    return ", ".join(flag[name] for name in fields)


def _fields() -> Iterator[inspect.Parameter]:
    words = about()
    for flag, (dotted, metavar, kind) in FIELDS.items():
        more = {"autocompletion": _COMPLETED.get(flag), "rich_help_panel": "The entry"}
        option = _option(flag, words[dotted], metavar, **more)
        yield inspect.Parameter(
            _word(dotted),
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[kind, option],
        )


def _word(dotted: str) -> str:
    return dotted.replace(".", "_")
