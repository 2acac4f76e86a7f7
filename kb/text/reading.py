"""The report: what was raised, in which chain, and what every other line is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kb.report import Frame, Line, Link, Raised, Report, Role
from kb.text.clean import Cleaned
from kb.text.facts import facts
from kb.text.frames import code, frame
from kb.text.roles import role
from kb.text.rules import compiled, rules

MESSAGE_LINES, MESSAGE = 14, 2500
"""How many lines, and how many characters, the message of one exception may have."""


def report(cleaned: Cleaned) -> Report:
    """What the cleaned paste says, the cause before its consequence.

    Lines that several processes wrote at once are read per process, by their prefixes.
    """
    roles: dict[int, Role] = {}
    raised: list[Raised] = []
    for stream in _streams(cleaned.lines):
        reader = _Reader()
        for place, line in stream:
            roles[place] = reader.read(line)
        raised += reader.ended()
    raised.sort(key=lambda one: one.line)
    given = tuple(roles[place] for place in range(len(cleaned.lines)))
    return Report(cleaned.lines, given, tuple(_once_each(raised)), facts(cleaned.lines))


def _streams(lines: tuple[Line, ...]) -> list[list[tuple[int, Line]]]:
    """The lines with their places, apart by the process that wrote them."""
    streams: dict[str, list[tuple[int, Line]]] = {}
    who = compiled(r"\[?(?:rank|Rank)[ _]?[0-9]+|\[[0-9]+(?:,[0-9]+)?\]|pid[= ][0-9]+")
    for place, line in enumerate(lines):
        found = who.search(line.mark) if line.mark else None
        streams.setdefault(found[0] if found else "", []).append((place, line))
    return list(streams.values())


def _once_each(raised: Iterable[Raised]) -> Iterator[Raised]:
    seen: set[tuple[str, str, Frame | None]] = set()
    for one in raised:
        key = (one.type, one.message[:300], one.frames[-1] if one.frames else None)
        if key not in seen:
            seen.add(key)
            yield one


class _Reader:
    """Reads one stream line by line."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.done: list[Raised] = []
        self.message: list[str] = []
        self.link: Link = ""
        self.after_frame = False
        self.announced = False  # whether a message follows on the lines below
        self.place = 0  # the line of the last frame or of its source
        self.type = ""  # what the heading of the traceback names

    def read(self, line: Line) -> Role:
        text = line.text
        if new_link := _link(text):
            self.link = new_link
            if new_link in ("context", "cause"):
                self._end_message()
                return "noise"
        if compiled(rules()["begins-traceback"]).match(text):
            self._start(self._heading())
            return "frame"
        if found := frame(text):
            self._end_message()
            self.frames.append(found)
            self.after_frame, self.place = True, line.number
            return self._warning(line, found) or "frame"
        if raised := _exception(text) or self._exception_of_frames(text):
            return self._raise(line, *raised)
        return self._other(line)

    def _exception_of_frames(self, text: str) -> tuple[str, str] | None:
        """Below frames and their source a name and a colon are an exception, whatever its name."""
        if not self.frames or self.after_frame:
            return None
        found = compiled(rules()["exception-after-frames"]).match(text)
        return (found[1], text[found.end() :]) if found else None

    def ended(self) -> list[Raised]:
        self._start()
        return self.done

    def _heading(self) -> str:
        """The type that a notebook prints before the word Traceback, where it is no failure yet."""
        heads = self.message == [""] and not self.done[-1].frames
        self.message = [] if heads else self.message
        return self.done.pop().type if heads else ""

    def _start(self, type: str = "") -> None:
        self._end_message()
        if self.frames:
            self._cut()
        self.frames, self.after_frame, self.type = [], False, type

    def _cut(self) -> None:
        """A traceback without its last line; its last source line may quote the message."""
        found = compiled(rules()["raising"]).search(self.frames[-1].source)
        type, quoted = (found[1], found[2] or found[3] or "") if found else (self.type, "")
        message = compiled(rules()["put-in"]).sub("0", quoted)
        self.done.append(Raised(type, message, self.place, "root", tuple(self.frames), self.link))

    def _warning(self, line: Line, found: Frame) -> Role | None:
        inside = compiled(rules()["exception-inside"]).search(line.text)
        if inside is None:
            return None
        self.frames = [found]
        return self._raise(line, inside[1], line.text[inside.end() :])

    def _raise(self, line: Line, type: str, message: str) -> Role:
        self._end_message()
        worth = role(line)
        if worth == "info" and self.frames:  # a logged traceback, whatever its level
            worth = "root"
        worth = worth if worth in ("cascade", "info", "confirmation") else "root"
        self.done.append(Raised(type, message, line.number, worth, tuple(self.frames), self.link))
        self.message, self.frames, self.link, self.after_frame = [message], [], "", False
        self.announced = line.text.endswith(":")
        return worth

    def _other(self, line: Line) -> Role:
        text = line.text
        if self.message and text and len(self.message) < MESSAGE_LINES and self._goes_on(line):
            self.message.append(text)
            return role(line)
        if not text and self.message == [""] and self.announced:
            return "noise"
        self._end_message()
        shown = self.frames and compiled(rules()["arrow"]).match(text)
        if self.after_frame or shown:
            if self.frames:
                self.frames[-1] = _with_source(self.frames[-1], code(text))
                self.place = line.number
            self.after_frame = False
            return "source"
        return role(line) if text else "noise"

    def _goes_on(self, line: Line) -> bool:
        """A record with a mark of its own belongs to a message only where that has no word yet."""
        return not line.mark or (self.message == [""] and role(line) != "info")

    def _end_message(self) -> None:
        if self.message:
            whole = "\n".join(self.message).strip()[:MESSAGE]
            self.done[-1] = self.done[-1]._replace(message=whole)
            self.message = []


def _link(text: str) -> Link | None:
    for rule in rules()["links"]:
        if compiled(rule["pattern"]).search(text):
            name: Link = rule["name"]
            return name
    return None


def _exception(text: str) -> tuple[str, str] | None:
    found = compiled(rules()["exception"]).match(text)
    found = found or compiled(rules()["exception-inside"]).search(text)
    if found is None and compiled(rules()["exception-rest"]).match(text):
        return "OSError", text[2:]
    return (found[1], text[found.end() :]) if found else None


def _with_source(found: Frame, source: str) -> Frame:
    return found._replace(source=f"{found.source}\n{source}" if found.source else source)
