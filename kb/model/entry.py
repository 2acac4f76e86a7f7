"""The entry: all that a person writes about one fault, as `entry.yaml` holds it."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from kb.model.base import SCHEMA_VERSION, Line, Part, Text
from kb.model.case import Case, Regex
from kb.model.slug import Slug

Wording = Annotated[Text, StringConstraints(max_length=1000)]
"""What is longer is a log, and goes into `pastes/`."""

PlaceholderName = Annotated[str, StringConstraints(pattern=r"^[a-z_][a-z0-9_]*$")]


class Symptom(Part):
    """What a person sees. Exactly one of `error` and `observed`."""

    error: Text | None = Field(None, description="the message exactly as the program prints it")
    observed: Text | None = Field(
        None, description="for a silent fault: what is observed, in place of `error`"
    )
    also: tuple[Wording, ...] = Field(
        (), max_length=200, description="other wordings, versions, languages; search uses them all"
    )
    limit: Text | None = Field(
        None, description="which similar text is NOT this fault, and what it is instead"
    )

    @model_validator(mode="after")
    def _one_of_two(self) -> Self:
        if (self.error is None) == (self.observed is None):
            raise ValueError("write either `error` (the message) or `observed` (a silent fault)")
        return self

    @property
    def main(self) -> str:
        """The wording that stands first: the error, or what is observed."""
        return self.error or self.observed or ""


class Placeholder(Part):
    """A value that the reader gives with `kb check ID --set name=value`."""

    about: Line = Field(description="what to give here, in words")
    pattern: Regex = Field(description="regex that the whole value must match")


def _no_control(line: str) -> str:
    if not line.isprintable():
        raise ValueError("must be one printable line")
    return line


class Verify(Part):
    """The verification command: decides whether the fault is present here."""

    command: Annotated[Line, AfterValidator(_no_control)] = Field(
        description="one line; exit 0: absent, exit 1 and the text `present` on stdout: present"
    )
    present: Annotated[Line, AfterValidator(_no_control)] = Field(
        description="plain text that one line of stdout must contain when the fault is present"
    )
    values: dict[PlaceholderName, Placeholder] = Field(
        default_factory=dict, description="the placeholders of `command`, by name"
    )
    looks_at: Literal["project", "machine"] = Field(
        "project",
        description="project, or machine: ports, processes, /dev/shm, GPUs, limits, environment",
    )


class Correction(Part):
    """A claim about this fault that is not so, found by a run."""

    claim: Text = Field(description="what is claimed")
    found: Text = Field(description="what the run shows instead")
    run: Line = Field(
        description="one line, run in faulty/, that shows it", examples=["python nan_claim.py"]
    )


class Origin(Part):
    """Where the entry comes from."""

    kind: Literal["incident", "handbook"] = Field(
        description="incident: it was met; handbook: no real incident stands behind it"
    )
    met: dt.date | None = Field(None, description="the day it was met")
    minutes_to_fix: int | None = Field(None, ge=0, description="from first failure to fix")
    minutes_to_record: int | None = Field(None, ge=0, description="from fix to entry")
    late: bool = Field(False, description="recorded after the 15-minute window")


class Withdrawal(Part):
    """A person's decision that this entry is no longer an answer."""

    as_: Literal["refuted", "retired"] = Field(
        alias="as",
        description="refuted: this cause cannot produce the symptom; retired: common sense or gone",
    )
    on: dt.date = Field(description="the day it was decided")
    reason: Text = Field(description="why; for a refuted entry, what is true instead")


class Entry(Part):
    """One fault, as `entry.yaml` holds it. Its id is the name of its folder."""

    schema_: int = Field(SCHEMA_VERSION, alias="schema", ge=1, description="version of this format")
    title: Annotated[Line, StringConstraints(max_length=120)] = Field(
        description="the fault in one line: what is wrong, not what is seen"
    )
    domain: Slug = Field(description="one of the top nodes of the fault tree")
    parent: Slug = Field(description="the node of the fault tree it hangs under")
    symptom: Symptom = Field(description="what a person sees")
    root_cause: Text = Field(description="the pattern behind it, in one or two sentences")
    verify: Verify = Field(description="the one-line check")
    fix: Text = Field(description="what to change, what it costs, when not to")
    corrects: tuple[Correction, ...] = Field(
        (), description="what was claimed of this fault and is not so, each found by a run"
    )
    case: Case | None = Field(None, description="the program that proves the entry")
    environment: dict[str, str] = Field(
        default_factory=dict, description="where it was met: package or tool, and its version"
    )
    origin: Origin = Field(description="an incident, or the handbook")
    withdrawn: Withdrawal | None = Field(None, description="why it is no longer an answer")

    @model_validator(mode="after")
    def _observed_needs_shows(self) -> Self:
        if self.case and self.symptom.observed is not None and self.case.shows is None:
            raise ValueError("a silent fault needs case.shows: a regex on what its run prints")
        return self

    @model_validator(mode="after")
    def _values_match(self) -> Self:
        given = set(self.case.values) if self.case else set(self.verify.values)
        if given != set(self.verify.values):
            raise ValueError(
                "case.values must give each name of verify.values and no other: "
                f"{sorted(self.verify.values)} against {sorted(given)}"
            )
        return self
