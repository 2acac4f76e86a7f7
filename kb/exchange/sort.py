"""Rows → a plan: each row becomes an entry, a change, nothing, or a draft."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kb.errors import InvalidFiles, Problem
from kb.exchange.fill import filled, main_of, named
from kb.exchange.merge import changes, differs, merged
from kb.exchange.plan import Done, Left, New, Plan, Same, Update
from kb.exchange.row import Row
from kb.exchange.whole import files, parts
from kb.lint import lint
from kb.model import Fault, KnowledgeBase
from kb.store.layers import Layer
from kb.store.read import NO_TREE, is_slug, parse_entry
from kb.store.skeleton import skeleton
from kb.tree import Known, known

_NO_ID = "no id can be made of its words; give one in a column `id`, such as port-in-use"
_ID = "join a-z and 0-9 by single dashes, 64 at most"


def plan(
    rows: Iterable[Row], base: KnowledgeBase, there: KnowledgeBase, layer: Layer, *, update: bool
) -> Plan:
    """What an import of `rows` into `layer` would do.

    `base` is all that counts here, `there` what the layer holds. Rows whose id is taken change
    that entry when `update` is set. Writes nothing.
    """
    sorter = _Sorter(base, there, layer, update, known(base))
    done = [sorter.sort(row) for row in rows]
    done = sorter.linted(done)
    kinds: dict[type, list[Any]] = {New: [], Update: [], Same: [], Left: []}
    for one in done:
        kinds[type(one)].append(one)
    return Plan(*(tuple(found) for found in kinds.values()))


@dataclass
class _Sorter:
    """Sorts one row after another, knowing those before it."""

    base: KnowledgeBase
    there: KnowledgeBase
    layer: Layer
    update: bool
    entries: Known
    made: dict[str, Row] = field(default_factory=dict)
    rows: dict[str, list[tuple[Row, str]]] = field(default_factory=dict)
    by_main: dict[str, list[Fault]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for fault in self.there.faults.values():
            self.by_main.setdefault(fault.entry.symptom.main, []).append(fault)

    def sort(self, row: Row) -> Done:
        if row.fault:
            return self.left(row, [row.fault])
        if row.id is not None and row.id in self.made:
            first = self.made[row.id]
            again = (row.fields, row.files) == (first.fields, first.files)
            reason = f"has the id {row.id}, as {first.place} has; give it one of its own"
            return Same(row, row.id) if again else self.left(row, [reason])
        if row.id is not None and row.id in self.there.faults:
            return self.there_already(row, self.there.faults[row.id])
        return self.known(row) or self.new(row)

    def known(self, row: Row) -> Same | None:
        """A row without an id that is there: the symptom and the cause are an entry's, or all of
        it is another row's."""
        main, cause = main_of(row.fields).strip(), row.fields.get("root_cause")
        for other, id in self.rows.get(main, ()):
            if (row.id, row.fields, row.files) == (other.id, other.fields, other.files):
                return Same(row, id)
        for fault in self.by_main.get(main, ()) if row.id is None else ():
            if isinstance(cause, str) and cause.strip() == fault.entry.root_cause:
                return Same(row, fault.id, differs(row, fault))
        return None

    def there_already(self, row: Row, fault: Fault) -> Done:
        """A row whose id the layer has."""
        try:
            entry = merged(row, fault)
        except InvalidFiles as error:
            return self.left(row, _reasons(error.problems))
        kept = files(fault)
        if any(kept.get(path) != content for path, content in row.files.items()):
            return self.left(row, [f"has other files than {fault.id} has; change them there"])
        if entry == fault.entry:
            return Same(row, fault.id)
        if not self.update:
            reason = f"the id {fault.id} is taken; --update changes that entry, or give another id"
            return self.left(row, [reason])
        self.made[fault.id] = row
        return Update(row, replace(fault, entry=entry), changes(fault.entry, entry))

    def new(self, row: Row) -> Done:
        fields, why = filled(row, self.base, self.entries)
        taken = {*self.base.faults, *self.made}
        id = row.id if row.id is not None else named(fields, taken)
        if id is None or not is_slug(id):
            return self.left(
                row, [_NO_ID if id is None else f"{id[:80]!r} is no id; {_ID}"], fields
            )
        folder = self.layer.root / id
        text = skeleton(fields)
        try:
            entry = parse_entry(text, folder / "entry.yaml")
        except InvalidFiles as error:
            return self.left(row, _reasons(error.problems), fields)
        if folder.exists():
            return self.left(row, [f"{folder} is there and cannot be read; see: kb lint"], fields)
        fault = Fault(id=id, entry=entry, layer=self.layer.name, folder=folder, **parts(row.files))
        self.made[id] = row
        self.rows.setdefault(entry.symptom.main, []).append((row, id))
        return New(row, fault, text, why)

    def left(
        self, row: Row, reasons: Iterable[str], fields: Mapping[str, Any] | None = None
    ) -> Left:
        fields = filled(row, self.base, self.entries)[0] if fields is None else fields
        given = row.id if row.id and is_slug(row.id) else None
        free = given if given not in self.there.faults and given not in self.made else None
        name = given or named(fields, ()) or row.place.replace(" ", "-")
        return Left(row, name, skeleton(fields), tuple(reasons), free)

    def linted(self, done: list[Done]) -> list[Done]:
        """The same, less the entries that would break a rule, which are left."""
        faults = {one.fault.id: one.fault for one in done if isinstance(one, New | Update)}
        problems = lint(KnowledgeBase(NO_TREE, faults), [self.base]) if faults else ()
        wrong: dict[Path, list[Problem]] = {}
        for problem in problems:
            for folder in problem.file.parents if problem.severity == "error" else ():
                wrong.setdefault(folder, []).append(problem)
        return [self.broken(one, wrong) for one in done]

    def broken(self, one: Done, wrong: Mapping[Path, list[Problem]]) -> Done:
        """What is left of it when it breaks a rule; else itself."""
        if not isinstance(one, New | Update) or one.fault.folder not in wrong:
            return one
        self.made.pop(one.fault.id, None)
        return self.left(one.row, _reasons(wrong[one.fault.folder]))


def _reasons(problems: Iterable[Problem]) -> list[str]:
    """What is wrong, what is missing in one line."""
    problems = [problem for problem in problems if problem.severity == "error"]
    missing = [problem.field for problem in problems if problem.rule == "missing"]
    others = [problem for problem in problems if problem.rule != "missing"]
    said = [f"{one.field}: {one.message}; {one.remedy}".removeprefix(": ") for one in others]
    return [*([f"needs {', '.join(missing)}"] if missing else []), *said]
