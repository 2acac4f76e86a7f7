"""The answer to a paste. Plain dataclasses: this is on the hot path of `kb search`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Match:
    """One entry that a paste may mean. `confidence` is a probability, 0 to 1.

    `matched` are the lines of the paste that decided, as they stood there; `verify` is the
    verification command with its placeholders. `proof` says when and with what the entry was
    proven, empty when it was not; `values` are the names of the placeholders. Neither is part of
    the JSON that `kb search` prints.
    """

    id: str
    title: str
    domain: str
    parent: str
    status: str
    confidence: float
    root_cause: str
    verify: str
    fix: str
    matched: tuple[str, ...]
    layer: str
    proof: str = ""
    values: tuple[str, ...] = ()

    @property
    def kb_check(self) -> str:
        """The words that let kb run the check; a value that it wants is left as `…`."""
        return f"kb check {self.id}{''.join(f' --set {name}=…' for name in self.values)}"


@dataclass(frozen=True, slots=True)
class Answer:
    """At most five matches, best first. Under `none` they are named as unlikely.

    Then `domain` is the one that the paste speaks of and `first_action` what to do first there,
    both empty where that cannot be told; neither is part of the JSON that `kb search` prints.
    """

    verdict: Literal["match", "maybe", "none"]
    matches: tuple[Match, ...]
    took_ms: float
    domain: str = ""
    first_action: str = ""
