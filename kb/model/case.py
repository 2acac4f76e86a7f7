"""The case of an entry: a small program with the fault planted, and the same with the fix."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from kb.model.base import Line, Part, Text
from kb.model.regex import compiled


def _inside(path: str) -> str:
    pure = PurePosixPath(path)
    if pure.is_absolute() or ".." in pure.parts or not pure.parts:
        raise ValueError("must be a path inside the case, such as data/rows.csv")
    return path


def _regex(pattern: str) -> str:
    return compiled(pattern).pattern


Regex = Annotated[Text, AfterValidator(_regex)]
CasePath = Annotated[str, AfterValidator(_inside)]


class Limits(Part):
    """How a small machine is planted. What is not set keeps the sandbox's default."""

    shm: int | None = Field(None, gt=0, description="size of /dev/shm in MiB")
    tmp: int | None = Field(None, gt=0, description="size of /tmp in MiB")
    open_files: int | None = Field(None, ge=16, description="open files per process")
    memory: int | None = Field(None, gt=0, description="memory of the whole sandbox in MiB")
    seconds: float | None = Field(None, gt=0, le=600, description="wall time of one run")


class Case(Part):
    """How the fault is shown, and how it is shown to be gone."""

    run: Line = Field(
        description="one line: under faulty/ it shows the symptom, under fixed/ it exits 0",
        examples=["python train.py"],
    )
    beside: Line | None = Field(
        None, description="a background command in the same sandbox, ready when it prints `ready`"
    )
    shows: Regex | None = Field(
        None, description="regex on the raw output of `run`; required with symptom.observed"
    )
    values: dict[str, str] = Field(
        default_factory=dict, description="the case's values of the placeholders in verify.values"
    )
    removes: tuple[CasePath, ...] = Field(
        (), description="paths of faulty/ that the fix takes away"
    )
    limits: Limits = Field(default_factory=Limits, description="a small machine, planted")
    alone: bool = Field(False, description="timing matters: never beside other runs")
    requires: tuple[Line, ...] = Field(
        (),
        description="what must be here: a PEP 508 requirement, tool:NAME, device:cuda, os:windows",
        examples=[["torch>=2", "tool:lsof"]],
    )
    simulated: bool = Field(
        False, description="recorded output is replayed; never counted or shown as proven"
    )
    note: Text | None = Field(None, description="what is real and what is replayed")

    @model_validator(mode="after")
    def _simulated_has_note(self) -> Self:
        if self.simulated and not self.note:
            raise ValueError("a simulated case needs `note`: say what is real and what is replayed")
        return self
